import type { Routes } from '../generated/routes.js';
import { phrase } from '../language/phrase.rules.js';
import type { BlockTimes } from '../types.js';
import type { DoorSchedule, TogglePolicy } from './types.js';
import { DAYS, type Day, minutesOf } from './week.rules.js';

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

export const sorted = <B extends BlockTimes>(blocks: readonly B[]): B[] =>
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

/** What keeps a draft from being saved, by the id of the block or exception; a phrase each. */
export function faultsOf(draft: Draft): Map<number, string> {
  const faults = new Map<number, string>();
  const look = (blocks: readonly DraftBlock[]) => {
    for (const { id, from, to } of blocks) {
      if (from === '' || to === '') faults.set(id, phrase('Give it a beginning and an end.'));
      else if (from === to)
        faults.set(id, phrase('It begins when it ends. For a whole day choose 00:00 to 00:00.'));
    }
  };
  for (const day of DAYS) look(draft.week[day]);
  const dates = new Set<string>();
  for (const { id, date, blocks } of draft.exceptions) {
    if (date === '') faults.set(id, phrase('Choose a date.'));
    else if (dates.has(date)) faults.set(id, phrase('This date is there already.'));
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
