import { createHash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { decideDesired } from '../doors/hold/desired.rules.js';
import { noHold } from '../doors/hold/hold.rules.js';
import type { Hold } from '../doors/hold/hold.types.js';
import {
  type BlockTimes,
  blocksAround,
  DAYS,
  type Day,
  merged,
  type ScheduleEntry,
  scheduleAt,
} from '../doors/schedule/schedule.rules.js';

/* What a schedule means day by day, and what saving another would do: by the rules that hold the door. Pure. */

/** What is drawn of a block on one day, in Unix milliseconds and in the wall time of the place. */
export interface DayBlock {
  start: number;
  end: number;
  from: string;
  /** `24:00` for the end of the day. */
  to: string;
  first_person_in: boolean;
  /** It began the day before, or goes on into the next one. */
  is_rest: boolean;
  goes_on: boolean;
}

export interface DayAhead {
  date: string;
  day: Day;
  start: number;
  end: number;
  /** What the wall clock shows when it is put forward (positive) or back. */
  clock_change: { at: string; minutes: number } | null;
  /** A dated exception holds in place of the weekly blocks. */
  is_exception: boolean;
  blocks: DayBlock[];
}

export const DAYS_AHEAD = 14;

/** Today and the days that follow, each with the blocks that touch it. */
export function daysAhead(
  schedule: readonly ScheduleEntry[],
  timezone: string,
  now: number,
  days = DAYS_AHEAD,
): DayAhead[] {
  const exceptions = new Set(schedule.flatMap((entry) => ('date' in entry ? [entry.date] : [])));
  // Including the day before and the day after: their blocks may reach into the first day, or continue the last.
  const blocks = merged(blocksAround(schedule, timezone, now, { ahead: days + 1 }));
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate();
  return Array.from({ length: days }, (_, offset) => {
    const date = today.add({ days: offset });
    const { start, end } = dayBounds(date.toString(), timezone);
    return {
      date: date.toString(),
      day: DAYS[date.dayOfWeek - 1] as Day,
      start,
      end,
      clock_change: clockChange(start, end, timezone),
      is_exception: exceptions.has(date.toString()),
      blocks: blocks
        .filter((block) => block.start < end && block.end > start)
        .map((block) => ({
          start: Math.max(block.start, start),
          end: Math.min(block.end, end),
          from: wallTime(Math.max(block.start, start), timezone),
          to: block.end >= end ? '24:00' : wallTime(block.end, timezone),
          first_person_in: block.first_person_in,
          is_rest: block.start < start,
          goes_on: block.end > end,
        })),
    };
  });
}

/** The day's beginning and end at a place, in Unix milliseconds: 23, 24 or 25 hours apart, or what its zone makes of it. */
export function dayBounds(date: string, timezone: string): { start: number; end: number } {
  const day = Temporal.PlainDate.from(date);
  const begin = (one: Temporal.PlainDate) => one.toZonedDateTime(timezone).startOfDay().epochMilliseconds;
  return { start: begin(day), end: begin(day.add({ days: 1 })) };
}

/** The date that a place's calendar shows at a moment. */
export const dateAt = (at: number, timezone: string): string => zoned(at, timezone).toPlainDate().toString();

export const wallTime = (at: number, timezone: string): string =>
  zoned(at, timezone).toPlainTime().toString({ smallestUnit: 'minute' });

/** As `+02:00`. */
export const offsetAt = (at: number, timezone: string): string => zoned(at, timezone).offset;

const zoned = (at: number, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone);

function clockChange(start: number, end: number, timezone: string): DayAhead['clock_change'] {
  const change = zoned(start, timezone).getTimeZoneTransition('next');
  if (!change || change.epochMilliseconds >= end) return null;
  const before = zoned(change.epochMilliseconds - 1, timezone);
  const minutes = (change.offsetNanoseconds - before.offsetNanoseconds) / 60e9;
  if (minutes === 0) return null;
  const at = before.toPlainTime().add({ milliseconds: 1 });
  return { at: at.toString({ smallestUnit: 'minute' }), minutes };
}

/** What saving a schedule does to the door at once. */
export interface Effect {
  held_before: boolean;
  held_after: boolean;
  /** Until when it is held then; null where it is not, or without an end. */
  until: number | null;
  /** A mode that someone has set: no schedule outranks it. */
  override: 'stay_open' | 'closed' | null;
  /** A block is on that waits for the first person. */
  is_waiting: boolean;
}

export function effectOfSaving(
  hold: Hold | null,
  facts: { schedule: readonly ScheduleEntry[]; timezone: string; on: boolean },
  schedule: readonly ScheduleEntry[],
  now: number,
): Effect {
  const state = { hold: hold ?? noHold, on: facts.on };
  const looked = (given: readonly ScheduleEntry[]): Hold => {
    const found = scheduleAt(given, facts.timezone, now);
    return decideDesired(state, { kind: 'look' }, { now, schedule: found }).state.hold;
  };
  const before = looked(facts.schedule);
  const after = looked(schedule);
  const { on, release_at } = after.desired;
  const active = daysAhead(schedule, facts.timezone, now, 1)[0]?.blocks.filter(
    (block) => block.start <= now && now < block.end,
  );
  return {
    held_before: before.desired.on,
    held_after: on,
    until: on ? release_at : null,
    override: after.override?.mode ?? null,
    is_waiting: !on && after.override === null && (active ?? []).some((block) => block.first_person_in),
  };
}

/** The same for the same schedule and policy, and for no other: what a page saves against. */
export function scheduleVersion(schedule: readonly ScheduleEntry[], policy: string): string {
  const times = ({ from, to, first_person_in }: BlockTimes) => [from, to, first_person_in];
  const entries = schedule.map((entry) =>
    'date' in entry ? [entry.date, entry.blocks.map(times)] : [entry.days, times(entry)],
  );
  return createHash('sha256')
    .update(JSON.stringify([policy, entries]))
    .digest('hex')
    .slice(0, 32);
}
