import type { LocationPlan, LockPlan } from '../layout.js';
import { MAX_SERVICE_STEP_MS } from '../plan.js';
import { epochsOf, joined } from './blocks.js';
import { emergenciesOf, rulingOf } from './emergencies.js';
import type { Evidence, GatewayEvidence, LockEvidence } from './evidence.js';
import { boardTrouble, wall } from './evidence.js';
import type { Report } from './judge.js';

/* Hold-open, by docs/behaviour.md (Holds) and docs/protocol.md (Session). */

interface Desired {
  on: boolean;
  /** `renewed`: by an evacuation, while it lasts. */
  release: number | null | 'renewed';
}

const MINUTE = 60_000;

export function judgeHolds(evidence: Evidence, report: Report): void {
  for (const lock of evidence.locks) {
    if (!lock.plan.setup.hold) continue;
    const location = evidence.world.layout.locations.find(
      ({ id }) => id === lock.plan.location,
    ) as LocationPlan;
    const desired = desiredOf(evidence, lock, location);
    judgeStory(lock, report);
    judgeActors(evidence, lock, report);
    judgeFailures(lock, report);
    judgeSteady(evidence, lock, desired, report);
    judgeEnd(evidence, lock, desired, report);
    judgeSessions(lock, desired, report);
    judgeLeases(lock.gateway, lock.plan, report, evidence.end);
  }
}

type DesiredAt = (time: number) => Desired | 'unsure';

/** What is desired: the emergency that rules the door, else the override in force, else the block of the schedule, armed where it must be. */
function desiredOf({ world }: Evidence, { plan, taken }: LockEvidence, location: LocationPlan): DesiredAt {
  const wishes = world.seen.modes.filter(({ lock }) => lock === plan.id);
  const epochs = epochsOf(world, plan, location).map((epoch) => ({
    ...epoch,
    plain: joined(epoch.blocks.flatMap(({ parts }) => parts).filter((part) => !part.firstPersonIn)),
  }));
  const { commands } = world.database.tables;
  const managers = new Set(world.layout.keys.flatMap(({ id, manager }) => (manager ? [id] : [])));
  const isManagers = (id: string | null) => managers.has(commands.get(id ?? '')?.key_id ?? 0);
  const arrivals = taken.flatMap(({ record, arrived }) => {
    const opens =
      record.kind === 'relay' && record.relay === 'strike' && record.on && record.cause === 'command';
    const press = record.kind === 'exit_button' && record.pressed;
    // Only a manager's key arms such a block; a press and any other key do not.
    if (plan.togglePolicy === 'manager_keys' && !(opens && isManagers(record.command_id))) return [];
    return opens || press ? [{ at: wall(record), arrived, sure: press }] : [];
  });
  const rulingAt = rulingOf(world, plan);
  const begun = emergenciesOf(world, plan).flatMap((one) => one.begun ?? []);
  return (time) => {
    const ruling = rulingAt(time);
    if (ruling === 'unsure') return ruling;
    if (ruling === 'evacuation') return { on: true, release: 'renewed' };
    if (ruling === 'lockdown') return { on: false, release: null };
    // Overrides of before an emergency do not come back.
    const since = Math.max(0, ...begun.filter((at) => at <= time));
    const wish = wishes.findLast(({ at }) => at <= time && at > since);
    if (wish && (wish.doneAt === null || wish.doneAt > time)) return 'unsure';
    const epoch = epochs.findLast(({ since }) => since <= time);
    if (!epoch || epoch.unsure.some(({ start, end }) => start <= time && time < end)) return 'unsure';
    const scheduled = scheduledAt(time, wish, epoch);
    if (wish?.mode !== 'stay_open' || (wish.until !== null && wish.until <= time)) return scheduled;
    if (wish.until === null || scheduled === 'unsure')
      return wish.until === null ? { on: true, release: null } : 'unsure';
    // A block that lasts longer still holds when the override ends.
    return { on: true, release: Math.max(wish.until, Number(scheduled.release ?? 0)) };
  };

  function scheduledAt(
    time: number,
    wish: (typeof wishes)[number] | undefined,
    { blocks, plain }: (typeof epochs)[number],
  ): Desired | 'unsure' {
    const blockAt = (moment: number) => blocks.find(({ start, end }) => start <= moment && moment < end);
    const block = blockAt(time);
    if (!block) return { on: false, release: null };
    if (wish?.mode === 'closed') {
      // By the service's own clock the command may have come before the block, or in it.
      const [early, late] = [-1, 1].map((side) => blockAt((wish.doneAt ?? 0) + side * MAX_SERVICE_STEP_MS));
      if (early !== late && (early === block || late === block)) return 'unsure';
      if (early === block) return { on: false, release: null };
    }
    // Before the first arrival, only blocks that need none are held.
    const part = plain.find(({ start, end }) => start <= time && time < end);
    const alone: Desired = part ? { on: true, release: part.end } : { on: false, release: null };
    if (plan.togglePolicy === 'none' || part?.end === block.end) return alone;
    const inside = arrivals.filter(
      ({ at, arrived }) =>
        at >= block.start &&
        at < block.end &&
        arrived >= block.start &&
        arrived < block.end &&
        // In an emergency no arrival arms.
        !['lockdown', 'evacuation'].includes(rulingAt(arrived) ?? ''),
    );
    const armed = inside.filter(({ arrived, sure }) => sure && arrived < time && rulingAt(arrived) === null);
    if (armed.length > 0) return { on: true, release: block.end };
    // A confirmation that came too late arms nothing; what the service made of it is for the commands' oracle.
    return inside.length > 0 ? 'unsure' : alone;
  }
}

const isHold = (type: string): boolean => type.startsWith('lock.hold_open.');

/** What was reported, one after another. */
function judgeStory({ plan, events }: LockEvidence, report: Report): void {
  const rule = 'hold-open starts, ends and fails in turn';
  let last = 'lock.hold_open.ended';
  let wasOffline = false;
  for (const { type, occurred_at, details } of events) {
    if (!isHold(type)) continue;
    const offline = (details as { reason?: string } | null)?.reason === 'offline';
    if (type.endsWith('started') && last === type) report(rule, occurred_at, plan, 'started twice');
    if (type.endsWith('ended') && last === type)
      report(rule, occurred_at, plan, 'ended, though it was not held');
    if (type.endsWith('failed') && offline && (last.endsWith('ended') || wasOffline))
      report(rule, occurred_at, plan, `failed as offline ${wasOffline ? 'twice' : `after ${last}`}`);
    wasOffline = offline;
    last = type;
  }
}

/** Who is named behind a hold, by its source. */
function judgeActors({ world }: Evidence, { plan, events }: LockEvidence, report: Report): void {
  const rule = 'a hold names who is behind it, as its source has it';
  const { account, togglePolicy } = plan;
  const location = world.layout.locations.find(({ id }) => id === plan.location);
  const hasSchedule = location
    ? epochsOf(world, plan, location).some(({ blocks }) => blocks.length > 0)
    : false;
  const none = { person: null, key: null, api_key: null };
  const named = new Map<string, unknown[]>([
    ['schedule', [null]],
    ['exit_button', [null]],
    ['api', [{ ...none, type: 'api_key', api_key: { id: account, name: `key ${account}` } }]],
    [
      'app',
      world.layout.keys
        .filter((key) => key.account === account)
        .map(({ id, name }) => ({ ...none, type: 'user', key: { id, name } })),
    ],
  ]);
  const wanted = [
    ...world.seen.modes.filter(({ lock, mode }) => lock === plan.id && mode === 'stay_open'),
    ...emergenciesOf(world, plan).filter(({ mode }) => mode === 'evacuation'),
  ];
  for (const { type, source, actor, recorded_at } of events) {
    if (!isHold(type)) continue;
    const is = JSON.stringify(sorted(actor ?? null));
    const may = (named.get(source) ?? []).map((one) => JSON.stringify(sorted(one)));
    // What fails names no one; what ends does only where a person ended it.
    const nameless = type.endsWith('failed') || type.endsWith('ended');
    const fits = nameless && is === 'null' ? true : !type.endsWith('failed') && may.includes(is);
    if (!fits) report(rule, recorded_at, plan, `${type} by ${source} names ${is}`);
    if (!type.endsWith('started')) continue;
    const arming = hasSchedule && togglePolicy !== 'none';
    if (source === 'exit_button' && togglePolicy !== 'all_keys')
      report(rule, recorded_at, plan, 'a press began it, which arms nothing here');
    if (source === 'schedule' && !hasSchedule)
      report(rule, recorded_at, plan, 'a schedule began it, and there is none');
    if (source === 'api' && !arming && !wanted.some(({ at }) => at <= recorded_at))
      report(rule, recorded_at, plan, 'the interface began it, and no one asked for it');
    if (source === 'app' && !arming)
      report(rule, recorded_at, plan, 'a key began it, which arms nothing here');
  }
}

/** With its fields in order, so that two of them are compared by what they say. */
const sorted = (actor: unknown): unknown =>
  actor === null || typeof actor !== 'object'
    ? actor
    : Object.fromEntries(Object.entries(actor).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** A hold fails in time only where the gateway confirmed none of its writes. */
function judgeFailures({ plan, gateway, events, taken }: LockEvidence, report: Report): void {
  for (const { type, recorded_at, details } of events) {
    const { reason, attempts = 0 } = (details ?? {}) as { reason?: string; attempts?: number };
    if (type !== 'lock.hold_open.failed' || reason !== 'timeout') continue;
    const writes = gateway.seen.commands
      .map(
        ({ message }) =>
          message as { id: string; door: number; type: string; issued_at?: string; on?: boolean },
      )
      .filter(
        ({ door, type: kind, issued_at = '' }) =>
          door === plan.setup.door && kind === 'hold' && Date.parse(issued_at) < recorded_at,
      )
      .filter(({ issued_at = '' }) => Date.parse(issued_at) > recorded_at - attempts * 5_000 - 2_500);
    const last = writes.at(-1);
    const same = new Set(writes.filter(({ on }) => on === last?.on).map(({ id }) => id));
    const confirmed = taken.find(
      ({ record, arrived }) =>
        record.kind === 'result' &&
        record.outcome === 'confirmed' &&
        same.has(record.command_id) &&
        arrived < recorded_at,
    );
    if (confirmed)
      report(
        'a hold fails only where it was not confirmed',
        recorded_at,
        plan,
        `record ${confirmed.record.seq} had confirmed it`,
      );
  }
}

const RELAY_FOLLOWS = 'the hold relay comes to what is desired';
/** By then a hold is written again after whatever delayed it: a database away, a message that was lost. */
const STEADY_FOR_MS = 3 * MINUTE;
/** A gateway by whose clock it has ended may let go. */
const CLOCKS_DIFFER_MS = 3_000;
const LOOK_EVERY_MS = 5 * MINUTE;

/** All along, wherever nothing was changed and nothing has failed for a while. */
function judgeSteady(evidence: Evidence, lock: LockEvidence, desiredAt: DesiredAt, report: Report): void {
  const { plan, gateway, events } = lock;
  const { connections, boots, boardTrouble: troubles } = gateway.seen;
  const { start } = evidence.world.layout;
  // Not on a full minute, where blocks begin and end.
  for (let time = start + LOOK_EVERY_MS + 30_500; time < evidence.end; time += LOOK_EVERY_MS) {
    const since = time - STEADY_FOR_MS;
    const reachable = connections.some(
      ({ at, ended }) => at <= since && (ended === null || ended > time + MINUTE),
    );
    const up = boots.some(({ started, died }) => started <= since && (died === null || died > time));
    if (!reachable || !up || troubles.some(({ from, to }) => from < time && to > since)) continue;
    const last = events.findLast(({ type, recorded_at }) => isHold(type) && recorded_at <= time);
    if (last?.type === 'lock.hold_open.failed') continue;
    const desired = steadily(desiredAt, time);
    if (!desired) continue;
    const on = relayOn(lock, time);
    if (on === desired.on) continue;
    report(RELAY_FOLLOWS, time, plan, `the relay is ${word(on)}, and ${word(desired.on)} is desired`);
    return;
  }
}

/** What was desired at a time and for minutes before; null where that is not sure, or was something else. */
function steadily(desiredAt: DesiredAt, time: number): Desired | null {
  const desired = desiredAt(time);
  if (desired === 'unsure') return null;
  const around = [CLOCKS_DIFFER_MS, -1 * MINUTE, -2 * MINUTE, -STEADY_FOR_MS];
  for (const offset of around) {
    const other = desiredAt(time + offset);
    if (other === 'unsure' || other.on !== desired.on || other.release !== desired.release) return null;
  }
  return desired;
}

const relayOn = ({ plan, gateway }: LockEvidence, time: number): boolean =>
  gateway.seen.doors.get(plan.setup.door)?.relays.findLast(({ relay, at }) => relay === 'hold' && at <= time)
    ?.on ?? false;

const word = (on: boolean): string => (on ? 'on' : 'off');

function judgeEnd({ end, world }: Evidence, lock: LockEvidence, desiredAt: DesiredAt, report: Report): void {
  const { plan, events, gateway } = lock;
  const desired = steadily(desiredAt, end);
  // While a failure is shrunk, some gateways are never switched on.
  if (!desired || gateway.seen.boots.length === 0) return;
  const on = relayOn(lock, end);
  const last = events.findLast(({ type }) => isHold(type));
  // Given up after its writes: it waits for the gateway to come back, or for something to change.
  const givenUp = last?.type === 'lock.hold_open.failed';
  if (on !== desired.on && !givenUp)
    report(RELAY_FOLLOWS, end, plan, `the relay is ${word(on)}, and ${word(desired.on)} is desired`);
  const shown = world.database.tables.doorStates.get(plan.id)?.hold_on;
  if (shown !== on)
    report('hold_open shows the last confirmed state', end, plan, `shown ${shown}, the relay is ${word(on)}`);
  if (on && last?.type !== 'lock.hold_open.started' && !givenUp)
    report('a hold that began is reported', end, plan, `the relay is on, the last word was ${last?.type}`);
  if (!on && last?.type === 'lock.hold_open.started')
    report('a hold that ended is reported', end, plan, 'the relay is off, the last word was started');
}

/** A session message names every hold that is desired: a door not named is off. */
function judgeSessions({ plan, gateway }: LockEvidence, desiredAt: DesiredAt, report: Report): void {
  for (const { at, message } of gateway.seen.sent) {
    const around = [-3_000, -1_500, 0, 1_500, 3_000].map((offset) => desiredAt(at + offset));
    const [desired] = around;
    if (
      !desired ||
      around.some(
        (other) =>
          other === 'unsure' ||
          desired === 'unsure' ||
          other.on !== desired.on ||
          other.release !== desired.release,
      )
    )
      continue;
    if (desired === 'unsure') continue;
    const named = message.holds.find(({ door }) => door === plan.setup.door);
    const release = named?.release_at ? Date.parse(named.release_at) : null;
    const rule = 'a reconnect writes the desired hold again';
    if (desired.on && !named?.on) report(rule, at, plan, 'the session message does not name the hold');
    if (!desired.on && named?.on)
      report(rule, at, plan, 'the session message names a hold that no one wants');
    if (desired.on && named?.on && desired.release !== 'renewed' && release !== desired.release)
      report(rule, at, plan, `with another end: ${named.release_at}`);
  }
}

/** No hold outlives the end that came with it, by the gateway's corrected clock; while its agent runs. */
function judgeLeases({ seen }: GatewayEvidence, plan: LockPlan, report: Report, end: number): void {
  const { door } = plan.setup;
  const relays = (seen.doors.get(door)?.relays ?? []).filter(({ relay }) => relay === 'hold');
  for (const [index, { at: from, on }] of relays.entries()) {
    if (!on) continue;
    const boot = seen.boots.find(({ started, died }) => started <= from && (died === null || from < died));
    const to = Math.min(relays[index + 1]?.at ?? end, boot?.died ?? end);
    const sessions = seen.sessions.filter((one) => one.boot === boot?.boot && one.at <= to);
    const behind = Math.max(0, ...sessions.map((one) => one.at - Date.parse(one.message.now)));
    const writes = [
      ...sessions.flatMap(({ at, message }) =>
        message.holds.filter((hold) => hold.door === door).map((hold) => ({ at, ...hold })),
      ),
      ...seen.commands
        .filter(
          (one) =>
            one.boot === boot?.boot &&
            one.at <= to &&
            one.message.type === 'hold' &&
            one.message.door === door,
        )
        .map(({ at, message }) => ({
          at,
          ...(message as unknown as { on: boolean; release_at: string | null }),
        })),
    ].filter((write) => write.on);
    if (writes.length === 0) {
      report('the hold relay moves on commands only', from, plan, 'it went on without one');
      continue;
    }
    const last = Math.max(
      ...writes.map(({ release_at }) =>
        release_at === null ? Number.POSITIVE_INFINITY : Date.parse(release_at),
      ),
    );
    // A board that accepts no commands holds on, until it does again.
    if (boardTrouble(seen, last - 1_000, to)) continue;
    if (to > last + behind + 50)
      report('no hold outlives its lease', to, plan, `on for ${to - last} ms beyond its end`);
  }
}
