import type { Routes } from '../generated/routes.js';
import type { BlockTimes, ScheduleEntry } from '../types.js';
import type { DoorSchedule, SchedulePreview, TogglePolicy } from './types.js';
import { DAYS, type Day, dayName, minutesOf } from './week.rules.js';

/* A schedule while it is being changed: the blocks of each day by themselves, as people think of them. */

export interface DraftBlock extends BlockTimes {
  /** Tells blocks apart on the page; not saved. */
  id: number;
}

export interface Draft {
  week: Record<Day, DraftBlock[]>;
  exceptions: { id: number; date: string; blocks: DraftBlock[] }[];
  toggle_policy: TogglePolicy;
}

export type SavedForm = Omit<Routes['PUT /doors/{id}/schedule']['body'], 'version'>;

export const FULL_DAY_NAMES: Record<Day, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

export const NEW_BLOCK: BlockTimes = { from: '08:00', to: '17:00', first_person_in: false };

export function toDraft({
  schedule,
  toggle_policy,
}: Pick<DoorSchedule, 'schedule' | 'toggle_policy'>): Draft {
  let id = 0;
  const block = ({ from, to, first_person_in }: BlockTimes): DraftBlock => ({
    id: ++id,
    from,
    to: to === '00:00' ? '24:00' : to,
    first_person_in,
  });
  const weekly = schedule.filter((entry) => 'days' in entry);
  return {
    week: Object.fromEntries(
      DAYS.map((day) => [day, sorted(weekly.filter(({ days }) => days.includes(day)).map(block))]),
    ) as Draft['week'],
    exceptions: schedule
      .filter((entry) => 'date' in entry)
      .map(({ date, blocks }) => ({ id: ++id, date, blocks: sorted(blocks.map(block)) }))
      .sort((a, b) => a.date.localeCompare(b.date)),
    toggle_policy,
  };
}

/** Days that have the same block share an entry. */
export function toSaved({ week, exceptions, toggle_policy }: Draft): SavedForm {
  const weekly = new Map<string, SavedForm['weekly'][number]>();
  for (const day of DAYS)
    for (const [index, times] of sorted(week[day]).map(bare).entries()) {
      // The same block twice on one day stays two.
      const twin = sorted(week[day])
        .slice(0, index)
        .filter((other) => isSame(other, times)).length;
      const key = `${timesKey(times)} ${twin}`;
      const entry = weekly.get(key) ?? { days: [], ...times };
      entry.days.push(day);
      weekly.set(key, entry);
    }
  return {
    weekly: [...weekly.values()],
    exceptions: [...exceptions]
      .sort((a, b) => a.date.localeCompare(b.date))
      .map(({ date, blocks }) => ({ date, blocks: sorted(blocks).map(bare) })),
    toggle_policy,
  };
}

const bare = ({ from, to, first_person_in }: BlockTimes): BlockTimes => ({ from, to, first_person_in });
const timesKey = ({ from, to, first_person_in }: BlockTimes): string => `${from} ${to} ${first_person_in}`;
const isSame = (a: BlockTimes, b: BlockTimes): boolean => timesKey(a) === timesKey(b);

const sorted = <B extends BlockTimes>(blocks: readonly B[]): B[] =>
  [...blocks].sort((a, b) => a.from.localeCompare(b.from) || a.to.localeCompare(b.to));

/** The next number that no block or exception bears. */
export function freshId({ week, exceptions }: Draft): number {
  const blocks = [...DAYS.flatMap((day) => week[day]), ...exceptions.flatMap((one) => one.blocks)];
  return Math.max(0, ...blocks.map(({ id }) => id), ...exceptions.map(({ id }) => id)) + 1;
}

export function copyDay(draft: Draft, from: Day, to: readonly Day[]): Draft {
  let id = freshId(draft);
  const week = { ...draft.week };
  for (const day of to)
    if (day !== from) week[day] = draft.week[from].map((block) => ({ ...block, id: id++ }));
  return { ...draft, week };
}

/** What keeps a draft from being saved, by the id of the block or exception. */
export function faultsOf(draft: Draft): Map<number, string> {
  const faults = new Map<number, string>();
  const look = (blocks: readonly DraftBlock[]) => {
    for (const { id, from, to } of blocks) {
      if (from === '' || to === '') faults.set(id, 'Give it a beginning and an end.');
      else if (from === to) faults.set(id, 'It begins when it ends. For a whole day choose 00:00 to 00:00.');
    }
  };
  for (const day of DAYS) look(draft.week[day]);
  const dates = new Set<string>();
  for (const { id, date, blocks } of draft.exceptions) {
    if (date === '') faults.set(id, 'Choose a date.');
    else if (dates.has(date)) faults.set(id, 'This date is there already.');
    dates.add(date);
    look(blocks);
  }
  return faults;
}

/** Two blocks of a day that run into each other: allowed, but seldom meant. */
export function overlaps(blocks: readonly BlockTimes[]): boolean {
  const spans = blocks
    .filter(({ from, to }) => from !== '' && to !== '')
    .map(({ from, to }) => ({
      from: minutesOf(from),
      to: minutesOf(to) <= minutesOf(from) ? minutesOf(to) + 1_440 : minutesOf(to),
    }))
    .sort((a, b) => a.from - b.from);
  return spans.some((span, index) => index > 0 && span.from < (spans[index - 1]?.to ?? 0));
}

export const timesWords = ({ from, to, first_person_in }: BlockTimes): string =>
  `${from}–${to}${minutesOf(to) <= minutesOf(from) ? ' the next day' : ''}${first_person_in ? ' (first person)' : ''}`;

export const blocksWords = (blocks: readonly BlockTimes[]): string =>
  blocks.length === 0 ? 'closed' : sorted(blocks).map(timesWords).join(', ');

export const POLICY_WORDS: Record<TogglePolicy, { name: string; means: string }> = {
  none: {
    name: 'No one',
    means: 'Blocks that wait for the first person never begin.',
  },
  manager_keys: {
    name: 'Keys marked for it',
    means:
      'Such a block begins when the door is unlocked with a key that is marked to begin blocks, on the page of its person.',
  },
  all_keys: {
    name: 'Anyone',
    means:
      'Such a block begins with the first unlock from a phone, this dashboard or a program, or when the exit button is pressed.',
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
    const was = oldDates.get(date) ?? 'as every week';
    const is = newDates.get(date) ?? 'as every week';
    if (was !== is) differences.push({ what: dayName(date), was, is });
  }
  if (old.toggle_policy !== draft.toggle_policy)
    differences.push({
      what: 'Begins a block that waits',
      was: POLICY_WORDS[old.toggle_policy].name.toLowerCase(),
      is: POLICY_WORDS[draft.toggle_policy].name.toLowerCase(),
    });
  return differences;
}

/** What saving would change, a line each. */
export const changesOf = (before: readonly ScheduleEntry[], policy: TogglePolicy, draft: Draft): string[] =>
  differencesOf(toDraft({ schedule: [...before], toggle_policy: policy }), draft).map(
    ({ what, was, is }) => `${what}: ${is}, instead of ${was}`,
  );

/** What the door does the moment that it is saved. */
export function effectWords(effect: SchedulePreview['effect'], moment: (at: string) => string): string {
  const { held_before, held_after, override, is_waiting, online } = effect;
  if (!effect.has_hold_relay)
    return 'No hold relay is wired to this door, so a schedule does nothing for it yet.';
  const late = online ? '' : ' Its gateway is offline: it happens when that is back.';
  if (override === 'stay_open')
    return 'The door is set to stay open. The schedule counts again when that ends.';
  if (override === 'closed')
    return 'The door is set to closed for the rest of its block. The schedule counts again after that.';
  const until = effect.until ? ` until ${moment(effect.until)}` : '';
  if (held_after && !held_before) return `Saving opens the door at once${until}.${late}`;
  if (held_before && !held_after && !is_waiting) return `Saving closes the door at once.${late}`;
  if (held_before && is_waiting)
    return `Saving closes the door at once, until the first person comes in.${late}`;
  if (held_after) return `The door stays held open${until}.`;
  if (is_waiting) return 'A block is on: the door is held open as soon as the first person comes in.';
  return 'Nothing changes at this moment.';
}
