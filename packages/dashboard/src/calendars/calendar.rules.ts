import { phrase } from '../language/phrase.rules.js';
import type { CalendarFile } from '../week/calendar-file.js';
import {
  type DraftBlock,
  faultsOf,
  type Draft as ScheduleDraft,
  toDraft,
  toSaved,
} from '../week/editor.rules.js';
import type { Calendar, CalendarBody, SetDay } from './types.js';

/* A calendar while it is being changed, and what a file does to it. */

export type DayKind = 'closed' | 'open' | 'as_usual';

export interface DraftDay {
  /** Tells days apart on the page; not saved. */
  id: number;
  date: string;
  name: string;
  kind: DayKind;
  /** Counts for `open`. */
  blocks: DraftBlock[];
  uid: string | null;
}

export interface Draft {
  name: string;
  week: ScheduleDraft['week'];
  days: DraftDay[];
  holidays: Calendar['holidays'];
  locks: Calendar['locks'];
  locations: number[];
}

export const KIND_WORDS: Record<DayKind, string> = {
  closed: phrase('closed all day'),
  open: phrase('other hours'),
  as_usual: phrase('as every week, holiday or not'),
};

export function draftOf(calendar: Calendar): Draft {
  const { week } = toDraft({ schedule: calendar.weekly, toggle_policy: 'none' });
  let id = Math.max(0, ...Object.values(week).flatMap((blocks) => blocks.map((block) => block.id)));
  return {
    name: calendar.name,
    week,
    days: calendar.set_days.map(({ date, name, blocks, uid }) => ({
      id: ++id,
      date,
      name,
      uid,
      kind: blocks === null ? 'as_usual' : blocks.length === 0 ? 'closed' : 'open',
      blocks: (blocks ?? []).map((block) => ({ ...block, id: ++id })),
    })),
    holidays: calendar.holidays,
    locks: calendar.locks,
    locations: calendar.locations.map((location) => location.id),
  };
}

export function bodyOf({ name, week, days, holidays, locks, locations }: Draft): CalendarBody {
  const { weekly } = toSaved({ week, exceptions: [], toggle_policy: 'none' });
  return {
    name,
    weekly,
    set_days: [...days]
      .sort((a, b) => a.date.localeCompare(b.date))
      .map((day) => ({ date: day.date, name: day.name.trim(), blocks: blocksOf(day), uid: day.uid })),
    holidays,
    locks: locks.map(({ id }) => id).sort((a, b) => a - b),
    locations: [...locations].sort((a, b) => a - b),
  };
}

/** Null: as every week. */
function blocksOf({ kind, blocks }: DraftDay): SetDay['blocks'] {
  if (kind === 'as_usual') return null;
  return kind === 'closed'
    ? []
    : blocks.map(({ from, to, first_person_in }) => ({ from, to, first_person_in }));
}

/** What keeps a draft from being saved, by the id of the day or block; a phrase each. */
export function faultsIn({ week, days }: Draft): Map<number, string> {
  const exceptions = days.map((day) => ({ ...day, blocks: day.kind === 'open' ? day.blocks : [] }));
  const faults = faultsOf({ week, exceptions, toggle_policy: 'none' });
  for (const day of exceptions)
    if (day.kind === 'open' && day.blocks.length === 0)
      faults.set(day.id, phrase('Add hours, or close the day.'));
  return faults;
}

/** The next number that no day or block bears. */
export const freshIdOf = ({ week, days }: Draft): number =>
  1 +
  Math.max(
    0,
    ...Object.values(week).flatMap((blocks) => blocks.map((block) => block.id)),
    ...days.flatMap((day) => [day.id, ...day.blocks.map((block) => block.id)]),
  );

export interface Taken {
  days: DraftDay[];
  added: number;
  /** Of events of the file that were here, and stay or change. */
  replaced: number;
  /** Were here by an event of the file, which no longer has them. */
  removed: number;
  /** Dates of the file that are set here by hand or by another event, and stay. */
  kept: { date: string; names: string[] }[];
}

/**
 * What a file makes of the days of a calendar: events that it has had before are replaced by their UID, from `today` on;
 * other days stay, also where the file names them.
 */
export function takeFile(
  days: readonly DraftDay[],
  file: CalendarFile,
  today: string,
  freshId: number,
): Taken {
  const uids = new Set(file.uids);
  const isOfFile = ({ uid, date }: DraftDay) => uid !== null && uids.has(uid) && date >= today;
  const before = new Set(days.filter(isOfFile).map(({ date }) => date));
  const others = days.filter((day) => !isOfFile(day));
  const taken = new Set(others.map(({ date }) => date));
  const fresh = file.days.filter(({ date }) => !taken.has(date));
  return {
    days: [
      ...others,
      ...fresh.map(
        ({ date, names, uid }, index): DraftDay => ({
          id: freshId + index,
          date,
          name: names.join(', '),
          kind: 'closed',
          blocks: [],
          uid,
        }),
      ),
    ].sort((a, b) => a.date.localeCompare(b.date)),
    added: fresh.filter(({ date }) => !before.has(date)).length,
    replaced: fresh.filter(({ date }) => before.has(date)).length,
    removed: [...before].filter((date) => !fresh.some((day) => day.date === date)).length,
    kept: file.days.filter(({ date }) => taken.has(date)).map(({ date, names }) => ({ date, names })),
  };
}
