import { FORCED_OPEN_WINDOW_MS } from '@door-access/protocol';
import { type Explanation, NOTE_WORDS } from './explanation.rules.js';

/*
 * The explanation of an event in parts, for pages that say it in the language of their reader. It is read from what is
 * kept with the event, so that events of any age have it; programs read the kept explanation itself.
 */

export const WHY_KINDS = [
  'unlocked',
  'exit_button',
  'held_open',
  'forced',
  'not_judged',
  'found_open',
  'found_closed',
  'left_open',
  /** Nothing but that the clock of the gateway was ahead. */
  'clock',
  /** In words alone. */
  'said',
] as const;
export const WHY_NOTES = [
  'gap',
  'unread',
  'release',
  'test',
  'maintenance',
] as const satisfies readonly (keyof typeof NOTE_WORDS)[];

export interface Why {
  kind: (typeof WHY_KINDS)[number];
  window_ms: number;
  /** Age of the newest confirmed unlock; null: none is known. */
  unlock_ms: number | null;
  /** The last press: how long ago it began, whether it still lasted, and how long ago it ended. */
  exit: { age_ms: number; held: boolean; released_ms: number | null } | null;
  notes: (typeof WHY_NOTES)[number][];
  /** The time by the gateway's clock, if that of the receipt is shown instead. */
  reported_at: string | null;
  /** The words of one of the kind `said`. */
  said: string | null;
}

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
    notes: kind === 'said' ? [] : WHY_NOTES.filter((note) => text.includes(NOTE_WORDS[note])),
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
