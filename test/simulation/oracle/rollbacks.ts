import type { JournalRecord } from '@door-access/protocol';
import type { GatewayPlan } from '../layout.js';
import type { Lost } from '../rollbacks.js';
import type { EventRow } from '../tables.js';
import type { World } from '../world.js';
import type { Report, Violation } from './judge.js';

/* What holds however often a database is set back: what went in is there, once, with its time; no door moved for it. */

/** Two events of one type at one time move apart by milliseconds. */
export const MAX_TIE_MS = 50;
/** Two clocks of one gateway, corrected in between. */
const MAX_CORRECTION_MS = 2_000;

export const reportTo =
  (violations: Violation[]): Report =>
  (rule, at, about, what) =>
    violations.push({
      rule,
      at,
      gateway: about === null ? null : 'index' in about ? about.index : about.gateway,
      lock: null,
      what,
    });

export function judgeRollbacks(world: World, lost: readonly Lost[]): Violation[] {
  const violations: Violation[] = [];
  const report = reportTo(violations);
  for (const plan of world.layout.gateways) judgeGateway(world, plan, report);
  // A service that knows nothing of it takes what comes again for news.
  if (lost.every(({ isNoted }) => isNoted)) {
    judgeAlarms(world, report);
    for (const plan of world.layout.gateways) judgeLeftOpen(world, lost, plan, report);
  }
  return violations.sort((a, b) => a.at - b.at);
}

/** The event that a record stands for, wherever it came from and however often; null where that depends on others. */
function meaningOf(record: JournalRecord): string | null {
  if (record.kind === 'contact' && !record.snapshot)
    return record.state === 'open' ? 'door.opened' : 'door.closed';
  if (record.kind === 'exit_button' && record.pressed) return 'door.exit_button';
  const unlocks =
    record.kind === 'relay' && record.relay === 'strike' && record.on && record.cause === 'command';
  return unlocks ? 'access.granted' : null;
}

export function judgeGateway(world: World, plan: GatewayPlan, report: Report): void {
  const { tables } = world.database;
  const seen = world.seen.gateways[plan.index];
  if (!seen || seen.boots.length === 0) return;
  const records = new Map<number, JournalRecord>();
  for (const { record } of seen.durable) records.set(record.seq, record);
  const events = new Map<string, EventRow[]>();
  for (const event of tables.events) {
    if (event.gateway_id !== plan.id || event.journal_seq === null) continue;
    const key = `${event.journal_seq} ${event.type}`;
    events.set(key, [...(events.get(key) ?? []), event]);
  }
  for (const [key, same] of events)
    if (same.length > 1)
      report(
        'a record is taken once',
        same[0]?.recorded_at ?? 0,
        plan,
        `${same.length} events of record ${key}`,
      );
  const unlocked = new Map<string, number>();
  for (const record of records.values()) {
    const type = meaningOf(record);
    if (type === null || !plan.locks.some(({ setup }) => setup.door === record.door)) continue;
    const at = Date.parse(record.at);
    const command = record.kind === 'relay' ? (record.command_id ?? '') : null;
    if (command !== null) unlocked.set(command, (unlocked.get(command) ?? 0) + 1);
    // A verdict on a command that was given before its record came stays.
    if (command !== null && tables.commands.get(command)?.status === 'failed') continue;
    const [event] = events.get(`${record.seq} ${type}`) ?? [];
    if (!event) report('what went in is there', at, plan, `no ${type} of record ${JSON.stringify(record)}`);
    else if (Math.abs(event.occurred_at - at) > MAX_TIE_MS && record.clock === 'synced')
      report('an event has its true time', at, plan, `${type} at ${event.occurred_at}, not ${at}`);
  }
  for (const [command, times] of unlocked)
    if (times > 1) report('no door moves for a refill', 0, plan, `command ${command} was run ${times} times`);
  if (tables.gateways.get(plan.id)?.online !== true)
    report('a gateway that is there is online', world.scheduler.now, plan, 'it is offline');
}

const isAwayAt = (events: readonly EventRow[], lockId: number, at: number): boolean =>
  events.findLast(
    ({ lock_id, type, recorded_at }) =>
      lock_id === lockId && (type === 'lock.online' || type === 'lock.offline') && recorded_at <= at,
  )?.type === 'lock.offline';

/** The newest reading before it said that the door is open; a reading that died with its machine is no one's. */
function judgeLeftOpen(
  { database, seen }: World,
  lost: readonly Lost[],
  plan: GatewayPlan,
  report: Report,
): void {
  const readings = seen.gateways[plan.index]?.durable.flatMap(({ record }) =>
    record.kind === 'contact' ? [{ door: record.door, at: Date.parse(record.at), state: record.state }] : [],
  );
  for (const { id, setup } of plan.locks) {
    const debounceMs = setup.contact?.debounceMs ?? 0;
    for (const event of database.tables.events) {
      if (event.lock_id !== id || event.type !== 'door.left_open') continue;
      // One that was concluded before, while its gateway was away, is no matter of the restore.
      const isOf = ({ from, to }: Lost) =>
        event.occurred_at > from && event.occurred_at <= to && event.recorded_at >= to;
      if (!lost.some(isOf)) continue;
      // The patience of a restore has an end: what is still away then is concluded about as anything that is away.
      if (isAwayAt(database.tables.events, id, event.recorded_at)) continue;
      const before = readings
        ?.filter(({ door, at }) => door === setup.door && at < event.occurred_at - MAX_CORRECTION_MS)
        .reduce<{ at: number; state: string } | null>(
          // An edge is dated when it began and written once it is steady: a snapshot in between is older.
          (last, one) => (last && last.at > one.at + debounceMs ? last : one),
          null,
        );
      if (before?.state === 'closed')
        report('no closed door is called left open', event.occurred_at, plan, `lock ${id}`);
    }
  }
}

/** Each alarm reaches each receiver once. */
export function judgeAlarms({ receivers, scheduler }: World, report: Report): void {
  const raised = new Map<string, Set<string>>();
  for (const { url, type, payload, delivery, taken } of receivers.received) {
    if (!taken || (type !== 'door.forced' && type !== 'door.left_open')) continue;
    const { occurred_at, lock } = payload as { occurred_at: string; lock: { id: number } };
    const key = `${url} ${type} of lock ${lock.id} at ${occurred_at}`;
    raised.set(key, (raised.get(key) ?? new Set()).add(delivery));
  }
  for (const [key, deliveries] of raised)
    if (deliveries.size > 1)
      report('an alarm is not raised again', scheduler.now, null, `${deliveries.size} deliveries to ${key}`);
}
