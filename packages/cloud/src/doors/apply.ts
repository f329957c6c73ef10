import { type HoldCommand, PROTOCOL_VERSION, toDate, toTimestamp } from '@door-access/protocol';
import type { Actor, AuditEntry } from '../audit/entry.rules.js';
import type { Context } from '../context.js';
import { within } from '../deadlines.js';
import { newEventData } from '../events/read.js';
import type { CommandChange } from '../nudge.js';
import { alarmsIn } from './alarm.rules.js';
import { decideAll, doorKey, markKey } from './apply.rules.js';
import type { ApplyInput, Changes, Loaded, Named, UnsentWrite, Wanted } from './apply.types.js';
import { COMMAND_LIFETIME_MS } from './command.rules.js';
import { type EndedCommand, endedIn } from './ended.rules.js';
import { lateAmong, placeInTime, TIE_SEARCH_MS } from './place.rules.js';
import { rememberedScheduleAt } from './schedule/schedule-days.js';
import { markSent } from './sent.js';
import type { DoorTransaction } from './store/port.js';

export interface Applied {
  /** Commands that changed and locks that something happened to, for those who wait. */
  commands: ReadonlyMap<string, CommandChange | undefined>;
  lockIds: number[];
  /** Inputs that were rejected as a whole, and why. */
  refused: ReadonlyMap<ApplyInput, string>;
  /** Inputs that were not taken: the database has less of their journal than was committed before. */
  setBack: ReadonlySet<ApplyInput>;
  /** Resolves once the resulting holds were sent to their gateways, or could not be. */
  sending: Promise<unknown>;
}

/**
 * The one way in which anything becomes true about a door: loads and locks the rows, decides by the pure rules, and
 * writes state, events, deliveries and commands in one transaction. MQTT, REST and due work all call it, each with as
 * many inputs as it has: the number of statements does not grow with them.
 */
export async function apply(context: Context, inputs: readonly ApplyInput[]): Promise<Applied> {
  return settle(context, await context.doors.transaction((doors) => applyWithin(doors, context, inputs)));
}

/** What is written, and is announced once it is committed. */
export interface Applying extends Omit<Applied, 'sending'> {
  deliveries: number;
  /** Accounts with events. */
  accounts: ReadonlySet<number>;
  ended: readonly EndedCommand[];
  presence: Changes['presence'];
  holdWrites: readonly UnsentWrite[];
}

/** `apply` in a transaction of the caller's, who calls `settle` behind its commit. */
export async function applyWithin(
  doors: DoorTransaction,
  context: Context,
  inputs: readonly ApplyInput[],
): Promise<Applying> {
  const now = context.clock.now();
  const loaded = await doors.load(wanted(inputs));
  const changes = decideAll(loaded, inputs, {
    now,
    holdWriteAttempts: context.config.HOLD_WRITE_ATTEMPTS,
    newId: context.ids.uuid,
    scheduleAt: rememberedScheduleAt,
    restores: context.restores ?? [],
  });
  const { events } = changes;
  const locks = { get: (id: number) => lockOf(loaded, id) };
  const late = lateAmong(events, locks);
  const taken = late.length > 0 ? await doors.takenTimes(late, TIE_SEARCH_MS + events.length) : [];
  placeInTime(events, locks, taken);
  const isSubscribed = events.some(({ account_id }) => loaded.subscribed.has(account_id));
  if (isSubscribed)
    for (const event of events)
      if (!event.is_known && !event.is_muted)
        event.data = newEventData(event, namesOf(lockOf(loaded, event.lock_id)));
  const alarms = alarmsIn(changes);
  const deliveries = await doors.write({ changes, audits: testAudits(changes), alarms, isSubscribed, now });
  const { readers, refused, setBack, holdWrites, presence } = changes;
  return {
    deliveries,
    accounts: new Set(events.map(({ account_id }) => account_id)),
    ended: endedIn(changes),
    presence,
    holdWrites,
    refused,
    setBack,
    commands: changedCommands(changes),
    lockIds: [...new Set([...changes.doors, ...readers].map((door) => door.lock_id))],
  };
}

/** Behind the commit, when there is something to look at. */
export function settle(
  context: Context,
  { deliveries, accounts, holdWrites, ended, presence, ...applied }: Applying,
): Applied {
  const { metrics } = context;
  for (const command of ended) metrics?.commandEnded(command);
  for (const to of presence) metrics?.presenceChanged(to);
  if (deliveries > 0) context.nudge.emit('delivery');
  for (const id of accounts) context.nudge.emit('change', id);
  for (const [id, change] of applied.commands) context.nudge.emit('command', id, change);
  for (const id of applied.lockIds) context.nudge.emit('lock', id);
  return { ...applied, sending: sendHolds(context, holdWrites) };
}

const lockOf = ({ doorsByLock, readers }: Loaded, lockId: number): Named | undefined =>
  doorsByLock.get(lockId) ?? readers.get(lockId);

const namesOf = (lock: Named | undefined) => ({
  lock: { id: lock?.lock_id ?? 0, name: lock?.name ?? '', place: lock?.place ?? '' },
  location: { id: lock?.location_id ?? 0, name: lock?.location_name ?? '' },
});

/** Whether a `finished` command had ended already, only its row says. */
const changedCommands = ({ commands, finished }: Changes): Applied['commands'] =>
  new Map([
    ...[...commands].map(({ id, status, reason, confirmed_at, failed_at }) => {
      const change = { status, reason, confirmed_at: toDate(confirmed_at), failed_at: toDate(failed_at) };
      return [id, change] as const;
    }),
    ...finished.map(({ id }) => [id, undefined] as const),
  ]);

const GATEWAY: Actor = { type: 'rule', id: null, name: 'gateway' };

/** A test mutes alarms, so it is recorded in the audit log. */
const testAudits = ({ tests }: Changes): AuditEntry[] =>
  tests.map(({ door: { account_id, lock_id, location_id, name }, for_ms }) => ({
    account_id,
    actor: GATEWAY,
    action: for_ms > 0 ? ('lock.begin_test' as const) : ('lock.end_test' as const),
    subject: { type: 'lock', id: String(lock_id), name },
    location_id,
    details: for_ms > 0 ? { for_ms } : {},
  }));

/** An emergency writes to every door at once, and what is handed over to other processes is bounded. */
const SENT_AT_ONCE = 200;
/** What takes longer waits for a process or a gateway that may be dead: others go on beside it. */
const HELD_UP_MS = 100;

/** Never rejects: what is not handed over is handed over again by the due time of its door. */
async function sendHolds(context: Context, writes: readonly UnsentWrite[]): Promise<void> {
  let next = 0;
  const unsent: ApplyInput[] = [];
  let noting: Promise<void> | null = null;
  // While some are noted, more may fail, and are noted together.
  const note = async () => {
    while (unsent.length > 0) await noteUnsent(context, unsent.splice(0));
    noting = null;
  };
  const send = async (write: UnsentWrite) => {
    if (await sendHold(context, write)) return;
    unsent.push({
      kind: 'door',
      lock_id: write.door.lock_id,
      input: { kind: 'unsent', command_id: idOf(write) },
    });
    noting ??= note();
  };
  const all: Promise<void>[] = [];
  const lane = async () => {
    for (let write = writes[next++]; write; write = writes[next++]) {
      const sent = send(write);
      all.push(sent);
      if (next < writes.length) await within(context.clock, HELD_UP_MS, sent, heldUp).catch(() => {});
    }
  };
  await Promise.all(Array.from({ length: Math.min(SENT_AT_ONCE, writes.length) }, lane));
  await Promise.all(all);
  await noting;
}

const heldUp = () => new Error('held up');

async function noteUnsent(context: Context, inputs: readonly ApplyInput[]): Promise<void> {
  try {
    await apply(context, inputs);
  } catch (error) {
    context.log.warn({ err: error }, 'holds that were not sent are tried again later, with the next attempt');
  }
}

const idOf = ({ write }: UnsentWrite): string => write.ids.at(-1) ?? '';

/** Whether it is on its way. */
async function sendHold(context: Context, unsent: UnsentWrite): Promise<boolean> {
  const { door, write, command_id } = unsent;
  // Its next session message carries it.
  if (door.session === null) return true;
  const now = context.clock.now();
  const message: HoldCommand = {
    v: PROTOCOL_VERSION,
    id: idOf(unsent),
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
    return false;
  }
  if (command_id !== null) await markSent(context, command_id);
  return true;
}

function wanted(inputs: readonly ApplyInput[]): Wanted {
  const gatewayIds = new Set<string>();
  const wholeGatewayIds = new Set<string>();
  const doors = new Map<string, { gateway_id: string; door: number }>();
  const marks = new Map<string, Wanted['marks'][number]>();
  const commandIds = new Set<string>();
  const lockIds = new Set<number>();
  const awakeGatewayIds = new Set<string>();
  const readerLockIds = new Set<number>();
  for (const input of inputs) {
    if (input.kind === 'command') {
      commandIds.add(input.command_id);
      continue;
    }
    if (input.kind === 'door' || input.kind === 'denied' || input.kind === 'maintenance') {
      lockIds.add(input.lock_id);
      continue;
    }
    if (input.kind === 'report') {
      readerLockIds.add(input.lock_id);
      continue;
    }
    const { gateway_id } = input;
    gatewayIds.add(gateway_id);
    if (input.kind === 'presence') {
      (input.input.kind === 'heartbeat' ? awakeGatewayIds : wholeGatewayIds).add(gateway_id);
      continue;
    }
    const { journal, had = 0 } = input;
    marks.set(markKey(gateway_id, journal), { gateway_id, journal, had });
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
    readerLockIds: [...readerLockIds],
  };
}
