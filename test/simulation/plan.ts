import { type Layout, otherEntries, type ScheduleEntry } from './layout.js';
import type { Random } from './random.js';
import type { Mood } from './receivers.js';

/* What people do and what goes wrong, drawn from the seed before anything runs, so that any part of it can be left out. */

export type Step = { at: number; gateway: number; door: number } & Deed;

/** Who unlocks: the API, or a key on a phone. */
export type Means = 'api' | 'key' | 'manager key';

export type Deed =
  /** Unlocks by the API; opens and closes so long after. */
  | { do: 'visit'; openAfter: number; closeAfter: number; by: Means }
  | { do: 'leave'; openAfter: number; closeAfter: number }
  | { do: 'force'; closeAfter: number }
  /** Opens exactly so long after a press, or after the strike of an unlock. */
  | { do: 'window'; after: 'press' | 'strike'; milliseconds: number; closeAfter: number }
  /** One press, two openings within its ten seconds. */
  | { do: 'twice'; after: 'press' | 'strike' }
  /** Keeps the exit button pressed for so long, and opens so long after pressing it. */
  | { do: 'lean'; pressMs: number; openAfter: number; closeAfter: number }
  | { do: 'unlock'; times: number; by: Means }
  | { do: 'mode'; mode: 'stay_open' | 'auto' | 'closed'; minutes: number | null }
  /** Unlocks, and something happens to the gateway so long after. */
  | { do: 'interrupted'; milliseconds: number; by: 'kill' | 'power'; offMs: number; echoAfter: number }
  /** The command is held up on its way. */
  | { do: 'stalled unlock'; milliseconds: number }
  /** Comes back from a power cut with a wall clock that is wrong; a person goes out while it finds the time. */
  | { do: 'cold start'; offMs: number; wallOffset: number; pressAfter: number; openAfter: number }
  /** A person goes out at that very moment: what happens is under way when the link breaks. */
  | { do: 'cut'; milliseconds: number; cutAfter: number }
  | { do: 'silence'; direction: 'up' | 'down' | 'both'; milliseconds: number }
  /** The last command is repeated so long after. */
  | { do: 'kill'; echoAfter: number }
  | { do: 'power'; offMs: number; wallOffset: number }
  /** The board accepts no commands, or executes them and says that it did not. */
  | { do: 'board'; trouble: 'refuses' | 'half'; milliseconds: number }
  | { do: 'disk'; trouble: 'full' | 'torn' | 'slow' | 'ruin'; milliseconds: number }
  | { do: 'wall clock'; offset: number }
  | { do: 'service crash'; downMs: number; atCommit: boolean; strayWills: boolean }
  /** The service's wall clock is set forward or back, and right again later. */
  | { do: 'service clock'; offset: number; milliseconds: number }
  | { do: 'database'; trouble: 'pause' | 'refuse' | 'flaky'; milliseconds: number }
  | { do: 'endpoint'; subscription: number; mood: Mood; milliseconds: number }
  | { do: 'pause subscription'; subscription: number; milliseconds: number }
  | { do: 'repeats'; milliseconds: number; latest: number }
  /** At the location of the door, or at the top of its account; for so long. */
  | {
      do: 'emergency';
      mode: 'lockdown' | 'evacuation';
      drill: boolean;
      where: 'here' | 'above';
      milliseconds: number;
    }
  /** The alarms of the door are muted for so long, or until someone ends that. */
  | { do: 'maintenance'; milliseconds: number; endAfter: number | null }
  /** A calendar, by its place in the layout, is saved with other entries. */
  | { do: 'calendar'; calendar: number; entries: ScheduleEntry[] }
  | { do: 'impostor'; garbage: boolean }
  /**
   * The database is that of so long ago: a backup that was restored, or a standby that lagged and took over; or two of
   * them live on, each with what the other has not.
   */
  | { do: 'set back'; how: 'restore' | 'standby' | 'split'; milliseconds: number; downMs: number }
  /**
   * An account is exported so long before its gateways are sent to another installation, and is there so long after:
   * until then they are refused. Null: it never is, and they are taken back.
   */
  | { do: 'move'; exportedBefore: number; importedAfter: number | null };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** As far as a server's clock is off before it is set, and further than it should ever be. */
export const MAX_SERVICE_STEP_MS = 1_200;

export function draw(random: Random, layout: Layout, hours: number, chaos: boolean): Step[] {
  const steps: Step[] = [];
  const { start } = layout;
  const until = start + hours * HOUR;
  for (const { gateway, setup, id } of layout.locks) {
    const chance = random.fork(`people ${id}`);
    for (
      let at = start + chance.int(10, 600) * SECOND;
      at < until;
      at += chance.int(1, 20 * 60) * SECOND + chance.int(0, 999)
    )
      steps.push({ at, gateway, door: setup.door, ...deed(chance) });
  }
  for (const { gateway, setup, id } of layout.locks)
    steps.push(...leaning(random.fork(`leaning ${id}`), { gateway, door: setup.door }, start, until));
  if (chaos)
    for (const { index, locks } of layout.gateways) {
      steps.push(...troubles(random.fork(`trouble ${index}`), index, locks.length, start, until));
      const chance = random.fork(`forgetting ${index}`);
      steps.push(...forgetting(chance, { gateway: index, door: chance.int(1, locks.length) }, start, until));
    }
  if (chaos) steps.push(...emergencies(random.fork('emergencies'), layout, until));
  for (const { gateway, setup, id } of layout.locks) {
    const chance = random.fork(`maintenance ${id}`);
    steps.push(...maintenance(chance, { gateway, door: setup.door }, start, until));
  }
  if (chaos) steps.push(...savedCalendars(random.fork('saved calendars'), layout, until));
  if (chaos) steps.push(...commonTroubles(random.fork('trouble'), layout, until));
  return steps.sort((a, b) => a.at - b.at);
}

/** An opening under the button, at its release, or just within or after the ten seconds that follow. */
function leaning(chance: Random, where: { gateway: number; door: number }, start: number, until: number) {
  const steps: Step[] = [];
  for (let at = start + chance.int(1, 40) * MINUTE; at < until; at += chance.int(10, 90) * MINUTE) {
    const pressMs = chance.int(300, 90 * SECOND);
    const released = pressMs + chance.pick([0, 10_000, 10_000, 10_001, 10_001, 12_000]);
    const openAfter = chance.chance(0.5) ? chance.int(0, pressMs) : released;
    steps.push({ at, ...where, do: 'lean', pressMs, openAfter, closeAfter: chance.int(1_000, 15_000) });
  }
  return steps;
}

/**
 * The disk refuses while something happens, and the agent ends: while it still refuses, once it takes writes again, or
 * while it refuses and once more before the next start is heard by the service.
 */
function forgetting(chance: Random, where: { gateway: number; door: number }, start: number, until: number) {
  const steps: Step[] = [];
  for (let at = start + chance.int(5, 120) * MINUTE; at < until; at += chance.int(60, 240) * MINUTE) {
    const end = chance.pick(['refusing', 'recovered', 'unheard']);
    const refuses = end === 'refusing' ? chance.int(60, 600) * SECOND : chance.int(15, 30) * SECOND;
    const add = (after: number, deed: Deed) => steps.push({ at: at + after, ...where, ...deed });
    const leaves: Deed = { do: 'leave', openAfter: chance.int(300, 2_000), closeAfter: 2_000 };
    const isDead = { by: chance.pick(['kill', 'power'] as const), offMs: chance.int(1, 5) * SECOND };
    const milliseconds = chance.int(200, 4_000);
    add(0, { do: 'disk', trouble: 'full', milliseconds: refuses });
    add(1_000, leaves);
    if (end === 'refusing') {
      const echoAfter = chance.int(3_500, 6_000);
      add(8_000, { do: 'interrupted', milliseconds, ...isDead, echoAfter });
    } else if (end === 'recovered') {
      add(8_000, { do: 'unlock', times: 1, by: 'api' });
      add(refuses + 15_000, { do: 'kill', echoAfter: echo(chance) });
    } else {
      add(8_000, { do: 'interrupted', milliseconds, by: 'power', offMs: refuses + 10_000, echoAfter: 1_000 });
      add(13_000, { do: 'cut', milliseconds: 180_000, cutAfter: 0 });
      add(80_000, leaves);
      add(100_000, { do: 'kill', echoAfter: echo(chance) });
    }
  }
  return steps;
}

function deed(chance: Random): Deed {
  const closeAfter = chance.chance(0.15) ? chance.int(25, 260) * SECOND : chance.int(1_000, 15_000);
  switch (chance.weighted({ visit: 6, leave: 6, force: 2, window: 3, twice: 2, unlock: 1.5, mode: 1.5 })) {
    case 'visit':
      return { do: 'visit', openAfter: chance.int(500, 9_000), closeAfter, by: means(chance) };
    case 'leave':
      return { do: 'leave', openAfter: chance.int(300, 4_000), closeAfter };
    case 'force':
      return { do: 'force', closeAfter };
    case 'window':
      return {
        do: 'window',
        after: chance.pick(['press', 'strike']),
        milliseconds: 10_000 + chance.pick([-1, 0, 0, 1, 1, 2]),
        closeAfter,
      };
    case 'twice':
      return { do: 'twice', after: chance.pick(['press', 'strike']) };
    case 'unlock':
      return { do: 'unlock', times: chance.int(1, 3), by: means(chance) };
    case 'mode': {
      const mode = chance.weighted({ stay_open: 3, auto: 2, closed: 1 });
      return {
        do: 'mode',
        mode,
        minutes: mode === 'stay_open' && chance.chance(0.7) ? chance.int(1, 90) : null,
      };
    }
  }
}

const means = (chance: Random): Means => chance.weighted({ api: 6, key: 2, 'manager key': 2 });

/** Above and below each other too; some are short, and some outlast a lease. */
function emergencies(chance: Random, { locks, start }: Layout, until: number): Step[] {
  const steps: Step[] = [];
  for (let at = start + chance.int(5, 90) * MINUTE; at < until; at += chance.int(10, 100) * MINUTE) {
    const { gateway, setup } = chance.pick(locks);
    steps.push({
      ...{ at, gateway, door: setup.door, do: 'emergency' },
      mode: chance.pick(['lockdown', 'evacuation']),
      drill: chance.chance(0.3),
      where: chance.pick(['here', 'above']),
      milliseconds: chance.chance(0.4) ? chance.int(1_000, MINUTE) : chance.int(1, 45) * MINUTE,
    });
  }
  return steps;
}

function savedCalendars(chance: Random, { calendars, start }: Layout, until: number): Step[] {
  return calendars.flatMap(({ entries: first }, calendar) => {
    const steps: Step[] = [];
    let entries = first;
    for (let at = start + chance.int(10, 240) * MINUTE; at < until; at += chance.int(60, 360) * MINUTE) {
      entries = otherEntries(chance, start, at, entries);
      steps.push({ at, gateway: 0, door: 1, do: 'calendar', calendar, entries });
    }
    return steps;
  });
}

function maintenance(chance: Random, where: { gateway: number; door: number }, start: number, until: number) {
  const steps: Step[] = [];
  for (let at = start + chance.int(5, 180) * MINUTE; at < until; at += chance.int(60, 240) * MINUTE) {
    const milliseconds = chance.int(2, 50) * MINUTE;
    const endAfter = chance.chance(0.3) ? chance.int(1_000, milliseconds) : null;
    steps.push({ at, ...where, do: 'maintenance', milliseconds, endAfter });
  }
  return steps;
}

/** Short mostly, long at times. */
const spell = (chance: Random): number =>
  chance.chance(0.6)
    ? chance.int(200, 20 * SECOND)
    : chance.chance(0.7)
      ? chance.int(20 * SECOND, 3 * MINUTE)
      : chance.int(3 * MINUTE, 70 * MINUTE);

const wrongTime = (chance: Random, start: number): number =>
  chance.weighted({ right: 3, hours: 2, epoch: 2 }) === 'right'
    ? 0
    : chance.pick([-start, 2 * HOUR, -3 * HOUR, 90 * SECOND, -9 * SECOND]);

const echo = (chance: Random): number => chance.int(4, 60) * SECOND;

function troubles(chance: Random, gateway: number, doors: number, start: number, until: number): Step[] {
  const steps: Step[] = [];
  for (
    let at = start + chance.int(0, 60) * MINUTE;
    at < until;
    at += chance.int(2, 110) * MINUTE + chance.int(0, 59_999)
  ) {
    const where = { at, gateway, door: chance.int(1, doors) };
    steps.push({ ...where, ...gatewayTrouble(chance, start) });
  }
  return steps;
}

function gatewayTrouble(chance: Random, start: number): Deed {
  const kind = chance.weighted({
    cut: 4,
    silence: 4,
    kill: 2,
    power: 2,
    interrupted: 3,
    stalled: 3,
    cold: 2,
    disk: 2,
    board: 2,
    clock: 2,
    impostor: 1,
  });
  switch (kind) {
    case 'cut':
      return { do: 'cut', milliseconds: spell(chance), cutAfter: chance.int(0, 120) };
    case 'silence':
      return { do: 'silence', direction: chance.pick(['up', 'down', 'both']), milliseconds: spell(chance) };
    case 'kill':
      return { do: 'kill', echoAfter: echo(chance) };
    case 'power':
      return { do: 'power', offMs: spell(chance), wallOffset: wrongTime(chance, start) };
    case 'interrupted':
      return {
        do: 'interrupted',
        milliseconds: chance.chance(0.5) ? chance.int(0, 200) : chance.int(200, 6_000),
        by: chance.pick(['kill', 'power']),
        offMs: spell(chance),
        echoAfter: echo(chance),
      };
    case 'stalled':
      return { do: 'stalled unlock', milliseconds: chance.int(8_000, 14_000) };
    case 'cold':
      return {
        do: 'cold start',
        offMs: chance.int(1, 90) * SECOND,
        wallOffset: wrongTime(chance, start),
        pressAfter: chance.int(50, 2_500),
        openAfter: chance.int(500, 9_000),
      };
    case 'board':
      return { do: 'board', trouble: chance.pick(['refuses', 'half']), milliseconds: spell(chance) };
    case 'disk':
      return {
        do: 'disk',
        trouble: chance.weighted({ full: 3, torn: 3, slow: 3, ruin: 1 }),
        milliseconds: spell(chance),
      };
    case 'clock':
      return { do: 'wall clock', offset: wrongTime(chance, start) };
    case 'impostor':
      return { do: 'impostor', garbage: chance.chance(0.5) };
  }
}

function commonTroubles(chance: Random, { subscriptions, start }: Layout, until: number): Step[] {
  const steps: Step[] = [];
  const everywhere = { gateway: 0, door: 1 };
  for (
    let at = start + chance.int(0, 40) * MINUTE;
    at < until;
    at += chance.int(5, 90) * MINUTE + chance.int(0, 59_999)
  ) {
    const subscription = chance.int(0, subscriptions.length - 1);
    const kind = chance.weighted({ crash: 3, database: 3, endpoint: 4, pause: 0.5, repeats: 2, clock: 1 });
    if (kind === 'crash')
      steps.push({
        at,
        ...everywhere,
        do: 'service crash',
        downMs: chance.chance(0.8) ? chance.int(1, 30) * SECOND : chance.int(60, 600) * SECOND,
        atCommit: chance.chance(0.6),
        strayWills: chance.chance(0.4),
      });
    if (kind === 'clock')
      steps.push({
        at,
        ...everywhere,
        do: 'service clock',
        offset: chance.int(-MAX_SERVICE_STEP_MS, MAX_SERVICE_STEP_MS),
        milliseconds: chance.int(1, 60) * MINUTE,
      });
    if (kind === 'database')
      steps.push({
        at,
        ...everywhere,
        do: 'database',
        trouble: chance.pick(['pause', 'refuse', 'flaky']),
        milliseconds: chance.int(100, 45 * SECOND),
      });
    if (kind === 'endpoint')
      steps.push({
        at,
        ...everywhere,
        do: 'endpoint',
        subscription,
        mood: chance.pick(['error', 'hangs', 'slow', 'refuses', 'forgetful', 'redirects']),
        milliseconds: chance.int(1, 400) * MINUTE,
      });
    if (kind === 'pause')
      steps.push({
        at,
        ...everywhere,
        do: 'pause subscription',
        subscription,
        milliseconds: chance.int(1, 60) * MINUTE,
      });
    if (kind === 'repeats')
      steps.push({
        at,
        ...everywhere,
        do: 'repeats',
        milliseconds: chance.int(1, 40) * MINUTE,
        latest: chance.pick([500, 30 * SECOND, 10 * MINUTE]),
      });
  }
  return steps;
}
