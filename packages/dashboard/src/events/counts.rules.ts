/* What the picture of events shows. */

export interface Bucket {
  /** The location's own time, without a zone. */
  at: string;
  granted: number;
  denied: number;
  alarms: number;
}

export interface Counts {
  unit: 'hour' | 'day';
  timezone: string;
  is_cut: boolean;
  buckets: Bucket[];
}

export const SERIES = [
  { key: 'granted', name: 'Opened with access', tone: 'good' },
  { key: 'denied', name: 'Denied or failed', tone: 'warning' },
  { key: 'alarms', name: 'Forced or left open', tone: 'alarm' },
] as const;

export const totalOf = ({ granted, denied, alarms }: Bucket): number => granted + denied + alarms;

const DAY = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const HOUR = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** Read as UTC and written as UTC: the time stays the location's, wherever the browser is. */
export const labelOf = (at: string, unit: Counts['unit']): string =>
  (unit === 'hour' ? HOUR : DAY).format(new Date(`${at}Z`));
