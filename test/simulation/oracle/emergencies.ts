import { locksBelow } from '../emergencies.js';
import type { LockPlan } from '../layout.js';
import type { Observed } from '../observed.js';
import { MAX_SERVICE_STEP_MS } from '../plan.js';
import type { World } from '../world.js';
import type { Evidence, LockEvidence } from './evidence.js';
import { boardTrouble } from './evidence.js';
import type { Report } from './judge.js';

/* Emergencies, by docs/behaviour.md (Emergencies). */

type Seen = Observed['emergencies'][number];
export type Ruling = 'lockdown' | 'evacuation' | null | 'unsure';

/** A command of before lives so long, on a gateway whose clock may be behind. */
const LIFETIME_MS = 15_000;
/** Writes are answered, or tried again, within this. */
const ANSWERED_MS = 60_000;

/** Real ones at the lock's location and above. */
export function emergenciesOf({ layout, seen }: World, { location }: LockPlan): Seen[] {
  const above = layout.locations.find(({ id }) => id === location)?.ancestors ?? [];
  return seen.emergencies.filter(({ drill, location: at }) => !drill && above.includes(at));
}

/** What rules a lock at a time: an evacuation before a lockdown, wherever they were declared. */
export function rulingOf(world: World, lock: LockPlan): (time: number) => Ruling {
  const all = emergenciesOf(world, lock);
  return (time) => {
    const there = all.filter(({ at, over }) => at <= time && (over === null || time <= over));
    const isSure = ({ begun, ending }: Seen) =>
      begun !== null && begun < time && (ending === null || time < ending);
    if (there.some((one) => isSure(one) && one.mode === 'evacuation')) return 'evacuation';
    if (!there.every(isSure)) return 'unsure';
    return there.length > 0 ? 'lockdown' : null;
  };
}

/** Whether something begins or ends between two times. */
export const isTurning = (world: World, lock: LockPlan, from: number, to: number): boolean =>
  emergenciesOf(world, lock).some(({ at, begun, ending, over }) => {
    const meets = (start: number, end: number | null) => start <= to && (end === null || end >= from);
    return meets(at, begun) || (ending !== null && meets(ending, over));
  });

export function judgeEmergencies(evidence: Evidence, report: Report): void {
  for (const lock of evidence.locks) {
    const rulingAt = rulingOf(evidence.world, lock.plan);
    judgeUnlocks(evidence, lock, rulingAt, report);
    judgeExits(lock, rulingAt, report);
  }
  for (const one of evidence.world.seen.emergencies)
    if (one.over !== null) judgeAccounts(evidence, one, report);
}

function judgeUnlocks(
  { world }: Evidence,
  { plan, gateway }: LockEvidence,
  rulingAt: (time: number) => Ruling,
  report: Report,
): void {
  for (const { id, lock_id, type, requested_at } of world.database.tables.commands.values()) {
    if (lock_id !== plan.id || type !== 'unlock') continue;
    const around = [-MAX_SERVICE_STEP_MS, 0, MAX_SERVICE_STEP_MS].map((by) => rulingAt(requested_at + by));
    if (around.every((ruling) => ruling === 'lockdown'))
      report('no unlock is taken in a lockdown', requested_at, plan, `command ${id}`);
  }
  for (const { record } of gateway.known) {
    if (record.kind !== 'relay' || record.relay !== 'strike' || !record.on) continue;
    if (record.cause !== 'command' || record.door !== plan.setup.door) continue;
    const at = (gateway.seen.boots.find(({ boot }) => boot === record.boot)?.started ?? 0) + record.mono_ms;
    if ([0, LIFETIME_MS / 2, LIFETIME_MS].every((by) => rulingAt(at - by) === 'lockdown'))
      report('no strike moves by command in a lockdown', at, plan, `command ${record.command_id}`);
  }
}

/** A button that releases the door by itself does so in a lockdown too. */
function judgeExits(
  { plan, gateway }: LockEvidence,
  rulingAt: (time: number) => Ruling,
  report: Report,
): void {
  const { door, exitReleases, exitButton } = plan.setup;
  if (!exitReleases || !exitButton) return;
  const { seen } = gateway;
  const on = (seen.doors.get(door)?.relays ?? []).filter(({ relay, on: isOn }) => relay === 'strike' && isOn);
  const off = (seen.doors.get(door)?.relays ?? []).filter(
    ({ relay, on: isOn }) => relay === 'strike' && !isOn,
  );
  for (const { at, until } of seen.doors.get(door)?.presses ?? []) {
    if (rulingAt(at) !== 'lockdown' || until - at < 100 || boardTrouble(seen, at - 5_000, at + 5_000))
      continue;
    const boot = seen.boots.find(
      ({ listening, died }) =>
        listening !== null && listening < at - 1_000 && (died === null || died > at + 5_000),
    );
    if (!boot) continue;
    // A pulse under way is made longer.
    const last = (moves: readonly { at: number }[]) =>
      moves.findLast((move) => move.at <= at + 1_000)?.at ?? 0;
    if (last(on) <= last(off))
      report('an exit button releases its door in a lockdown', at, plan, 'the strike did not move');
  }
}

/** Once a door; by what its gateway was seen to do, where that was one thing all along. */
function judgeAccounts({ world, locks }: Evidence, one: Seen, report: Report): void {
  const { id, location, mode, drill, begun, ending } = one;
  const rows = world.database.tables.accounted.filter(({ emergency_id }) => emergency_id === id);
  for (const plan of locksBelow(world, location)) {
    const lock = locks.find((other) => other.plan.id === plan.id);
    const own = rows.filter(({ lock_id }) => lock_id === plan.id);
    if (own.length !== 1 || !lock) {
      report('a door is accounted for once', ending ?? 0, plan, `${own.length} times in emergency ${id}`);
      continue;
    }
    const [row] = own;
    const expected = expectedState(world, lock, one);
    if (begun === null || ending === null || expected === null) continue;
    if (row?.state !== expected)
      report(
        'a door is accounted for by what it does',
        ending,
        plan,
        `${drill ? 'drill' : mode}: ${row?.state} (${row?.reason}), and should be ${expected}`,
      );
  }
}

/** Null where it depends. */
function expectedState(world: World, { plan, gateway, events }: LockEvidence, one: Seen): string | null {
  const { mode, drill, at, begun, ending } = one;
  const { seen } = gateway;
  if (begun === null || ending === null || seen.boots.length === 0) return null;
  const from = begun - ANSWERED_MS;
  const heard = seen.sent.some((sent) => sent.at < from);
  if (!heard) return null;
  const rulingAt = rulingOf(world, plan);
  const isRuled = drill || (rulingAt(ending - 1) === mode && rulingAt(ending - 2 * ANSWERED_MS) === mode);
  if (!isRuled || (!drill && isTurning(world, plan, ending - 2 * ANSWERED_MS, ending - 1))) return null;
  if (!plan.setup.hold) return mode === 'lockdown' ? 'confirmed' : 'refused';
  if (ending - begun < 3 * ANSWERED_MS) return null;
  const isAway = !seen.connections.some(
    (two) => two.at <= ending && (two.ended === null || two.ended >= from),
  );
  if (isAway && world.seen.crashes.every((crash) => crash < from - ANSWERED_MS || crash > ending))
    return 'unreachable';
  const isThere = seen.connections.some(
    (two) => two.at <= from && (two.ended === null || two.ended > ending + ANSWERED_MS),
  );
  const isUp = seen.boots.some(({ started, died }) => started <= from && (died === null || died > ending));
  if (!isThere || !isUp || boardTrouble(seen, from, ending)) return null;
  if (world.seen.crashes.some((crash) => crash >= at - ANSWERED_MS && crash <= ending + ANSWERED_MS))
    return null;
  const failed = events.some(
    ({ type, recorded_at }) =>
      type === 'lock.hold_open.failed' && recorded_at >= from && recorded_at <= ending,
  );
  // An answer that comes late counts all the same.
  return failed ? null : 'confirmed';
}
