import { FORCED_OPEN_WINDOW_MS } from '@door-access/protocol';
import { WHY_NOTES, type Why } from '@door-access/protocol/explanation';
import { en } from '@door-access/protocol/explanation/en';
import type { Explanation } from './explanation.rules.js';

/*
 * The explanation of an event in parts, for pages and notices that say it in the language of their reader. It is read from what is
 * kept with the event, so that events of any age have it; programs read the kept explanation itself.
 */

export type Kept = Partial<Omit<Explanation, 'verdict'>> & { verdict?: string | undefined };

/** @param kept an explanation as it is stored */
export function whyOf(type: string, kept: Kept | null): Why | null {
  if (kept?.text === undefined) return null;
  const { text, window_ms, unlock, exit_button: press, reported_at } = kept;
  const kind = kindOf(type, kept);
  return {
    kind,
    window_ms: window_ms ?? FORCED_OPEN_WINDOW_MS,
    unlock_ms: unlock?.age_ms ?? null,
    exit: press
      ? { age_ms: press.age_ms, held: press.held === true, released_ms: press.released_ms ?? null }
      : null,
    notes: kind === 'said' ? [] : WHY_NOTES.filter((note) => text.includes(en.notes[note])),
    reported_at: reported_at ?? null,
    said: kind === 'said' ? text : null,
  };
}

function kindOf(type: string, { verdict, reported_at }: Kept): Why['kind'] {
  switch (verdict) {
    case 'unlocked':
    case 'exit_button':
    case 'held_open':
    case 'forced':
    case 'not_judged':
      return verdict;
    case 'missed_edge':
      return type === 'door.closed' ? 'found_closed' : 'found_open';
    case 'under_test':
    case 'under_maintenance':
      return 'left_open';
    default:
      return verdict === undefined && reported_at !== undefined ? 'clock' : 'said';
  }
}
