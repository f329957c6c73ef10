import { convertIcsCalendar, extendByRecurrenceRule, type IcsEvent } from 'ts-ics';
import { text } from '../language/text.js';

/* The days of an iCalendar file (RFC 5545) on which a door may be closed: all-day events, repeated ones day by day. */

export const MAX_BYTES = 1_000_000;
const MAX_EVENTS = 2_000;
/** Today and so many days after it, as public holidays are published two years ahead. */
const DAYS_AHEAD = 730;
/** Days that repeated events are laid out on before a file is refused, whichever of them count. */
const MAX_LAID_OUT = 100_000;
const DAY_MS = 86_400_000;
const RHYTHMS: readonly string[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];
/** A rule that began before is laid out for longer than a page should take. */
const EARLIEST = Date.parse('1900-01-01T00:00:00Z');

export interface FileDay {
  /** `2026-12-25`. */
  date: string;
  names: string[];
  /** Of the event that names it first. */
  uid: string;
}

export interface CalendarFile {
  /** By date, each once. */
  days: FileDay[];
  /** Events that give no day, and why, in words. */
  leftOut: string[];
  /** Of all its events, also of those that are cancelled. */
  uids: string[];
}

/** The file cannot be used, for a reason that people can read. */
export class CalendarFault extends Error {}

/** @param today `2026-01-07`: days before it are left out without a word */
export function readCalendar(file: string, today: string): CalendarFile {
  if (!/^\uFEFF?BEGIN:VCALENDAR/.test(file.trimStart()))
    throw new CalendarFault(text('This is not an iCalendar file: it does not begin with BEGIN:VCALENDAR.'));
  const events = eventsOf(file.replace(/^\uFEFF/, '').trimStart());
  if (events.length > MAX_EVENTS)
    throw new CalendarFault(
      text('The file has {count} events, more than {max}: divide it.', {
        count: events.length,
        max: MAX_EVENTS,
      }),
    );
  const from = Date.parse(`${today}T00:00:00Z`);
  const span = { from, until: from + DAYS_AHEAD * DAY_MS };
  const moved = movedDays(events);
  const found = new Map<string, FileDay>();
  const leftOut: string[] = [];
  let laidOut = 0;
  for (const [index, event] of events.entries()) {
    const name = event.summary?.trim() || text('Event {number}', { number: index + 1 });
    const why = whyNot(event);
    if (why !== null) leftOut.push(`${name}: ${why}`);
    if (why !== null || event.status === 'CANCELLED') continue;
    const days = daysOf(event, moved.get(event.uid) ?? [], span);
    laidOut += days.length;
    if (laidOut > MAX_LAID_OUT)
      throw new CalendarFault(text('“{name}” and those before it repeat too often.', { name }));
    for (const date of days) {
      const known = found.get(date) ?? { date, names: [], uid: event.uid };
      if (!known.names.includes(name)) found.set(date, { ...known, names: [...known.names, name] });
    }
  }
  const days = [...found.values()].sort((a, b) => a.date.localeCompare(b.date));
  return { days, leftOut, uids: [...new Set(events.map(({ uid }) => uid))] };
}

function eventsOf(file: string): IcsEvent[] {
  try {
    return convertIcsCalendar(undefined, file).events ?? [];
  } catch (error) {
    throw new CalendarFault(text('The file cannot be read: {error}.', { error: (error as Error).message }));
  }
}

/** Days of repeated events that an event of its own stands for, by their name. */
function movedDays(events: readonly IcsEvent[]): Map<string, Date[]> {
  const moved = new Map<string, Date[]>();
  for (const { uid, recurrenceId } of events)
    if (recurrenceId) moved.set(uid, [...(moved.get(uid) ?? []), recurrenceId.value.date]);
  return moved;
}

function whyNot({ start, recurrenceRule }: IcsEvent): string | null {
  if (!start?.date || Number.isNaN(new Date(start.date).getTime())) return text('it has no date');
  if (start.type !== 'DATE') return text('it has a time, and exceptions are whole days');
  if (recurrenceRule && !RHYTHMS.includes(recurrenceRule.frequency)) return text('it repeats within a day');
  if (recurrenceRule && start.date.getTime() < EARLIEST) return text('it repeats since before 1900');
  return null;
}

function daysOf(event: IcsEvent, moved: readonly Date[], span: { from: number; until: number }): string[] {
  const start = event.start.date;
  // The end is outside; without one it is one day.
  const end = event.end ? event.end.date.getTime() : start.getTime() + DAY_MS;
  const length = Math.min(Math.max(1, Math.round((end - start.getTime()) / DAY_MS)), DAYS_AHEAD);
  const exceptions = [...(event.exceptionDates ?? []).map(({ date }) => date), ...moved];
  const starts =
    event.recurrenceRule && !event.recurrenceId
      ? extendByRecurrenceRule(event.recurrenceRule, { start, end: new Date(span.until), exceptions })
      : [start];
  return starts.flatMap((one) =>
    Array.from({ length }, (_, day) => one.getTime() + day * DAY_MS)
      .filter((at) => at >= span.from && at < span.until)
      .map((at) => new Date(at).toISOString().slice(0, 10)),
  );
}
