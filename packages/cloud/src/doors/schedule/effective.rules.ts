import type { BlockTimes, ScheduleEntry } from './schedule.rules.js';

/**
 * What holds for a door of its own schedule and of the calendars that reach it: pure. Places come nearest first: the
 * door itself, calendars at the door, at its location, at the one above. The first place that names a date decides it;
 * within a place, a calendar that closes the date does, else all of its calendars together. Weekly blocks are those of
 * the first place that has any.
 */

/** The door's own schedule, or a calendar. */
export interface ScheduleSource {
  entries: readonly ScheduleEntry[];
}

/** Sources by place, nearest first. */
export type Places<Source extends ScheduleSource = ScheduleSource> = readonly (readonly Source[])[];

export interface DecidedDate<Source> {
  date: string;
  /** No blocks: closed. */
  blocks: BlockTimes[];
  /** Whose word counts. */
  wins: Source[];
  /** Who names the date too, in vain. */
  loses: Source[];
  /** A source that loses says something else. */
  differs: boolean;
}

/** The schedule that the door follows. */
export function effectiveSchedule(places: Places): ScheduleEntry[] {
  return [
    ...effectiveWeek(places).flatMap(weekOf),
    ...decidedDates(places).map(({ date, blocks }) => ({ date, blocks })),
  ];
}

/** The same, with other entries of the door itself. */
export const withOwn = <Source extends ScheduleSource>(
  places: Places<Source>,
  entries: readonly ScheduleEntry[],
): Places<ScheduleSource> => [[{ ...places[0]?.[0], entries }], ...places.slice(1)];

/** The sources whose weekly blocks count. */
export function effectiveWeek<Source extends ScheduleSource>(places: Places<Source>): Source[] {
  const withWeek = (sources: readonly Source[]) => sources.filter((source) => weekOf(source).length > 0);
  return places.map(withWeek).find((sources) => sources.length > 0) ?? [];
}

/** Every date that a source names, by date. */
export function decidedDates<Source extends ScheduleSource>(places: Places<Source>): DecidedDate<Source>[] {
  const named = new Map<string, Named<Source>[]>();
  for (const [place, sources] of places.entries())
    for (const source of sources)
      for (const [date, blocks] of datesOf(source)) {
        const list = named.get(date) ?? [];
        list.push({ place, source, blocks });
        named.set(date, list);
      }
  return [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, list]) => ({ date, ...decide(list) }));
}

interface Named<Source> {
  place: number;
  source: Source;
  blocks: BlockTimes[];
}

function decide<Source>(named: readonly Named<Source>[]): Omit<DecidedDate<Source>, 'date'> {
  const nearest = named.filter(({ place }) => place === named[0]?.place);
  const closing = nearest.filter(({ blocks }) => blocks.length === 0);
  const wins = closing.length > 0 ? closing : nearest;
  const loses = named.filter((one) => !wins.includes(one));
  const blocks = distinct(wins.flatMap((one) => one.blocks));
  return {
    blocks,
    wins: wins.map(({ source }) => source),
    loses: loses.map(({ source }) => source),
    differs: loses.some((one) => wordsOf(one.blocks) !== wordsOf(blocks)),
  };
}

function datesOf({ entries }: ScheduleSource): Map<string, BlockTimes[]> {
  const dates = new Map<string, BlockTimes[]>();
  for (const entry of entries)
    if ('date' in entry) dates.set(entry.date, [...(dates.get(entry.date) ?? []), ...entry.blocks]);
  return dates;
}

const weekOf = ({ entries }: ScheduleSource) => entries.filter((entry) => 'days' in entry);

const distinct = (blocks: readonly BlockTimes[]): BlockTimes[] => [
  ...new Map(blocks.map((block) => [wordOf(block), block])).values(),
];
const wordsOf = (blocks: readonly BlockTimes[]): string => distinct(blocks).map(wordOf).sort().join(' ');
const wordOf = ({ from, to, first_person_in }: BlockTimes): string => `${from}-${to}-${first_person_in}`;
