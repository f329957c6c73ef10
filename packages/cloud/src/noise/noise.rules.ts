import { Temporal } from 'temporal-polyfill';
import type { PastEvent } from './replay.rules.js';

/* Which alarms of a door were nuisance, and why: pure. What is not explained counts as real. */

export const CAUSES = ['press_after', 'slow_exit', 'bounce', 'just_past', 'daily'] as const;
export type Cause = (typeof CAUSES)[number];

export interface JudgedAlarm {
  id: number;
  type: 'door.forced' | 'door.left_open';
  at: number;
  /** Null: nothing explains it, so it is taken for real. */
  cause: Cause | null;
}

/** The contact of a door is faster than a person's hand on the button: a press so soon behind the opening was for it. */
const PRESS_AFTER_MS = 4_000;
/** A person who presses, gathers their things and goes is slower than the window, but not by much. */
const SLOW_EXIT_WINDOWS = 4;
/** A leaf that bounces off its frame opens so soon after its close, or for so short a time. */
const BOUNCE_BEHIND_CLOSE_MS = 2_500;
const BOUNCE_OPEN_MS = 900;
/** Past its time by at most as long again: people who hold a door for others, or carry something through it. */
const JUST_PAST_LEAST_MS = 45_000;
/** The same time of day, on so many days of those before and behind. */
const DAILY_WITHIN_MIN = 25;
const DAILY_DAYS = 4;
const DAILY_SPAN_DAYS = 14;

/** @param events of one door, by time */
export function judgeNoise(
  events: readonly PastEvent[],
  { left_open_ms, window_ms, timezone }: { left_open_ms: number; window_ms: number; timezone: string },
): JudgedAlarm[] {
  const alarms = events.filter(isAlarm);
  const days = alarms.map(({ at }) => dayAndMinute(at, timezone));
  return alarms.map((alarm, index) => ({
    id: alarm.id,
    type: alarm.type as JudgedAlarm['type'],
    at: alarm.at,
    cause:
      (alarm.type === 'door.forced'
        ? causeOfForced(events, alarm, window_ms)
        : causeOfLeftOpen(events, alarm, left_open_ms)) ?? (isDaily(alarms, days, index) ? 'daily' : null),
  }));
}

const isAlarm = ({ type, explanation }: PastEvent): boolean =>
  (type === 'door.forced' || type === 'door.left_open') &&
  !explanation?.under_test &&
  !explanation?.under_maintenance;

function causeOfForced(events: readonly PastEvent[], alarm: PastEvent, windowMs: number): Cause | null {
  const at = indexFrom(events, alarm.at);
  const closed = nextOf(events, at, 'door.closed');
  const closedBefore = events.slice(Math.max(0, at - 8), at).findLast(({ type }) => type === 'door.closed');
  const isBehindClose = closedBefore !== undefined && alarm.at - closedBefore.at <= BOUNCE_BEHIND_CLOSE_MS;
  const isShort = closed !== null && closed.at - alarm.at <= BOUNCE_OPEN_MS;
  if (isBehindClose || isShort) return 'bounce';
  const press = nextOf(events, at, 'door.exit_button');
  if (press !== null && press.at > alarm.at && press.at - alarm.at <= PRESS_AFTER_MS) return 'press_after';
  const { unlock, exit_button } = alarm.explanation ?? {};
  const opened = events.slice(Math.max(0, at - 20), at).findLast(({ type }) => type === 'door.opened');
  // By what someone has gone through the door already, no one goes again.
  const unused = opened === undefined ? Number.POSITIVE_INFINITY : alarm.at - opened.at;
  const ages = [unlock?.age_ms, exit_button?.released_ms ?? exit_button?.age_ms];
  const isSlow = ages.some((age) => age !== undefined && age <= windowMs * SLOW_EXIT_WINDOWS && age < unused);
  return isSlow ? 'slow_exit' : null;
}

function causeOfLeftOpen(events: readonly PastEvent[], alarm: PastEvent, leftOpenMs: number): Cause | null {
  const closed = nextOf(events, indexFrom(events, alarm.at), 'door.closed');
  const past = Math.max(JUST_PAST_LEAST_MS, leftOpenMs);
  return closed !== null && closed.at - alarm.at <= past ? 'just_past' : null;
}

/** The first event at this time or behind it. */
function indexFrom(events: readonly PastEvent[], at: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle] as PastEvent).at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function nextOf(events: readonly PastEvent[], from: number, type: string): PastEvent | null {
  for (let index = from; index < events.length && index < from + 200; index++)
    if (events[index]?.type === type) return events[index] as PastEvent;
  return null;
}

interface DayAndMinute {
  day: number;
  minute: number;
}

function dayAndMinute(at: number, timezone: string): DayAndMinute {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone);
  const day = Math.floor(Date.UTC(local.year, local.month - 1, local.day) / 86_400_000);
  return { day, minute: local.hour * 60 + local.minute };
}

/** Someone comes at the same time on many days: a key that the service does not know, or a reader that is not connected. */
function isDaily(alarms: readonly PastEvent[], days: readonly DayAndMinute[], index: number): boolean {
  const { day, minute } = days[index] as DayAndMinute;
  const { type } = alarms[index] as PastEvent;
  const same = new Set<number>();
  for (const step of [-1, 1])
    for (let other = index + step; ; other += step) {
      const found = days[other];
      if (!found || Math.abs(found.day - day) > DAILY_SPAN_DAYS) break;
      if (found.day === day || alarms[other]?.type !== type) continue;
      const apart = Math.abs(found.minute - minute);
      if (Math.min(apart, 1_440 - apart) <= DAILY_WITHIN_MIN) same.add(found.day);
    }
  return same.size >= DAILY_DAYS;
}
