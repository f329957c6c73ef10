import type { AlarmWhat } from '../notice.types.js';

/* What a weekly report says, and the texts of every language. Dates are local, `2026-01-05`. */

export const WEEKLY_CAUSES = [
  'press_after',
  'slow_exit',
  'bounce',
  'just_past',
  'daily',
  'unexplained',
] as const;
export type WeeklyCause = (typeof WEEKLY_CAUSES)[number];

/** In the week of the report, and in the one before. */
export interface Counted<Name extends string> {
  name: Name;
  count: number;
  before: number;
}

export interface Bar {
  /** Of the day, or of the first day of the week. */
  date: string;
  real: number;
  nuisance: number;
}

export interface WeeklyCounts {
  days: Bar[];
  weeks: Bar[];
  kinds: Counted<AlarmWhat>[];
  /** Of doors that were forced or left open. */
  causes: Counted<WeeklyCause>[];
}

/** The first of a list, and how many it has. */
export interface FirstOf<Row> {
  rows: Row[];
  total: number;
}

export interface WeeklyFacts extends WeeklyCounts {
  /** By the number of alarms that were no nuisance. */
  doors: FirstOf<{ id: number; name: string; place: string; real: number; nuisance: number }>;
  /** Forced and left open, unexplained; those that no one has acknowledged first. */
  alarms: FirstOf<{ id: number; what: AlarmWhat; name: string; started_at: string; acknowledged: boolean }>;
  gateways: FirstOf<{ id: string; name: string; since: string | null }>;
  /** Keys that end within a week, those of visitors aside. */
  keys_ending: number;
  tests: { tested: number; overdue: number; never: number; failed: number };
}

export interface WeeklyData extends WeeklyFacts {
  organisation: string;
  location: string;
  timezone: string;
  /** Of the pages. */
  origin: string;
  /** Ends the report without signing in. */
  unsubscribe: string;
}

/** One language's texts. */
export interface WeeklyWords {
  subject(location: string, alarms: number): string;
  /** Of which days, as `Mon 5/1`. */
  days(from: string, to: string): string;
  total(count: number, before: number): string;
  /** Percentages; null where there was nothing to judge. */
  nuisance(share: number | null, before: number | null): string;
  byDay: string;
  byWeek: string;
  real: string;
  nuisanceShort: string;
  doors: string;
  door: string;
  noDoors: string;
  kinds: string;
  causes: string;
  thisWeek: string;
  weekBefore: string;
  what: Record<AlarmWhat, string>;
  cause: Record<WeeklyCause, string>;
  noAlarms: string;
  open: string;
  acknowledged: string;
  notAcknowledged: string;
  noOpen: string;
  gateways: string;
  since(moment: string): string;
  noGateways: string;
  more(count: number): string;
  keys: string;
  keysEnding(count: number): string;
  tests: string;
  tested(count: number): string;
  overdue(count: number): string;
  never(count: number): string;
  failed(count: number): string;
  action: string;
  why: string;
  stop: string;
}
