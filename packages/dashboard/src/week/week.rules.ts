import type { BlockTimes, Door } from '../types.js';

/* A weekly schedule cut into what is drawn of each day. */

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Day = (typeof DAYS)[number];

/** Minutes of the day, `to` outside. */
export interface Piece {
  from: number;
  to: number;
  first_person_in: boolean;
}

export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** `08:15`; `24:00` for the end of the day. */
export const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** A block that ends at or before it begins is over the next day. */
export function piecesOf(entries: readonly (BlockTimes & { days: string[] })[], day: Day): Piece[] {
  const before = DAYS[(DAYS.indexOf(day) + DAYS.length - 1) % DAYS.length] as Day;
  return entries.flatMap(({ days, from, to, first_person_in }) => {
    const start = minutesOf(from);
    const end = minutesOf(to);
    const isOvernight = end <= start;
    const pieces: Piece[] = [];
    if (days.includes(day)) pieces.push({ from: start, to: isOvernight ? 1_440 : end, first_person_in });
    if (isOvernight && end > 0 && days.includes(before)) pieces.push({ from: 0, to: end, first_person_in });
    return pieces;
  });
}

/** Today's exception and those to come, soonest first; `date` is what the door's calendar shows at a moment. */
export function comingExceptions(
  { schedule, day_ends_at }: Pick<Door, 'schedule' | 'day_ends_at'>,
  date: (at: number) => string,
) {
  const today = date(Date.parse(day_ends_at) - 1);
  return schedule
    .filter((entry) => 'date' in entry)
    .filter((entry) => entry.date >= today)
    .sort((a, b) => a.date.localeCompare(b.date));
}
