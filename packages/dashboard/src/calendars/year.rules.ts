import type { BlockTimes } from '../types.js';
import { DAYS, minutesOf } from '../week/week.rules.js';
import type { Year, YearDay } from './types.js';

/* A year as twelve months of weeks: what each day is, how dark it is, and where the keyboard goes. */

export type DayLook = 'closed' | 'exception' | 'week' | 'none';

export interface ShownDay {
  date: string;
  /** Of the month. */
  number: number;
  look: DayLook;
  /** The part of the day with hours, 0 to 1. */
  open: number;
  exception: YearDay | null;
  blocks: readonly BlockTimes[];
}

export interface Month {
  /** `2026-01`. */
  id: string;
  /** Weeks from Monday on; null is a day of another month. */
  weeks: (ShownDay | null)[][];
}

const DAY_MS = 86_400_000;
const isoOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const atOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);
/** Monday is 0. */
const weekdayOf = (date: string): number => (new Date(atOf(date)).getUTCDay() + 6) % 7;

export function monthsOf(year: Year): Month[] {
  const exceptions = new Map(year.days.map((day) => [day.date, day]));
  return Array.from({ length: 12 }, (_, index) => {
    const first = Date.UTC(year.year, index, 1);
    const length = (Date.UTC(year.year, index + 1, 1) - first) / DAY_MS;
    const days = Array.from({ length }, (_, day) => shownDay(isoOf(first + day * DAY_MS), year, exceptions));
    const cells: (ShownDay | null)[] = [...Array(weekdayOf(isoOf(first))).fill(null), ...days];
    while (cells.length % 7 !== 0) cells.push(null);
    return {
      id: isoOf(first).slice(0, 7),
      weeks: Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7)),
    };
  });
}

function shownDay(date: string, { week }: Year, exceptions: ReadonlyMap<string, YearDay>): ShownDay {
  const exception = exceptions.get(date) ?? null;
  const blocks = exception?.blocks ?? week[DAYS[weekdayOf(date)] ?? 'mon'] ?? [];
  const look = exception
    ? exception.blocks.length === 0
      ? 'closed'
      : 'exception'
    : blocks.length > 0
      ? 'week'
      : 'none';
  return { date, number: Number(date.slice(8)), look, open: partOpen(blocks), exception, blocks };
}

/** Blocks that overlap count once; one over midnight counts up to it. */
export function partOpen(blocks: readonly BlockTimes[]): number {
  const spans = blocks
    .map(({ from, to }) => [minutesOf(from), minutesOf(to) <= minutesOf(from) ? 1_440 : minutesOf(to)])
    .sort(([a = 0], [b = 0]) => a - b);
  let end = 0;
  let minutes = 0;
  for (const [from = 0, to = 0] of spans) {
    minutes += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return minutes / 1_440;
}

/** Where a key goes from a day; null: nowhere. The year is not left. */
export function dayBeside(date: string, key: string, year: number): string | null {
  const at = new Date(atOf(date));
  const month = (by: number) => {
    const first = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + by, 1);
    const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + by + 1, 0)).getUTCDate();
    return first + (Math.min(at.getUTCDate(), last) - 1) * DAY_MS;
  };
  const moves: Record<string, () => number> = {
    ArrowLeft: () => at.getTime() - DAY_MS,
    ArrowRight: () => at.getTime() + DAY_MS,
    ArrowUp: () => at.getTime() - 7 * DAY_MS,
    ArrowDown: () => at.getTime() + 7 * DAY_MS,
    PageUp: () => month(-1),
    PageDown: () => month(1),
    Home: () => Date.UTC(year, 0, 1),
    End: () => Date.UTC(year, 11, 31),
  };
  const move = moves[key];
  if (!move) return null;
  return isoOf(Math.min(Math.max(move(), Date.UTC(year, 0, 1)), Date.UTC(year, 11, 31)));
}
