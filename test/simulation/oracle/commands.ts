import type { RelayRecord, ResultRecord } from '@door-access/protocol';
import { MAX_SERVICE_STEP_MS } from '../plan.js';
import type { Command } from '../tables.js';
import type { World } from '../world.js';
import { isTurning } from './emergencies.js';
import type { Evidence, GatewayEvidence, Known, LockEvidence } from './evidence.js';
import { boardTrouble, diskTrouble, wall } from './evidence.js';
import type { Report } from './judge.js';

/* Unlocks: one verdict a command, one pulse a command, none after its expiry (docs/behaviour.md, Commands). */

const TIES_MS = 60;
/** How much a timer and the board take. */
const TIMER_MS = 50;
const DISK_RECOVERS_MS = 30_000;
/** Nothing moves by these: its session is over, or it was begun and the note of its end is gone. */
const REFUSALS: readonly string[] = ['expired', 'device_error'];

export function judgeCommands({ world, locks, gateways }: Evidence, report: Report): void {
  const byLock = new Map<number, Command[]>();
  const modesByLock = new Map<number, Command[]>();
  for (const command of world.database.tables.commands.values()) {
    const map = command.type === 'unlock' ? byLock : modesByLock;
    map.set(command.lock_id, [...(map.get(command.lock_id) ?? []), command]);
  }
  for (const lock of locks) {
    judgeVerdicts(lock, byLock.get(lock.plan.id) ?? [], report);
    judgeModes(world, lock, modesByLock.get(lock.plan.id) ?? [], report);
  }
  const unlocks = new Set([...byLock.values()].flat().map(({ id }) => id));
  for (const gateway of gateways) {
    judgePulses(gateway, report);
    judgeLengths(gateway, report);
    judgeConfirmed(gateway, unlocks, report);
    judgeAnswers(gateway, report);
  }
}

const WRITES = 3;
/** Of so many writes five seconds apart the last one's time is over so long after the command. */
const WRITES_MS = 15_000;

/**
 * A command for a door mode lives as long as its writes, unless another takes its place. One that wants what is being
 * written already shares those writes, and fails with the last of them.
 */
function judgeModes(
  world: World,
  { plan, events }: LockEvidence,
  commands: readonly Command[],
  report: Report,
): void {
  const rule = "a command for a door's mode lives as long as its writes";
  for (const { id, status, reason, requested_at, failed_at } of commands) {
    if (status !== 'confirmed' && status !== 'failed')
      report(rule, requested_at, plan, `command ${id} is still ${status}`);
    const over = failed_at ?? Number.POSITIVE_INFINITY;
    const isReplaced = commands.some((one) => one.requested_at > requested_at && one.requested_at <= over);
    const isWritten = events.some(
      ({ type, occurred_at, details }) =>
        type === 'lock.hold_open.failed' &&
        Math.abs(occurred_at - over) <= TIES_MS &&
        (details as { attempts?: number } | null)?.attempts === WRITES,
    );
    // An emergency that begins takes its place.
    const isOverruled = isTurning(
      world,
      plan,
      requested_at - MAX_SERVICE_STEP_MS,
      over + MAX_SERVICE_STEP_MS,
    );
    if (over - requested_at < WRITES_MS - MAX_SERVICE_STEP_MS && !isReplaced && !isWritten && !isOverruled)
      report(rule, over, plan, `command ${id} failed (${reason}) after ${over - requested_at} ms`);
  }
}

type Word = Known & { record: RelayRecord | ResultRecord; arrived: number };

function judgeVerdicts(
  { plan, gateway, events }: LockEvidence,
  commands: readonly Command[],
  report: Report,
): void {
  const rule = 'exactly one of access.granted and unlock.failed for every command';
  const words = new Map<string, Word[]>();
  for (const one of gateway.known) {
    const { record } = one;
    if (one.arrived === null || (record.kind !== 'result' && record.kind !== 'relay') || !record.command_id)
      continue;
    words.set(record.command_id, [...(words.get(record.command_id) ?? []), one as Word]);
  }
  const granted: number[] = [];
  const failed: string[] = [];
  for (const command of commands) {
    const { id, status, reason, requested_at, expires_at, failed_at, switched_at } = command;
    const said = words.get(id) ?? [];
    const opened = said.find(({ record }) =>
      record.kind === 'relay' ? record.relay === 'strike' && record.on : record.outcome === 'confirmed',
    );
    if (status !== 'confirmed' && status !== 'failed') {
      report(rule, requested_at, plan, `command ${id} is still ${status}`);
      continue;
    }
    if (status === 'confirmed' || switched_at !== null) {
      if (!opened)
        report(
          'a command is confirmed by its gateway only',
          requested_at,
          plan,
          `command ${id} is confirmed, but its gateway never said so`,
        );
      granted.push(opened ? wall(opened.record) : (switched_at ?? 0));
      continue;
    }
    failed.push(`${reason} ${failed_at}`);
    if (opened && opened.arrived < (failed_at ?? 0) - MAX_SERVICE_STEP_MS)
      report(
        rule,
        requested_at,
        plan,
        `command ${id} failed (${reason}), though its confirmation had arrived`,
      );
    const outcome = said.find(({ record }) => record.kind === 'result')?.record as ResultRecord | undefined;
    if (reason === 'timed_out' && (failed_at ?? 0) < expires_at && outcome?.outcome !== 'expired')
      report(rule, requested_at, plan, `command ${id} timed out before its expiry`);
    if ((reason === 'device_error' || reason === 'device_missing') && outcome?.outcome !== reason)
      report(rule, requested_at, plan, `command ${id} failed as ${reason}, which its gateway never said`);
  }
  const occurred = events
    .filter(({ type }) => type === 'access.granted')
    .map(({ occurred_at }) => occurred_at)
    .sort((a, b) => a - b);
  granted.sort((a, b) => a - b);
  if (occurred.length !== granted.length)
    report(
      rule,
      occurred[0] ?? granted[0] ?? 0,
      plan,
      `${occurred.length} access.granted for ${granted.length} commands that switched the strike`,
    );
  else
    for (const [index, at] of occurred.entries())
      if (Math.abs(at - (granted[index] as number)) > TIES_MS)
        report(
          'access.granted occurs when the relay switched',
          at,
          plan,
          `occurred ${at - (granted[index] as number)} ms off`,
        );
  const failures = events.filter(({ type }) => type === 'unlock.failed');
  if (failures.length !== failed.length)
    report(
      rule,
      failures[0]?.occurred_at ?? 0,
      plan,
      `${failures.length} unlock.failed for ${failed.length} commands that failed`,
    );
}

/** By what the gateway recorded, and by its relays themselves. */
function judgePulses({ plan, seen, known }: GatewayEvidence, report: Report): void {
  const pulses = new Map<string, number>();
  const switched = new Set<string>();
  const lastOn = new Map<number, number>();
  for (const { record } of known) {
    if (record.kind !== 'relay' || record.relay !== 'strike') continue;
    const boot = seen.boots.find(({ boot }) => boot === record.boot);
    const at = (boot?.started ?? 0) + record.mono_ms;
    if (!record.on) continue;
    switched.add(`${record.door} ${at}`);
    if (!record.command_id) continue;
    const count = (pulses.get(record.command_id) ?? 0) + 1;
    pulses.set(record.command_id, count);
    if (count > 1)
      report('at most one pulse a command', at, plan, `command ${record.command_id} pulsed ${count} times`);
    const command = seen.commands.findLast((one) => one.message.id === record.command_id && one.at <= at);
    // The gateway's corrected clock: what the service said last, and what has passed since.
    const session = seen.sessions.findLast((one) => one.boot === record.boot && one.at <= (command?.at ?? 0));
    if (!command || !session) {
      report('no command runs before a session', at, plan, `command ${record.command_id}`);
      continue;
    }
    const now = Math.max(
      ...seen.sessions
        .filter((one) => one.boot === record.boot && one.at <= at)
        .slice(-1)
        .map((one) => Date.parse(one.message.now) + (at - one.at)),
    );
    if (now > Date.parse(command.message.expires_at))
      report(
        'no strike pulse after a command has expired',
        at,
        plan,
        `command ${record.command_id} pulsed ${now - Date.parse(command.message.expires_at)} ms late`,
      );
    lastOn.set(record.door, at);
  }
  for (const lock of plan.locks) {
    for (const { at, relay, on } of seen.doors.get(lock.setup.door)?.relays ?? []) {
      if (relay !== 'strike' || !on || switched.has(`${lock.setup.door} ${at}`)) continue;
      if (boardTrouble(seen, at, at)) continue;
      const boot = seen.boots.find((one) => one.started <= at && (one.died === null || at < one.died));
      const trouble = diskTrouble(seen, at - 30_000, at + 5_000);
      if (trouble === null && (boot?.died == null || boot.died > at + 5_000))
        report('every pulse is in the journal', at, lock, 'the strike went on and no record says so');
    }
  }
}

/** Off after its time, neither sooner nor later, for as long as the agent and the board live. */
function judgeLengths({ plan, seen, known }: GatewayEvidence, report: Report): void {
  for (const lock of plan.locks) {
    const { setup, strikeMs: byLock } = lock;
    const starts = known.flatMap(({ record }) => {
      if (record.kind !== 'relay' || record.relay !== 'strike' || !record.on || record.door !== setup.door)
        return [];
      const boot = seen.boots.find(({ boot }) => boot === record.boot);
      return [{ at: (boot?.started ?? 0) + record.mono_ms, isCommand: record.cause === 'command' }];
    });
    const moves = (seen.doors.get(setup.door)?.relays ?? []).filter(({ relay }) => relay === 'strike');
    for (const [index, { at: from, on }] of moves.entries()) {
      const off = moves[index + 1];
      // One in the very moment of the off begins the next pulse.
      const last = starts.findLast(({ at }) => at >= from && at < (off?.at ?? 0));
      if (!on || !off || !last) continue;
      const disturbed =
        boardTrouble(seen, from, off.at) ||
        diskTrouble(seen, from - DISK_RECOVERS_MS, off.at) !== null ||
        seen.boots.some(({ died }) => died !== null && died >= from && died <= off.at);
      if (disturbed) continue;
      const length = off.at - last.at;
      // A release at the door before the first session has the installer's own time.
      const lengths = last.isCommand ? [byLock] : [byLock, setup.strikeMs];
      if (!lengths.some((one) => Math.abs(length - one) <= TIMER_MS))
        report(
          'the strike goes off after its time',
          off.at,
          lock,
          `on for ${length} ms, and should be for ${lengths.join(' or ')} ms`,
        );
    }
  }
}

/** What is confirmed has happened, unless a disk that took nothing lost the record of it. */
function judgeConfirmed({ plan, known, seen }: GatewayEvidence, unlocks: Set<string>, report: Report): void {
  const switched = new Set(
    known.flatMap(({ record }) =>
      record.kind === 'relay' && record.relay === 'strike' && record.on ? [record.command_id] : [],
    ),
  );
  for (const { record, durableAt } of known) {
    if (record.kind !== 'result' || record.outcome !== 'confirmed' || !unlocks.has(record.command_id))
      continue;
    if (switched.has(record.command_id) || diskTrouble(seen, durableAt - 3_600_000, durableAt) !== null)
      continue;
    const what = `command ${record.command_id} is confirmed, and the strike never went on`;
    report('a confirmed unlock moved the strike', durableAt, plan, what);
  }
}

/** An id seen before is answered as before, across restarts; one of which only a memory knew that is gone is refused. */
function judgeAnswers({ plan, known, seen }: GatewayEvidence, report: Report): void {
  const answers = new Map<string, { outcome: string; at: number; boot: string; diedInMemory: boolean }>();
  for (const { record, durableAt, diedInMemory } of known) {
    if (record.kind !== 'result') continue;
    const before = answers.get(record.command_id);
    const { boot, outcome } = record;
    const isForgotten = before?.diedInMemory && before.boot !== boot && REFUSALS.includes(outcome);
    const kept = isForgotten ? undefined : before;
    answers.set(record.command_id, kept ?? { outcome, at: durableAt, boot, diedInMemory });
    // Kept for an hour from when it was seen, which may be long before its record was durable.
    const first =
      seen.commands.find(({ message }) => message.id === record.command_id)?.at ?? before?.at ?? 0;
    if (!before || isForgotten || before.outcome === outcome || durableAt - first > 3_600_000) continue;
    // A ruined disk remembers nothing.
    if (seen.ruined.some((at) => at >= before.at && at <= durableAt)) continue;
    report(
      'a command id seen before gets the same result',
      durableAt,
      plan,
      `command ${record.command_id} was ${before.outcome}, then ${outcome}`,
    );
  }
}
