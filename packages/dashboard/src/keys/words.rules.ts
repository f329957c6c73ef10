import { phrase } from '../language/phrase.rules.js';
import type { KeyCounts, ReviewedKey } from '../types.js';
import type { Tone } from '../words/event-words.js';

/* Keys in words, for those who look after them. */

export type Shown = Exclude<keyof KeyCounts, 'all' | 'unused_after_days' | 'ending_within_days'>;

export const SHOWN: readonly Shown[] = ['in_use', 'unused', 'not_activated', 'ending', 'ended'];

export const SHOWN_WORDS: Record<Shown, string> = {
  in_use: phrase('In use'),
  unused: phrase('Unused'),
  not_activated: phrase('Not activated'),
  ending: phrase('Ending soon'),
  ended: phrase('Ended'),
};

/** What each kind means, below the choice; some with `days`. */
export function meaningOf(shown: Shown | null): string {
  switch (shown) {
    case 'unused':
      return phrase('In use, but they opened no door in {days} days. Take back those that no one needs.');
    case 'not_activated':
      return phrase('Given, but their setup link was not opened yet. Send it again, or take the key back.');
    case 'ending':
      return phrase('They end within {days} days. Extend those that are still needed.');
    case 'ended':
      return phrase('Past their end, or taken back. They open nothing.');
    case 'in_use':
      return phrase('They open doors now.');
    default:
      return phrase('All keys that were ever given here.');
  }
}

export function stateOf(
  {
    state,
    starts_at,
    expires_at,
    invitation,
  }: Pick<ReviewedKey, 'state' | 'starts_at' | 'expires_at' | 'invitation'>,
  now: number,
): { tone: Tone; words: string } {
  if (state === 'returned') return { tone: 'quiet', words: phrase('Taken back') };
  if (expires_at !== null && Date.parse(expires_at) <= now) return { tone: 'quiet', words: phrase('Ended') };
  if (state === null)
    return invitation?.state === 'expired'
      ? { tone: 'warning', words: phrase('Link ran out') }
      : { tone: 'warning', words: phrase('Not activated') };
  if (Date.parse(starts_at) > now) return { tone: 'quiet', words: phrase('Starts later') };
  return { tone: 'good', words: phrase('In use') };
}

/** Whether its end can be moved: not where it was taken back. */
export const mayExtend = ({ state }: Pick<ReviewedKey, 'state'>): boolean => state !== 'returned';
