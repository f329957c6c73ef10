import { phrase, text } from '../language/text.js';
import type { BlockTimes, ScheduleEntry } from '../types.js';
import { dayName, FULL_DAY_NAMES } from './days.js';
import { type Draft, sorted, toDraft } from './editor.rules.js';
import type { SchedulePreview, TogglePolicy } from './types.js';
import { DAYS, minutesOf } from './week.rules.js';

/* Schedules, and changes to them, in words. */

export function timesWords({ from, to, first_person_in }: BlockTimes): string {
  const times =
    minutesOf(to) <= minutesOf(from) ? text('{from}–{to} the next day', { from, to }) : `${from}–${to}`;
  return first_person_in ? text('{times} (first person)', { times }) : times;
}

export const blocksWords = (blocks: readonly BlockTimes[]): string =>
  blocks.length === 0 ? text('closed') : sorted(blocks).map(timesWords).join(', ');

export const POLICY_WORDS: Record<TogglePolicy, { name: string; means: string }> = {
  none: {
    name: phrase('No one'),
    means: phrase('Blocks that wait for the first person never begin.'),
  },
  manager_keys: {
    name: phrase('Keys marked for it'),
    means: phrase(
      'Such a block begins when the door is unlocked with a key that is marked to begin blocks, on the page of its person.',
    ),
  },
  all_keys: {
    name: phrase('Anyone'),
    means: phrase(
      'Such a block begins with the first unlock from a phone, this dashboard or a program, or when the exit button is pressed.',
    ),
  },
};

export interface Difference {
  /** Days, a date, or who begins a block. */
  what: string;
  was: string;
  is: string;
}

/** Where two schedules differ; days that change alike are one. */
export function differencesOf(old: Draft, draft: Draft): Difference[] {
  const differences: Difference[] = [];
  const alike = new Map<string, Difference>();
  for (const day of DAYS) {
    const [was, is] = [blocksWords(old.week[day]), blocksWords(draft.week[day])];
    if (was === is) continue;
    const same = alike.get(`${is}, instead of ${was}`);
    if (same) same.what += `, ${FULL_DAY_NAMES[day]}`;
    else {
      const difference = { what: FULL_DAY_NAMES[day], was, is };
      alike.set(`${is}, instead of ${was}`, difference);
      differences.push(difference);
    }
  }
  const oldDates = new Map(old.exceptions.map(({ date, blocks }) => [date, blocksWords(blocks)]));
  const newDates = new Map(draft.exceptions.map(({ date, blocks }) => [date, blocksWords(blocks)]));
  for (const date of [...new Set([...oldDates.keys(), ...newDates.keys()])].sort()) {
    const was = oldDates.get(date) ?? text('as every week');
    const is = newDates.get(date) ?? text('as every week');
    if (was !== is) differences.push({ what: dayName(date), was, is });
  }
  if (old.toggle_policy !== draft.toggle_policy)
    differences.push({
      what: text('Who begins a block that waits'),
      was: text(POLICY_WORDS[old.toggle_policy].name),
      is: text(POLICY_WORDS[draft.toggle_policy].name),
    });
  return differences;
}

/** What saving would change, a line each. */
export const changesOf = (before: readonly ScheduleEntry[], policy: TogglePolicy, draft: Draft): string[] =>
  differencesOf(toDraft({ schedule: [...before], toggle_policy: policy }), draft).map((one) =>
    text('{what}: {is}, instead of {was}', { ...one }),
  );

/** What the door does the moment that it is saved. */
export function effectWords(effect: SchedulePreview['effect'], moment: (at: string) => string): string {
  const { held_before, held_after, override, is_waiting, online } = effect;
  if (!effect.has_hold_relay)
    return text('No hold relay is wired to this door, so a schedule does nothing for it yet.');
  if (override === 'stay_open')
    return text('The door is held open by hand. The schedule counts again when that ends.');
  if (override === 'closed')
    return text('The door is closed for the rest of its block. The schedule counts again after that.');
  const until = effect.until && moment(effect.until);
  const late = (words: string) =>
    online ? words : `${words} ${text('Its gateway is offline: it happens when that is back.')}`;
  if (held_after && !held_before)
    return late(
      until
        ? text('Saving opens the door at once until {until}.', { until })
        : text('Saving opens the door at once.'),
    );
  if (held_before && !held_after)
    return late(
      is_waiting
        ? text('Saving closes the door at once, until the first person comes in.')
        : text('Saving closes the door at once.'),
    );
  if (held_after)
    return until
      ? text('The door stays held open until {until}.', { until })
      : text('The door stays held open.');
  if (is_waiting) return text('A block is on: the door is held open as soon as the first person comes in.');
  return text('Nothing changes at this moment.');
}
