import type { DoorSetup } from '../../packages/gateway-agent/src/door.setup.js';
import type { Random } from './random.js';

/* The world of a seed: two customers, their gateways, doors, locks, schedules, calendars and subscriptions. */

/** `HH:MM` by the location's clocks; a block whose end is not behind its start ends on the next day. */
export interface BlockPlan {
  from: string;
  to: string;
  first_person_in: boolean;
}

/** Weekly blocks; a date that has blocks of its own, or none, has these only. */
export type ScheduleEntry = (BlockPlan & { days: string[] }) | { date: string; blocks: BlockPlan[] };

export interface LockPlan {
  id: number;
  account: number;
  location: number;
  gateway: number;
  setup: DoorSetup;
  leftOpenMs: number;
  strikeMs: number;
  togglePolicy: 'none' | 'manager_keys' | 'all_keys';
  schedule: ScheduleEntry[];
}

/** Shared by doors: attached to one, or to a location for all doors there and below. */
export interface CalendarPlan {
  account: number;
  at: { lock: number } | { location: number };
  entries: ScheduleEntry[];
}

export interface GatewayPlan {
  index: number;
  id: string;
  secret: string;
  account: number;
  locks: LockPlan[];
}

export interface ClockChange {
  at: number;
  ahead: number;
}

/** A key on a person's phone. */
export interface KeyPlan {
  id: number;
  account: number;
  name: string;
  manager: boolean;
}

export interface LocationPlan {
  id: number;
  account: number;
  name: string;
  timezone: string;
  /** When its wall clock changes, and how many hours it is ahead of UTC from then on. */
  clock: readonly ClockChange[];
  ancestors: number[];
}

export interface SubscriptionPlan {
  id: string;
  account: number;
  location: number;
  url: string;
  events: string[];
}

export interface Layout {
  start: number;
  keys: KeyPlan[];
  locations: LocationPlan[];
  gateways: GatewayPlan[];
  locks: LockPlan[];
  calendars: CalendarPlan[];
  subscriptions: SubscriptionPlan[];
}

const clock = (...changes: [at: string, ahead: number][]): ClockChange[] =>
  changes.map(([at, ahead]) => ({ at: Date.parse(at), ahead }));

/* As the two places have it in 2026. */
const HELSINKI = clock(['2025-10-26T01:00:00Z', 2], ['2026-03-29T01:00:00Z', 3], ['2026-10-25T01:00:00Z', 2]);
const NEW_YORK = clock(
  ['2025-11-02T06:00:00Z', -5],
  ['2026-03-08T07:00:00Z', -4],
  ['2026-11-01T06:00:00Z', -5],
);

const DAY_MS = 24 * 60 * 60_000;

/** A Wednesday in winter, far from any change of clocks; and some hours before each of them. */
const STARTS = [
  '2026-01-07T04:00:00Z',
  '2026-01-07T04:00:00Z',
  '2026-03-28T21:00:00Z',
  '2026-10-24T21:00:00Z',
  '2026-03-08T03:00:00Z',
  '2026-11-01T02:00:00Z',
].map((time) => Date.parse(time));

/** As JavaScript numbers them. */
export const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

export function layOut(random: Random, gateways: number): Layout {
  const locations: LocationPlan[] = [
    { id: 1, account: 1, name: 'HQ', timezone: 'Europe/Helsinki', clock: HELSINKI, ancestors: [1] },
    { id: 2, account: 1, name: 'Lab', timezone: 'Europe/Helsinki', clock: HELSINKI, ancestors: [2, 1] },
    { id: 3, account: 2, name: 'Office', timezone: 'America/New_York', clock: NEW_YORK, ancestors: [3] },
    { id: 4, account: 2, name: 'Store', timezone: 'America/New_York', clock: NEW_YORK, ancestors: [4, 3] },
  ];
  const start = random.fork('start').pick(STARTS);
  const plans: GatewayPlan[] = [];
  let lockId = 1;
  for (let index = 0; index < gateways; index++) {
    const account = (index % 2) + 1;
    const chance = random.fork(`gateway ${index}`);
    const gateway: GatewayPlan = { index, id: chance.uuid(), secret: `secret ${index}`, account, locks: [] };
    const doors = chance.int(1, 3);
    for (let door = 1; door <= doors; door++) {
      const own = locations.filter((location) => location.account === account);
      const location = chance.pick(own).id;
      gateway.locks.push(
        lockPlan(chance.fork(`door ${door}`), start, {
          id: lockId++,
          account,
          location,
          gateway: index,
          door,
        }),
      );
    }
    plans.push(gateway);
  }
  return {
    start,
    keys: [1, 2].flatMap((account) => [
      { id: account * 10, account, name: `phone ${account}`, manager: false },
      { id: account * 10 + 1, account, name: `manager's phone ${account}`, manager: true },
    ]),
    locations,
    gateways: plans,
    locks: plans.flatMap(({ locks }) => locks),
    calendars: calendars(
      random.fork('calendars'),
      start,
      locations,
      plans.flatMap(({ locks }) => locks),
    ),
    subscriptions: subscriptions(random),
  };
}

function lockPlan(
  chance: Random,
  start: number,
  { door, ...where }: Pick<LockPlan, 'id' | 'account' | 'location' | 'gateway'> & { door: number },
): LockPlan {
  const hold = chance.chance(0.7);
  return {
    ...where,
    setup: {
      door,
      name: `Door ${door}`,
      contact: chance.chance(0.95)
        ? { debounceMs: 50, normally: chance.chance(0.8) ? 'closed' : 'open' }
        : null,
      exitButton: chance.chance(0.8) ? { debounceMs: 20 } : null,
      strike: true,
      hold,
      strikeMs: 5_000,
      exitReleases: chance.chance(0.3),
    },
    leftOpenMs: chance.pick([30_000, 60_000, 60_000, 120_000]),
    strikeMs: chance.pick([1_000, 3_000, 5_000, 10_000]),
    togglePolicy: chance.weighted({ all_keys: 4, manager_keys: 3, none: 3 }),
    schedule: hold && chance.chance(0.6) ? schedule(chance, start) : [],
  };
}

const time = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Some blocks of one day, one behind the other, none before an hour. */
function blocksOfDay(chance: Random, firstHour: number): BlockPlan[] {
  const blocks: BlockPlan[] = [];
  let hour = firstHour;
  for (let count = chance.int(1, 5); count > 0 && hour < 22; count--) {
    const from = hour * 60 + chance.int(0, 59);
    const to = Math.min(from + chance.int(20, 240), 24 * 60 - 1);
    blocks.push({ from: time(from), to: time(to), first_person_in: chance.chance(0.5) });
    hour = Math.floor(to / 60) + chance.int(1, 3);
  }
  return blocks;
}

function schedule(chance: Random, start: number): ScheduleEntry[] {
  const hour = chance.int(0, 6);
  const weekly = blocksOfDay(chance, hour);
  // The night's block ends before any block of the next day.
  const night = { from: '23:59', to: time(chance.int(0, hour * 60)), first_person_in: chance.chance(0.5) };
  if (hour > 0 && chance.chance(0.3)) weekly.push(night);
  const days = () => (chance.chance(0.7) ? [...DAYS] : DAYS.filter(() => chance.chance(0.5)));
  const entries: ScheduleEntry[] = weekly.flatMap((block) => {
    const on = days();
    return on.length > 0 ? [{ days: on, ...block }] : [];
  });
  for (const offset of [-1, 0, 1]) {
    if (!chance.chance(0.2)) continue;
    const date = new Date(start + offset * DAY_MS).toISOString().slice(0, 10);
    entries.push({ date, blocks: chance.chance(0.4) ? [] : blocksOfDay(chance, chance.int(hour, 12)) });
  }
  return entries;
}

/** As a person saves a calendar again: with the day closed, or with hours of its own; or all of it anew. */
export function otherEntries(
  chance: Random,
  start: number,
  now: number,
  before: readonly ScheduleEntry[],
): ScheduleEntry[] {
  if (chance.chance(0.3)) return schedule(chance, start);
  const date = new Date(now).toISOString().slice(0, 10);
  const blocks = chance.chance(0.5) ? [] : blocksOfDay(chance, chance.int(0, 12));
  return [...before.filter((entry) => !('date' in entry && entry.date === date)), { date, blocks }];
}

function calendars(
  chance: Random,
  start: number,
  locations: readonly LocationPlan[],
  locks: readonly LockPlan[],
): CalendarPlan[] {
  const plans: CalendarPlan[] = Array.from({ length: chance.int(0, 4) }, () => {
    const location = chance.pick(locations);
    const here = locks.filter((lock) => lock.location === location.id);
    const lock = here.length > 0 && chance.chance(0.3) ? chance.pick(here).id : null;
    const at = lock === null ? { location: location.id } : { lock };
    return { account: location.account, at, entries: schedule(chance, start) };
  });
  // Another at the same place: what both name is decided between them.
  const [first] = plans;
  if (first && chance.chance(0.5)) plans.push({ ...first, entries: schedule(chance, start) });
  return plans;
}

function subscriptions(random: Random): SubscriptionPlan[] {
  const chance = random.fork('subscriptions');
  const plan = (account: number, location: number, name: string, events: string[]): SubscriptionPlan => ({
    id: chance.uuid(),
    account,
    location,
    url: `https://${name}.example/hook`,
    events,
  });
  return [
    plan(1, 1, 'acme', ['*']),
    plan(1, 2, 'lab', ['*']),
    plan(1, 1, 'alarms', ['door.forced', 'unlock.failed', 'lock.offline']),
    plan(2, 3, 'office', ['*']),
  ];
}
