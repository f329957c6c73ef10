import type { Tone } from '../event-words.rules.js';
import type { KeyCounts, ReviewedKey } from '../types.js';

/* Keys in words, for those who look after them. */

export type Shown = Exclude<keyof KeyCounts, 'all' | 'unused_after_days' | 'ending_within_days'>;

export const SHOWN: readonly Shown[] = ['in_use', 'unused', 'not_activated', 'ending', 'ended'];

export const SHOWN_WORDS: Record<Shown, string> = {
  in_use: 'In use',
  unused: 'Unused',
  not_activated: 'Not activated',
  ending: 'Ending soon',
  ended: 'Ended',
};

/** What each kind means, below the choice. */
export function meaningOf(shown: Shown | null, counts: KeyCounts | undefined): string {
  switch (shown) {
    case 'unused':
      return `In use, but no door was opened with them in ${counts?.unused_after_days ?? 30} days. Take back what no one needs.`;
    case 'not_activated':
      return 'Given, but their setup link was not opened yet. Send it again, or take the key back.';
    case 'ending':
      return `They end within ${counts?.ending_within_days ?? 14} days. Extend those that are still needed.`;
    case 'ended':
      return 'Past their end, or taken back. They open nothing.';
    case 'in_use':
      return 'They open doors now.';
    default:
      return 'All keys that were ever given here.';
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
  if (state === 'returned') return { tone: 'quiet', words: 'Taken back' };
  if (expires_at !== null && Date.parse(expires_at) <= now) return { tone: 'quiet', words: 'Ended' };
  if (state === null)
    return invitation?.state === 'expired'
      ? { tone: 'warning', words: 'Link ran out' }
      : { tone: 'warning', words: 'Not activated' };
  if (Date.parse(starts_at) > now) return { tone: 'quiet', words: 'Starts later' };
  return { tone: 'good', words: 'In use' };
}

/** Whether its end can be moved: not where it was taken back. */
export const mayExtend = ({ state }: Pick<ReviewedKey, 'state'>): boolean => state !== 'returned';
