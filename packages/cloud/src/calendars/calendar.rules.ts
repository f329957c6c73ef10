import { createHash } from 'node:crypto';
import {
  type DecidedDate,
  decidedDates,
  effectiveWeek,
  type Places,
} from '../doors/schedule/effective.rules.js';
import { type BlockTimes, DAYS, type Day, type ScheduleEntry } from '../doors/schedule/schedule.rules.js';
import type { CalendarDay, CalendarSource, DoorsAlike } from '../doors/store/calendars.js';

/* What calendars say, where they overlap, and what a year of them looks like. Pure. */

/** A date as people set it. */
export interface SetDay {
  date: string;
  name: string;
  /** `[]`: closed; null: as every week, whatever the holidays say. */
  blocks: BlockTimes[] | null;
  /** Of the event of a file; null where it was set by hand. */
  uid: string | null;
}

export interface Holiday {
  date: string;
  name: string;
}

/** Where public holidays are looked up; `region` is a state, or a state and a region of it as `BY.A`. */
export interface HolidaysOf {
  country: string;
  region: string | null;
}

/** What is said of an overlap: the door's own schedule, or a calendar by its name. */
export interface Who {
  kind: 'door' | 'calendar';
  name: string;
}

/** The years that a calendar knows the holidays of: the one before, for looking back, and those ahead of schedules. */
export function yearsAt(now: number): number[] {
  const year = new Date(now).getUTCFullYear();
  return [year - 1, year, year + 1, year + 2, year + 3];
}

/** Holidays are looked up again each month: years come into sight, and laws change with a new release. */
export function renewalAfter(now: number): Date {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
}

/** A date that people have set stands in place of a holiday. */
export function daysOf(setDays: readonly SetDay[], holidays: readonly Holiday[]): CalendarDay[] {
  const days = new Map<string, CalendarDay>();
  for (const { date, name } of holidays) {
    const before = days.get(date);
    const both = before && before.name !== name ? `${before.name}, ${name}` : name;
    days.set(date, { date, name: both, source: 'holiday', blocks: [] });
  }
  for (const { date, name, blocks, uid } of setDays)
    if (blocks === null) days.delete(date);
    else days.set(date, { date, name, blocks, source: uid === null ? 'hand' : 'file' });
  return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}

export interface CalendarFields {
  name: string;
  weekly: readonly (BlockTimes & { days: Day[] })[];
  set_days: readonly SetDay[];
  holidays: HolidaysOf | null;
  locks: readonly number[];
  locations: readonly number[];
}

/** The same for the same content, and for no other: what a page saves against. */
export function calendarVersion(fields: CalendarFields): string {
  const times = ({ from, to, first_person_in }: BlockTimes) => [from, to, first_person_in];
  const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
  const { name, weekly, set_days, holidays, locks, locations } = fields;
  const said = [
    name,
    weekly.map((entry) => [entry.days, times(entry)]),
    set_days.map(({ date, name, blocks, uid }) => [date, name, blocks?.map(times) ?? null, uid]),
    holidays && [holidays.country, holidays.region],
    sorted(locks),
    sorted(locations),
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 32);
}

export interface Overlap {
  date: string;
  blocks: BlockTimes[];
  wins: Who[];
  loses: Who[];
  /** Who loses says something else than who wins. */
  differs: boolean;
  locks: number[];
}

/** Dates from `today` on that several name for one door, those that differ first; with `of`, where that calendar is among them. */
export function overlapsOf(doors: readonly DoorsAlike[], today: string, of: string | null = null): Overlap[] {
  const found = new Map<string, Overlap>();
  for (const { locks, places } of doors)
    for (const decided of decidedDates(places)) {
      const named = [...decided.wins, ...decided.loses];
      if (named.length < 2 || decided.date < today) continue;
      if (of !== null && !named.some(({ id }) => id === of)) continue;
      const overlap = { ...shown(decided), locks: [...locks] };
      const key = JSON.stringify([overlap.date, overlap.wins, overlap.loses, overlap.blocks]);
      const known = found.get(key);
      if (known) known.locks.push(...locks);
      else found.set(key, overlap);
    }
  return [...found.values()].sort(
    (a, b) => Number(b.differs) - Number(a.differs) || (a.date < b.date ? -1 : a.date > b.date ? 1 : 0),
  );
}

export interface YearDay extends Omit<Overlap, 'locks'> {
  /** What the date is called by who wins; empty where it has no name. */
  name: string;
}

export interface Year {
  /** What every week has where no date says otherwise, by day of the week. */
  week: Record<Day, BlockTimes[]>;
  week_by: Who[];
  days: YearDay[];
}

/** The dates of a year, and the week around them. */
export function yearOf(places: Places<CalendarSource>, year: number): Year {
  const sources = effectiveWeek(places);
  const entries = sources.flatMap((source) => source.entries);
  return {
    week: Object.fromEntries(DAYS.map((day) => [day, blocksOn(entries, day)])) as Year['week'],
    week_by: sources.map(whoIs),
    days: decidedDates(places)
      .filter(({ date }) => date.startsWith(`${year}-`))
      .map((decided) => ({ ...shown(decided), name: nameOf(decided) })),
  };
}

const blocksOn = (entries: readonly ScheduleEntry[], day: Day): BlockTimes[] =>
  entries.flatMap((entry) =>
    'days' in entry && entry.days.includes(day)
      ? [{ from: entry.from, to: entry.to, first_person_in: entry.first_person_in }]
      : [],
  );

const shown = ({ date, blocks, wins, loses, differs }: DecidedDate<CalendarSource>) => ({
  date,
  blocks,
  wins: wins.map(whoIs),
  loses: loses.map(whoIs),
  differs,
});

const whoIs = ({ id, name }: CalendarSource): Who =>
  id === null ? { kind: 'door', name: '' } : { kind: 'calendar', name };

/** A door's own exceptions have no names: a calendar's is taken, as it says which day it is. */
function nameOf({ date, wins, loses }: DecidedDate<CalendarSource>): string {
  const names = [...wins, ...loses].flatMap(({ days }) =>
    days.flatMap((day) => (day.date === date && day.name !== '' ? [day.name] : [])),
  );
  return names[0] ?? '';
}
