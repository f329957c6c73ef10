import { Temporal } from 'temporal-polyfill';
import { type Chance, chanceOf } from './chance.rules.js';

/* What people do at the doors of the demo site on an ordinary day: pure, the same for the same date. */

/** What someone does at a door; `at` in Unix milliseconds. Doors and keys as the demo site names them. */
export type Deed = { at: number; door: string } & (
  | { kind: 'enter'; key: string; open_ms: number }
  /** From inside, by the exit button where there is one. */
  | { kind: 'leave'; open_ms: number }
  | { kind: 'force'; open_ms: number }
  | { kind: 'deny'; key: string; reason: 'no_access' | 'outside_time_window' }
  /** At a reader of the locking system. */
  | { kind: 'present'; key: string; open_ms: number }
);

type Days = 'work' | 'rest';
/** So many times between two times of day, in the middle more often than at the ends. */
type Flow = [
  days: Days,
  from: string,
  to: string,
  times: number,
  does: 'in' | 'out' | 'present',
  /** Another key than those of the door. */
  key?: string,
];

interface Habit {
  keys: readonly string[];
  flows: readonly Flow[];
}

const OFFICE = ['Front doors', 'IT rooms', 'Laboratory'];

export const HABITS: Readonly<Record<string, Habit>> = {
  main: {
    keys: OFFICE,
    flows: [
      ['work', '07:20', '09:40', 15, 'in'],
      ['work', '11:20', '12:30', 8, 'out'],
      ['work', '12:00', '13:20', 8, 'in'],
      ['work', '15:20', '18:20', 14, 'out'],
      ['rest', '10:00', '16:00', 2, 'in'],
      ['rest', '11:00', '17:30', 2, 'out'],
    ],
  },
  side: {
    keys: ['Front doors'],
    flows: [
      ['work', '08:10', '16:30', 5, 'in'],
      ['work', '09:00', '17:30', 6, 'out'],
      ['work', '19:20', '19:50', 1, 'in', 'Evening round'],
      ['work', '21:30', '21:55', 1, 'out'],
    ],
  },
  staff: {
    keys: OFFICE,
    flows: [
      ['work', '06:40', '09:10', 13, 'in'],
      ['work', '11:30', '13:30', 5, 'out'],
      ['work', '11:50', '13:50', 5, 'in'],
      ['work', '15:00', '18:40', 12, 'out'],
      ['rest', '09:00', '15:00', 1, 'in'],
      ['rest', '10:30', '18:00', 1, 'out'],
    ],
  },
  meeting: {
    keys: ['Front doors'],
    flows: [
      ['work', '08:50', '15:00', 5, 'in'],
      ['work', '09:50', '16:30', 5, 'out'],
    ],
  },
  server_room: {
    keys: ['IT rooms'],
    flows: [
      ['work', '09:00', '16:00', 2, 'in'],
      ['work', '09:30', '17:00', 2, 'out'],
    ],
  },
  archive: { keys: ['IT rooms'], flows: [['work', '09:30', '15:30', 2, 'present']] },
  lab_door: {
    keys: ['Laboratory'],
    flows: [
      ['work', '07:10', '09:20', 7, 'in'],
      ['work', '11:30', '13:00', 4, 'out'],
      ['work', '12:10', '13:40', 4, 'in'],
      ['work', '15:20', '18:30', 6, 'out'],
      ['rest', '10:00', '14:00', 1, 'in'],
      ['rest', '14:30', '17:00', 1, 'out'],
    ],
  },
  clean_room: {
    keys: ['Laboratory'],
    flows: [
      ['work', '08:30', '15:30', 5, 'in'],
      ['work', '09:30', '17:00', 5, 'out'],
    ],
  },
  chemicals: {
    keys: ['Laboratory'],
    flows: [
      ['work', '08:40', '15:00', 2, 'in'],
      ['work', '09:00', '15:30', 2, 'out'],
    ],
  },
  plant_gate: {
    keys: ['Plant'],
    flows: [
      ['work', '05:20', '06:25', 12, 'in'],
      ['work', '13:30', '14:20', 12, 'in'],
      ['work', '14:02', '14:40', 10, 'out'],
      ['work', '22:00', '22:25', 10, 'out'],
    ],
  },
  dock: {
    keys: ['Plant'],
    flows: [
      ['work', '06:40', '15:00', 4, 'in'],
      ['work', '07:00', '15:40', 4, 'out'],
    ],
  },
  tools: {
    keys: ['Plant'],
    flows: [
      ['work', '06:00', '20:00', 4, 'in'],
      ['work', '06:20', '21:00', 4, 'out'],
    ],
  },
};

const SHORTEST_OPEN_MS = 3_500;
const LONGEST_OPEN_MS = 11_000;

/** An ordinary day at one door, in the time zone of its place. */
export function deedsOf(door: string, date: Temporal.PlainDate, timezone: string): Deed[] {
  const habit = HABITS[door];
  if (!habit) return [];
  const chance = chanceOf(`${door} ${date}`);
  const days: Days = date.dayOfWeek <= 5 ? 'work' : 'rest';
  return habit.flows
    .filter(([on]) => on === days)
    .flatMap(([, from, to, times, does, key]) => {
      const [start, end] = [momentOf(date, from, timezone), momentOf(date, to, timezone)];
      const count = Math.max(1, times + chance.between(-Math.ceil(times / 6), Math.ceil(times / 6)));
      return Array.from({ length: count }, (): Deed => {
        const at = Math.round(start + ((chance.draw() + chance.draw()) / 2) * (end - start));
        return deedOf(door, at, does, key === undefined ? habit.keys : [key], chance);
      });
    });
}

function deedOf(door: string, at: number, does: Flow[4], keys: readonly string[], chance: Chance): Deed {
  const open_ms = chance.between(SHORTEST_OPEN_MS, LONGEST_OPEN_MS);
  const key = chance.pick(keys);
  if (does === 'out') return { kind: 'leave', at, door, open_ms };
  return { kind: does === 'in' ? 'enter' : 'present', at, door, key, open_ms };
}

/** Wall time, with seconds where it has them. */
export const momentOf = (date: Temporal.PlainDate, time: string, timezone: string): number =>
  date.toZonedDateTime({ timeZone: timezone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;
