import {
  type BlockPlan,
  DAYS,
  type Layout,
  type LocationPlan,
  type LockPlan,
  type ScheduleEntry,
} from '../layout.js';
import type { World } from '../world.js';

/* When the blocks of a door begin and end, by its own schedule, its calendars and the clocks of their location. */

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

export function blocksOf(
  layout: Layout,
  plan: LockPlan,
  location: LocationPlan,
  start: number,
  until: number,
) {
  const schedules = schedulesOf(layout, plan, location);
  const blocks: Part[] = [];
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  for (let midnight = Math.floor(start / DAY) * DAY - 2 * DAY; midnight < until + DAY; midnight += DAY)
    for (const { from, to, first_person_in } of timesOn(schedules, new Date(midnight)))
      blocks.push({
        start: shown(location, midnight + minutes(from) * MINUTE).at,
        end: endOf(location, midnight + minutes(to) * MINUTE + (minutes(to) > minutes(from) ? 0 : DAY)),
        firstPersonIn: first_person_in,
      });
  return joined(blocks.filter((block) => block.start < block.end));
}

type Blocks = ReturnType<typeof blocksOf>;

/** The blocks of a door since a calendar was saved, or from the beginning on, and those that a change of one has cut into. */
export interface Epoch {
  since: number;
  blocks: Blocks;
  unsure: Pick<Blocks[number], 'start' | 'end'>[];
}

/**
 * The blocks of a door as its calendars stood, one epoch behind another. Into what a change has cut, what was begun by
 * people may last or end.
 */
export function epochsOf(
  { layout, seen, scheduler }: World,
  plan: LockPlan,
  location: LocationPlan,
): Epoch[] {
  const calendars = [...layout.calendars];
  const laidOut = () => blocksOf({ ...layout, calendars }, plan, location, layout.start, scheduler.now);
  const epochs: Epoch[] = [{ since: Number.NEGATIVE_INFINITY, blocks: laidOut(), unsure: [] }];
  for (const { at, calendar, entries } of seen.calendars) {
    const saved = calendars[calendar];
    const before = epochs.at(-1);
    if (!saved || !before) continue;
    calendars[calendar] = { ...saved, entries };
    const blocks = laidOut();
    if (JSON.stringify(blocks) === JSON.stringify(before.blocks)) continue;
    const cut = [...before.blocks, ...blocks].filter(({ start, end }) => start <= at && at < end);
    epochs.push({ since: at, blocks, unsure: [...before.unsure, ...cut] });
  }
  return epochs;
}

/** What speaks for a door, nearest first: itself, its calendars, those of its location, of the one above. */
export function schedulesOf(
  { calendars }: Layout,
  { id, schedule }: LockPlan,
  { ancestors }: LocationPlan,
): ScheduleEntry[][][] {
  const at = (is: (place: { lock?: number; location?: number }) => boolean) =>
    calendars.filter((calendar) => is(calendar.at)).map(({ entries }) => entries);
  return [
    [schedule],
    at(({ lock }) => lock === id),
    ...ancestors.map((ancestor) => at(({ location }) => location === ancestor)),
  ];
}

/** Who first names a date has the whole of it; at one place, a calendar that closes it. Else the first that has a week. */
function timesOn(schedules: ScheduleEntry[][][], midnight: Date): BlockPlan[] {
  const date = midnight.toISOString().slice(0, 10);
  for (const place of schedules) {
    const named = place.flatMap((entries) =>
      entries.flatMap((entry) => ('date' in entry && entry.date === date ? [entry.blocks] : [])),
    );
    if (named.some((blocks) => blocks.length === 0)) return [];
    if (named.length > 0) return named.flat();
  }
  const today = DAYS[midnight.getUTCDay()] as string;
  const week = schedules.map((place) => place.flat().filter((entry) => 'days' in entry));
  const first = week.find((entries) => entries.length > 0) ?? [];
  return first.filter(({ days }) => days.includes(today));
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
