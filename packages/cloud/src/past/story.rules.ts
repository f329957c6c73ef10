import { Temporal } from 'temporal-polyfill';
import type { AlarmDraft } from '../doors/alarm.rules.js';
import { type Deed, deedsOf, HABITS, momentOf } from './rhythm.rules.js';

/* What happened at the demo site before it began: fourteen days, and the night of a Tuesday. Pure. */

export const DAYS = 14;
/** Of the head office: the Tuesday, and the days, are those of its people. */
const FORCED = { door: 'side', weekday: 2, time: '02:14:07', open_ms: 47_000 };

/** The link of a gateway to the service is cut for a while. */
export interface Cut {
  gateway: string;
  at: number;
  until: number;
}

export interface Story {
  from: number;
  /** In the sequence of their times. */
  deeds: readonly Deed[];
  cuts: readonly Cut[];
  /** When the door was forced; null where the days hold no such night. */
  forcedAt: number | null;
}

type Special = Deed extends infer One
  ? One extends Deed
    ? Omit<One, 'at'> & { time: string }
    : never
  : never;

/** By the days of the week, Monday first. */
const SPECIALS: Readonly<Record<number, readonly Special[]>> = {
  1: [{ kind: 'enter', door: 'dock', time: '16:05:10', key: 'Plant', open_ms: 22 * 60_000 }],
  3: [
    {
      kind: 'deny',
      door: 'server_room',
      time: '13:37:20',
      key: 'Last summer',
      reason: 'outside_time_window',
    },
    { kind: 'enter', door: 'meeting', time: '17:10:30', key: 'Front doors', open_ms: 4 * 60_000 },
  ],
  4: [{ kind: 'enter', door: 'clean_room', time: '11:20:40', key: 'Laboratory', open_ms: 130_000 }],
  5: [{ kind: 'deny', door: 'lab_door', time: '09:12:05', key: 'Front doors', reason: 'no_access' }],
};

const CUTS: Readonly<Record<number, { gateway: string; from: string; to: string }>> = {
  4: { gateway: 'gw-lab', from: '14:20:15', to: '14:34:50' },
  6: { gateway: 'gw-plant', from: '03:10:00', to: '03:52:30' },
};

/** Someone tries a key that has ended, and then the door itself. */
const NIGHT: readonly Special[] = [
  { kind: 'deny', door: 'staff', time: '02:11:18', key: 'Last summer', reason: 'outside_time_window' },
  { kind: 'deny', door: FORCED.door, time: '02:12:43', key: 'Last summer', reason: 'outside_time_window' },
  { kind: 'force', door: FORCED.door, time: FORCED.time, open_ms: FORCED.open_ms },
];

/** A door is used no more so shortly before the end, so that it is closed by then. */
const QUIET_MS = 120_000;

/** @param zones the time zones of doors and gateways, by their names in the demo site @param home that of the head office */
export function storyUntil(until: number, zones: Readonly<Record<string, string>>, home: string): Story {
  const today = Temporal.Instant.fromEpochMilliseconds(until).toZonedDateTimeISO(home).toPlainDate();
  const first = today.subtract({ days: DAYS });
  const dates = Array.from({ length: DAYS + 1 }, (_, index) => first.add({ days: index }));
  const zone = (name: string) => zones[name] ?? home;
  const placed = ({ time, ...deed }: Special, date: Temporal.PlainDate) =>
    ({ ...deed, at: momentOf(date, time, zone(deed.door)) }) as Deed;
  const night = dates.findLast((date) => isForcedOn(date) && forcedOn(date, home) < until);
  const deeds = dates.flatMap((date) => [
    ...Object.keys(HABITS).flatMap((door) => deedsOf(door, date, zone(door))),
    ...(SPECIALS[date.dayOfWeek] ?? []).map((special) => placed(special, date)),
    ...(night?.equals(date) ? NIGHT.map((special) => placed(special, date)) : []),
  ]);
  const cuts = dates.flatMap((date): Cut[] => {
    const cut = CUTS[date.dayOfWeek];
    if (!cut) return [];
    const { gateway, from, to } = cut;
    const [at, end] = [momentOf(date, from, zone(gateway)), momentOf(date, to, zone(gateway))];
    return end < until ? [{ gateway, at, until: end }] : [];
  });
  return {
    from: momentOf(first, '00:00', home),
    deeds: deeds
      .filter((deed) => deed.at + ('open_ms' in deed ? deed.open_ms : 0) < until - QUIET_MS)
      .sort((a, b) => a.at - b.at),
    cuts,
    forcedAt: night ? forcedOn(night, home) : null,
  };
}

const isForcedOn = (date: Temporal.PlainDate): boolean => date.dayOfWeek === FORCED.weekday;
const forcedOn = (date: Temporal.PlainDate, home: string): number => momentOf(date, FORCED.time, home);

/** What a colleague said of an alarm, and how much later; null: no one has looked at it yet. */
export function wordsOn(
  { kind, started_at }: Pick<AlarmDraft, 'kind' | 'started_at'>,
  until: number,
): { after_ms: number; note: string } | null {
  if (kind === 'forced') return null;
  if (kind === 'left_open') return { after_ms: 11 * 60_000, note: 'Closed on the next round.' };
  if (started_at < until) return { after_ms: 75 * 60_000, note: 'The link of the provider.' };
  return { after_ms: 0, note: 'Here the generated past ends.' };
}
