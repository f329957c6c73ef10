import { again } from '../../packages/cloud/src/context.js';
import { doorKey, markKey } from '../../packages/cloud/src/doors/apply.rules.js';
import type {
  CommandRow,
  DoorRow,
  GatewayRow,
  Loaded,
  Wanted,
} from '../../packages/cloud/src/doors/apply.types.js';
import type {
  CommandRecords,
  CommandTarget,
  DoorStore,
  DueKind,
  FoundCommand,
  NewCommand,
  Scope,
} from '../../packages/cloud/src/doors/store/port.js';
import type { Call, Database } from './database.js';
import { UNIQUE_VIOLATION } from './database-error.js';
import type { ProcessClock } from './scheduler.js';
import { takenTimes, write } from './stores-write.js';
import type { Command, Gateway, Tables } from './tables.js';

/* Doors and their commands in memory. */

type OneStatement = <T>(method: string, args: unknown[], statement: () => T) => Promise<T>;

export function memoryDoors(database: Database, owner: ProcessClock): DoorStore {
  const { tables } = database;
  const run: OneStatement = (method, args, statement) =>
    database.alone(owner, { on: 'doors', method, args }, statement);
  return {
    ...commandRecords(tables, run),
    transaction: (work) =>
      again(
        () =>
          database.transaction(owner, (step) => {
            const within: OneStatement = (method, args, statement) => {
              const call: Call = { on: 'transaction', method, args };
              return step(call, statement);
            };
            return work({
              ...commandRecords(tables, within),
              load: (wanted) => within('load', [wanted], () => load(tables, wanted)),
              takenTimes: (events, spanMs) =>
                within('takenTimes', [events, spanMs], () => takenTimes(tables, events, spanMs)),
              write: async (decided) =>
                (await within('write', [decided], () => write(tables, decided))).length,
            });
          }),
        [UNIQUE_VIOLATION],
      ),
    within: () => {
      throw new Error('features with transactions of their own are not simulated');
    },
    markSent: (id, at) => run('markSent', [id, at], () => markSent(tables, id, at)),
    expectEnd:
      ({ id }, at) =>
      () =>
        run('markSent', [id, at], () => markSent(tables, id, at)),
    findCommand: (scope, lockId, id) =>
      run('findCommand', [scope, lockId, id], () => findCommand(tables, scope, lockId, id)),
    due: (kind, now, limit) =>
      run('due', [kind, now, limit], () =>
        waitingFor(tables, kind)
          .filter(({ at }) => at <= now.getTime())
          .sort((a, b) => a.at - b.at)
          .slice(0, limit)
          .map(({ id }) => id),
      ),
    nextDue: (kind) => run('nextDue', [kind], () => earliest(waitingFor(tables, kind))),
  };
}

const commandRecords = (tables: Tables, run: OneStatement): CommandRecords => ({
  findTarget: (scope, lockId) =>
    run('findTarget', [scopeOf(scope), lockId], () => findTarget(tables, scope, lockId)),
  insertCommand: (command, entry) =>
    run('insertCommand', [command, entry], () => insertCommand(tables, command)),
});

/** Callers are more than their scope. */
const scopeOf = ({ locationId, apiKey }: Scope): Scope => ({ locationId, apiKey });

/** Whose time is next, of all that waits for one. */
export const nextDue = (tables: Tables): number | null =>
  earliest([
    ...waitingFor(tables, 'command'),
    ...waitingFor(tables, 'presence'),
    ...waitingFor(tables, 'door'),
  ]);

interface Waiting {
  id: string | number;
  at: number;
}

const earliest = (waiting: readonly Waiting[]): number | null =>
  waiting.reduce<number | null>((least, { at }) => (least === null || at < least ? at : least), null);

function waitingFor({ openCommands, gateways, doorStates }: Tables, kind: DueKind): Waiting[] {
  const found: Waiting[] = [];
  const add = (id: string | number, at: number | null) => {
    if (at !== null) found.push({ id, at });
  };
  if (kind === 'command') for (const { id, due_at } of openCommands.values()) add(id, due_at);
  if (kind === 'presence') for (const { id, offline_due_at } of gateways.values()) add(id, offline_due_at);
  if (kind === 'door') for (const { lock_id, due_at } of doorStates.values()) add(lock_id, due_at);
  return found;
}

function load(tables: Tables, wanted: Wanted): Loaded {
  const found = <K, T>(table: ReadonlyMap<K, T>, ids: readonly K[]): T[] =>
    ids.toSorted().flatMap((id) => table.get(id) ?? []);
  const gateways = found(tables.gateways, wanted.gatewayIds).map(gatewayRow);
  const commands = found(tables.commands, wanted.commandIds).map((row) => commandRow(tables, row));
  const lockIds = new Set<number>(wanted.lockIds);
  const addDoors = (gatewayId: string, door?: number) => {
    for (const lock of tables.locksOf(gatewayId))
      if (door === undefined || lock.door === door) lockIds.add(lock.id);
  };
  for (const id of wanted.wholeGatewayIds) addDoors(id);
  for (const id of wanted.awakeGatewayIds) if (tables.gateways.get(id)?.online !== true) addDoors(id);
  for (const { gateway_id, door } of wanted.doors) addDoors(gateway_id, door);
  for (const { lock_id } of commands) lockIds.add(lock_id);
  const doors = [...lockIds].sort((a, b) => a - b).flatMap((id) => doorRow(tables, id));
  const marks = wanted.marks.flatMap(
    ({ gateway_id, journal }) => tables.marks.get(markKey(gateway_id, journal)) ?? [],
  );
  const active = [...tables.subscriptions.values()].filter(({ status }) => status === 'active');
  return {
    gateways: new Map(gateways.map((row) => [row.id, row])),
    doors: new Map(doors.map((row) => [doorKey(row.gateway_id, row.door), row])),
    doorsByLock: new Map(doors.map((row) => [row.lock_id, row])),
    commands: new Map(commands.map((row) => [row.id, row])),
    marks: new Map(
      marks.map(({ gateway_id, journal, last_seq }) => [
        markKey(gateway_id, journal),
        { gateway_id, journal, last_seq },
      ]),
    ),
    readers: new Map(),
    subscribed: new Set(active.map(({ account_id }) => account_id)),
    moving: new Set(tables.moves.keys()),
  };
}

const gatewayRow = (row: Gateway): GatewayRow => ({
  id: row.id,
  account_id: row.account_id,
  online: row.online,
  online_since: row.online_since,
  last_heard_at: row.last_heard_at,
  session: row.session,
  connection: row.connection,
  offline_due_at: row.offline_due_at,
  boot: row.boot,
  birth_mono_ms: row.birth_mono_ms,
  moved_from: row.moved_from,
});

const commandRow = ({ apiKeys, keys }: Tables, row: Command): CommandRow => ({
  id: row.id,
  type: row.type,
  lock_id: row.lock_id,
  gateway_id: row.gateway_id,
  status: row.status as CommandRow['status'],
  reason: row.reason as CommandRow['reason'],
  requested_at: row.requested_at,
  switched_at: row.switched_at,
  confirmed_at: row.confirmed_at,
  failed_at: row.failed_at,
  due_at: row.due_at,
  api_key_name: (row.api_key_id !== null && apiKeys.get(row.api_key_id)?.name) || null,
  key_name: (row.key_id !== null && keys.get(row.key_id)?.name) || null,
  key_arms: row.key_id === null ? null : (keys.get(row.key_id)?.manager ?? null),
  facts: { command_id: row.id, api_key_id: row.api_key_id, person_id: null, key_id: row.key_id },
});

function doorRow(tables: Tables, lockId: number): DoorRow[] {
  const lock = tables.locks.get(lockId);
  const state = tables.doorStates.get(lockId);
  const gateway = lock && tables.gateways.get(lock.gateway_id);
  const location = lock && tables.locations.get(lock.location_id);
  if (!lock || !state || !gateway || !location) return [];
  return [
    {
      ...state,
      account_id: lock.account_id,
      location_id: lock.location_id,
      gateway_id: lock.gateway_id,
      door: lock.door,
      name: lock.name,
      place: lock.place,
      location_name: location.name,
      left_open_ms: lock.left_open_ms,
      toggle_policy: lock.toggle_policy,
      schedule: lock.schedule as DoorRow['schedule'],
      timezone: location.timezone,
      online: gateway.online,
      session: gateway.session,
      last_heard_at: gateway.last_heard_at,
    },
  ];
}

function findTarget(
  tables: Tables,
  { locationId, apiKey }: Scope,
  lockId: number,
): CommandTarget | undefined {
  const lock = tables.locks.get(lockId);
  if (!lock || !tables.locations.get(lock.location_id)?.ancestors.includes(locationId)) return undefined;
  const gateway = tables.gateways.get(lock.gateway_id);
  return {
    id: lock.id,
    account_id: lock.account_id,
    location_id: lock.location_id,
    name: lock.name,
    place: lock.place,
    type: 'remote',
    gateway_id: lock.gateway_id,
    door: lock.door,
    strike_ms: lock.strike_ms,
    online: gateway?.online ?? null,
    session: gateway?.session ?? null,
    hold_relay_wired: tables.doorStates.get(lockId)?.hold_relay_wired ?? null,
    emergency: tables.doorStates.get(lockId)?.hold?.emergency ?? null,
    allowed: apiKey === null || tables.apiKeys.get(apiKey.id)?.locks.has(lockId) === true,
  };
}

function insertCommand(tables: Tables, command: NewCommand): void {
  const { note: _, mode: __, until: ___, person_id: ____, ...fields } = command;
  const row: Command = {
    ...fields,
    gateway_id: command.gateway_id ?? '',
    reason: null,
    requested_at: command.requested_at.getTime(),
    sent_at: command.sent_at?.getTime() ?? null,
    confirmed_at: null,
    failed_at: null,
    expires_at: command.expires_at.getTime(),
    due_at: command.due_at.getTime(),
    switched_at: null,
  };
  tables.insert(tables.commands, row.id, row);
  tables.insert(tables.openCommands, row.id, row);
}

function markSent(tables: Tables, id: string, at: Date): void {
  const row = tables.commands.get(id);
  if (!row || row.sent_at !== null) return;
  const sent_at = Math.min(at.getTime(), row.confirmed_at ?? Number.POSITIVE_INFINITY);
  tables.change(row, { sent_at, status: row.status === 'pending' ? 'sent' : row.status });
}

const date = (at: number | null): Date | null => (at === null ? null : new Date(at));

function findCommand(tables: Tables, scope: Scope, lockId: number, id: string): FoundCommand | undefined {
  const target = findTarget(tables, scope, lockId);
  if (!target) return undefined;
  const { id: lock_id, name, place, allowed } = target;
  const row = tables.commands.get(id);
  const found = row?.lock_id === lockId ? row : undefined;
  const key = found && found.api_key_id !== null ? tables.apiKeys.get(found.api_key_id) : undefined;
  return {
    allowed,
    command_id: found?.id ?? null,
    id: found?.id ?? null,
    type: found?.type ?? null,
    status: found?.status ?? null,
    reason: found?.reason ?? null,
    requested_at: date(found?.requested_at ?? null),
    sent_at: date(found?.sent_at ?? null),
    confirmed_at: date(found?.confirmed_at ?? null),
    failed_at: date(found?.failed_at ?? null),
    expires_at: date(found?.expires_at ?? null),
    lock: { id: lock_id, name, place },
    api_key: key ? { id: key.id, name: key.name } : null,
  } as FoundCommand;
}
