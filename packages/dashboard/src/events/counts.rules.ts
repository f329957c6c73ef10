import type { AnswerOf } from '@door-access/protocol/contract';
import type { Routes } from '../generated/routes.js';
import { phrase } from '../language/phrase.rules.js';
import type { ZoneWords } from '../words/zone.rules.js';

/* What the chart of events shows. */

export type Counts = AnswerOf<Routes['GET /event-counts']>;
export type Bucket = Counts['buckets'][number];

export const SERIES = [
  { key: 'granted', name: phrase('Unlocked'), tone: 'good' },
  { key: 'denied', name: phrase('Denied or failed'), tone: 'warning' },
  { key: 'alarms', name: phrase('Forced or left open'), tone: 'alarm' },
  { key: 'movements', name: phrase('Door movements'), tone: 'quiet' },
  { key: 'holds', name: phrase('Holds'), tone: 'quiet' },
  { key: 'maintenance', name: phrase('Maintenance'), tone: 'quiet' },
  { key: 'presence', name: phrase('Online and offline'), tone: 'quiet' },
] as const;

export const totalOf = (bucket: Bucket): number => SERIES.reduce((sum, { key }) => sum + bucket[key], 0);

/** The series that have at least one event. */
export const seriesOf = (buckets: readonly Bucket[]) =>
  SERIES.filter(({ key }) => buckets.some((bucket) => bucket[key] > 0));

/** The hour or the day of a bucket. */
export const labelOf = (
  at: string,
  unit: Counts['unit'],
  words: Pick<ZoneWords, 'day' | 'dateTime'>,
): string => (unit === 'hour' ? words.dateTime(at) : words.day(at));
