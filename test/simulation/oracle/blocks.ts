import { type BlockPlan, DAYS, type LocationPlan, type LockPlan, type ScheduleEntry } from '../layout.js';

/* When the blocks of a schedule begin and end, by the clocks of their location. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Part {
  start: number;
  end: number;
  firstPersonIn: boolean;
}

/** Blocks that touch or overlap are one block. */
export function joined(parts: readonly Part[]): { start: number; end: number; parts: Part[] }[] {
  const blocks: { start: number; end: number; parts: Part[] }[] = [];
  for (const part of parts.toSorted((a, b) => a.start - b.start)) {
    const before = blocks.at(-1);
    if (before && part.start <= before.end) {
      before.end = Math.max(before.end, part.end);
      before.parts.push(part);
    } else blocks.push({ start: part.start, end: part.end, parts: [part] });
  }
  return blocks;
}

export function blocksOf({ schedule }: LockPlan, location: LocationPlan, start: number, until: number) {
  const blocks: Part[] = [];
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  for (let midnight = Math.floor(start / DAY) * DAY - 2 * DAY; midnight < until + DAY; midnight += DAY)
    for (const { from, to, first_person_in } of timesOn(schedule, new Date(midnight)))
      blocks.push({
        start: shown(location, midnight + minutes(from) * MINUTE).at,
        end: endOf(location, midnight + minutes(to) * MINUTE + (minutes(to) > minutes(from) ? 0 : DAY)),
        firstPersonIn: first_person_in,
      });
  return joined(blocks.filter((block) => block.start < block.end));
}

/** What a date has of its own stands for the whole of what the week says. */
function timesOn(schedule: readonly ScheduleEntry[], midnight: Date): BlockPlan[] {
  const own = schedule.find((entry) => 'date' in entry && entry.date === midnight.toISOString().slice(0, 10));
  if (own && 'date' in own) return own.blocks;
  const today = DAYS[midnight.getUTCDay()] as string;
  return schedule.flatMap((entry) => ('days' in entry && entry.days.includes(today) ? [entry] : []));
}

/**
 * When a location's clocks first show a wall time, here written as if it were UTC; what they skip counts as shown when
 * they jump.
 */
function shown({ clock }: LocationPlan, wallTime: number): { at: number; skipped: boolean } {
  for (const [index, { at: from, ahead }] of clock.entries()) {
    const at = wallTime - ahead * 60 * MINUTE;
    const until = clock[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    if (at < from) return { at: from, skipped: true };
    if (at < until) return { at, skipped: false };
  }
  return { at: wallTime, skipped: false };
}

/** When the minute before a wall time is over for the first time. */
function endOf(location: LocationPlan, wallTime: number): number {
  const { at, skipped } = shown(location, wallTime - MINUTE);
  return skipped ? at : at + MINUTE;
}
