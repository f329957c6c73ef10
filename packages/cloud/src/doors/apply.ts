import { type HoldCommand, PROTOCOL_VERSION, toTimestamp } from '@door-access/protocol';
import type { PoolClient } from 'pg';
import type { Actor } from '../audit/entry.rules.js';
import { recordAudits } from '../audit/record.js';
import {
  COLLISIONS,
  type Context,
  KEEP_PLANS,
  type Last,
  type TransactionOptions,
  transaction,
} from '../context.js';
import { enqueueDeliveries } from '../deliveries/enqueue.js';
import { eventsById } from '../events/read.js';
import { decideAll, doorKey, markKey } from './apply.rules.js';
import type { ApplyInput, Changes, Loaded, OrderedWrite, Wanted } from './apply.types.js';
import { load } from './apply-load.js';
import { placeInTime, write } from './apply-write.js';
import { COMMAND_LIFETIME_MS } from './command.rules.js';
import { rememberedScheduleAt } from './schedule-days.js';
import { markSent } from './sent.js';

export interface Applied {
  /** Commands that changed and locks that something happened to, for those who wait. */
  commandIds: string[];
  lockIds: number[];
  /** Inputs that were rejected as a whole, and why. */
  refused: ReadonlyMap<ApplyInput, string>;
  /** Resolves once the resulting holds were sent to their gateways, or could not be. */
  sending: Promise<unknown>;
}

/**
 * The one way in which anything becomes true about a door: loads and locks the rows, decides by the pure rules, and
 * writes state, events, deliveries and commands in one transaction. MQTT, REST and due work all call it, each with as
 * many inputs as it has: the number of statements does not grow with them.
 */
export async function apply(context: Context, inputs: readonly ApplyInput[]): Promise<Applied> {
  const { deliveries, holdWrites, ...applied } = await transaction(
    context.pool,
    (client, last) => applyIn(client, last, context, inputs),
    OPTIONS,
  );
  // Only after the commit is there something to look at.
  if (deliveries > 0) context.nudge.emit('delivery');
  for (const id of applied.commandIds) context.nudge.emit('command', id);
  for (const id of applied.lockIds) context.nudge.emit('lock', id);
  return { ...applied, sending: Promise.all(holdWrites.map((write) => sendHold(context, write))) };
}

const GATEWAY: Actor = { type: 'rule', id: null, name: 'gateway' };

/** A unique violation, too: another process made the row first, and running again finds it. */
const OPTIONS: TransactionOptions = { begin: KEEP_PLANS, collisions: [...COLLISIONS, '23505'] };

async function applyIn(client: PoolClient, last: Last, context: Context, inputs: readonly ApplyInput[]) {
  const now = context.clock.now();
  const loaded = await load(client, wanted(inputs));
  const changes = decideAll(loaded, inputs, {
    now,
    holdWriteAttempts: context.config.HOLD_WRITE_ATTEMPTS,
    newId: context.ids.uuid,
    scheduleAt: rememberedScheduleAt,
  });
  await placeInTime(client, changes.events, loaded);
  if (changes.tests.length > 0) await auditTests(client, context, changes.tests);
  const written = write(client, changes, now);
  const deliveries = isSubscribed(loaded)
    ? await deliver(client, await written, now)
    : await last(written).then(() => 0);
  return {
    deliveries,
    holdWrites: changes.holdWrites,
    refused: changes.refused,
    commandIds: [...changes.commands, ...changes.finished].map((command) => command.id),
    lockIds: [...new Set([...changes.doors].map((door) => door.lock_id))],
  };
}

/** A test silences alarms, so it is recorded in the audit log. */
async function auditTests(client: PoolClient, context: Context, tests: Changes['tests']): Promise<void> {
  const { rows } = await client.query<{ id: number; name: string }>(
    'select id, name from lock where id = any($1::int[])',
    [tests.map(({ door }) => door.lock_id)],
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  await recordAudits(
    client,
    context,
    tests.map(({ door: { account_id, lock_id, location_id }, for_ms }) => ({
      account_id,
      actor: GATEWAY,
      action: for_ms > 0 ? ('lock.begin_test' as const) : ('lock.end_test' as const),
      subject: { type: 'lock', id: String(lock_id), name: names.get(lock_id) ?? '' },
      location_id,
      details: for_ms > 0 ? { for_ms } : {},
    })),
  );
}

/** Never rejects: a hold that does not arrive is sent again within seconds. */
async function sendHold(context: Context, { door, write, command_id }: OrderedWrite): Promise<void> {
  if (door.session === null) return;
  const now = context.clock.now();
  const message: HoldCommand = {
    v: PROTOCOL_VERSION,
    id: write.ids.at(-1) ?? '',
    session: door.session,
    door: door.door,
    type: 'hold',
    on: write.on,
    release_at: write.release_at === null ? null : toTimestamp(write.release_at),
    version: write.version,
    issued_at: toTimestamp(now),
    expires_at: toTimestamp(now + COMMAND_LIFETIME_MS),
  };
  try {
    await context.downlink.publish(door.gateway_id, door.session, 'command', message);
  } catch (error) {
    const { message: reason } = error as Error;
    context.log.warn({ lock: door.lock_id, reason }, 'hold not sent to the gateway; it is tried again');
    return;
  }
  if (command_id !== null) await markSent(context, command_id);
}

const isSubscribed = ({ subscribed, doorsByLock }: Loaded): boolean =>
  subscribed.size > 0 && [...doorsByLock.values()].some((door) => subscribed.has(door.account_id));

/** Writes the deliveries of new events; after the commit, nudge `delivery` where there are any. */
export async function deliver(client: PoolClient, eventIds: number[], now: number): Promise<number> {
  if (eventIds.length === 0) return 0;
  const created_at = new Date(now);
  const events = await eventsById(client, eventIds);
  return enqueueDeliveries(
    client,
    events.map((event) => ({
      id: event.id,
      type: event.type,
      location_id: event.location_id,
      data: event.data,
      created_at,
    })),
  );
}

function wanted(inputs: readonly ApplyInput[]): Wanted {
  const gatewayIds = new Set<string>();
  const wholeGatewayIds = new Set<string>();
  const doors = new Map<string, { gateway_id: string; door: number }>();
  const marks = new Map<string, { gateway_id: string; journal: string }>();
  const commandIds = new Set<string>();
  const lockIds = new Set<number>();
  const awakeGatewayIds = new Set<string>();
  for (const input of inputs) {
    if (input.kind === 'command') {
      commandIds.add(input.command_id);
      continue;
    }
    if (input.kind === 'door' || input.kind === 'denied') {
      lockIds.add(input.lock_id);
      continue;
    }
    const { gateway_id } = input;
    gatewayIds.add(gateway_id);
    if (input.kind === 'presence') {
      (input.input.kind === 'heartbeat' ? awakeGatewayIds : wholeGatewayIds).add(gateway_id);
      continue;
    }
    marks.set(markKey(gateway_id, input.journal), { gateway_id, journal: input.journal });
    for (const record of input.records) {
      if (record.kind === 'unknown') continue;
      if (record.kind === 'gap') wholeGatewayIds.add(gateway_id);
      else doors.set(doorKey(gateway_id, record.door), { gateway_id, door: record.door });
      if ((record.kind === 'relay' || record.kind === 'result') && record.command_id)
        commandIds.add(record.command_id);
    }
  }
  return {
    gatewayIds: [...gatewayIds],
    wholeGatewayIds: [...wholeGatewayIds],
    doors: [...doors.values()],
    marks: [...marks.values()],
    commandIds: [...commandIds],
    lockIds: [...lockIds],
    awakeGatewayIds: [...awakeGatewayIds],
  };
}
