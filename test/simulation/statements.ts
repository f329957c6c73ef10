import { DatabaseError } from './database-error.js';
import { DELIVERY_STATEMENTS } from './statements-deliveries.js';
import type { Command, DoorState, EventRow, Gateway, Lock, Tables } from './tables.js';

/* What each statement of the product does, by its name; one without a name by how its text begins. */

// biome-ignore lint/suspicious/noExplicitAny: parameters and rows of every shape, as in pg
export type Statement = (tables: Tables, values: any) => any[];

export const STATEMENTS: Record<string, Statement> = {
  'apply-load': applyLoad,
  'apply-write': applyWrite,
  'select distinct e.lock_id, e.type, e.occurred_at from event e …': takenTimes,
  'events-by-id': eventsById,
  'gateway-authenticate': authenticate,
  'gateway-revoked': () => [],
  'session-doors': sessionDoors,
  'order-target': orderTarget,
  'command-insert-audited': insertCommand,
  'command-by-id': commandById,
  'due-command': (tables, [now, limit]) =>
    due([...tables.openCommands.values()], now.getTime(), limit).map(({ id }) => ({ id })),
  'due-presence': ({ gateways }, [now, limit]) =>
    [...gateways.values()]
      .filter((one) => one.offline_due_at !== null && one.offline_due_at <= now.getTime())
      .sort((a, b) => (a.offline_due_at as number) - (b.offline_due_at as number))
      .slice(0, limit)
      .map(({ id }) => ({ id })),
  'due-door': ({ doorStates }, [now, limit]) =>
    due([...doorStates.values()], now.getTime(), limit).map(({ lock_id }) => ({ id: lock_id })),
  'due-invitation': () => [],
  'due-locksys-door': () => [],
  'due-locksys-feed': () => [],
  'insert into quarantine (gateway_id, topic, payload, error, received_at) …': quarantine,
  'delete from quarantine …': () => [],
  'update gateway set offline_due_at = …': giveGrace,
  ...DELIVERY_STATEMENTS,
};

/** Whose time is next, of all that waits for one. */
export function nextDue({ openCommands, gateways, doorStates }: Tables): number | null {
  let next = Number.POSITIVE_INFINITY;
  for (const { due_at } of openCommands.values()) if (due_at !== null && due_at < next) next = due_at;
  for (const { offline_due_at } of gateways.values())
    if (offline_due_at !== null && offline_due_at < next) next = offline_due_at;
  for (const { due_at } of doorStates.values()) if (due_at !== null && due_at < next) next = due_at;
  return next === Number.POSITIVE_INFINITY ? null : next;
}

const due = <T extends { due_at: number | null }>(rows: T[], now: number, limit: number): T[] =>
  rows
    .filter(({ due_at }) => due_at !== null && due_at <= now)
    .sort((a, b) => (a.due_at as number) - (b.due_at as number))
    .slice(0, limit);

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const date = (at: number | null): Date | null => (at === null ? null : new Date(at));
const time = (text: string | null | undefined): number | null => (text ? Date.parse(text) : null);
const none = <T>(rows: T[]): T[] | null => (rows.length > 0 ? rows : null);

function applyLoad(tables: Tables, values: unknown[]) {
  const [gatewayIds, markGateways, markJournals, commandIds, doorGateways, doorNumbers, whole, lockIds] = values as [
    string[],
    string[],
    string[],
    string[],
    string[],
    number[],
    string[],
    number[],
  ];
  const gateways = gatewayIds.toSorted().flatMap((id) => {
    const row = tables.gateways.get(id);
    return row ? [gatewayRow(row)] : [];
  });
  const marks = markGateways.flatMap((gateway, index) => tables.marks.get(`${gateway}/${markJournals[index]}`) ?? []);
  const commands = commandIds.toSorted().flatMap((id) => {
    const row = tables.commands.get(id);
    return row ? [commandRow(tables, row)] : [];
  });
  const wanted = new Set<number>(lockIds);
  for (const lock of tables.locks.values()) {
    if (whole.includes(lock.gateway_id)) wanted.add(lock.id);
    else if (doorGateways.some((gateway, index) => lock.gateway_id === gateway && lock.door === doorNumbers[index]))
      wanted.add(lock.id);
  }
  for (const { lock_id } of commands) wanted.add(lock_id);
  const doors = [...wanted].sort((a, b) => a - b).flatMap((id) => doorRow(tables, id));
  const subscribed = new Set<number>();
  for (const { account_id, status } of tables.subscriptions.values()) if (status === 'active') subscribed.add(account_id);
  return [
    {
      gateways: none(gateways),
      marks: none(marks.map((mark) => ({ ...mark }))),
      commands: none(commands),
      doors: none(doors),
      subscribed: [...subscribed],
    },
  ];
}

const gatewayRow = (row: Gateway) => ({
  id: row.id,
  account_id: row.account_id,
  online: row.online,
  online_since: iso(row.online_since),
  last_heard_at: iso(row.last_heard_at),
  session: row.session,
  connection: row.connection,
  offline_due_at: iso(row.offline_due_at),
  boot: row.boot,
  birth_mono_ms: row.birth_mono_ms,
});

const commandRow = (tables: Tables, row: Command) => ({
  id: row.id,
  type: row.type,
  lock_id: row.lock_id,
  gateway_id: row.gateway_id,
  status: row.status,
  reason: row.reason,
  switched_at: iso(row.switched_at),
  confirmed_at: iso(row.confirmed_at),
  failed_at: iso(row.failed_at),
  due_at: iso(row.due_at),
  api_key_id: row.api_key_id,
  person_id: null,
  key_id: null,
  api_key_name: (row.api_key_id !== null && tables.apiKeys.get(row.api_key_id)?.name) || null,
  key_name: null,
  key_arms: null,
});

function doorRow(tables: Tables, lockId: number) {
  const lock = tables.locks.get(lockId);
  const state = tables.doorStates.get(lockId);
  const gateway = lock && tables.gateways.get(lock.gateway_id);
  const location = lock && tables.locations.get(lock.location_id);
  if (!lock || !state || !gateway || !location) return [];
  return [
    {
      ...state,
      last_event_at: iso(state.last_event_at),
      due_at: iso(state.due_at),
      account_id: lock.account_id,
      location_id: lock.location_id,
      gateway_id: lock.gateway_id,
      door: lock.door,
      left_open_ms: lock.left_open_ms,
      toggle_policy: lock.toggle_policy,
      schedule: lock.schedule,
      timezone: location.timezone,
      online: gateway.online,
      session: gateway.session,
    },
  ];
}

function applyWrite(tables: Tables, values: string[]) {
  const [events, doors, gateways, commands, marks, gaps, nowText, finished] = values.map((value, index) =>
    index === 6 ? value : JSON.parse(value),
  );
  const now = Date.parse(nowText);
  const ids = events.map((event: Record<string, unknown>) => ({ id: insertEvent(tables, event, now) })).map(({ id }: { id: number }) => id);
  for (const row of doors) {
    const state = tables.doorStates.get(row.lock_id);
    if (!state) continue;
    const { lock_id: _, last_event_at, due_at, evidence, hold, ...fields } = row;
    tables.change<DoorState>(state, {
      ...fields,
      evidence: deepFreeze(evidence),
      hold: deepFreeze(hold),
      last_event_at: time(last_event_at),
      due_at: time(due_at),
    });
  }
  for (const row of gateways) {
    const gateway = tables.gateways.get(row.id);
    if (!gateway) continue;
    tables.change<Gateway>(gateway, {
      online: row.online,
      online_since: time(row.online_since),
      last_heard_at: time(row.last_heard_at),
      session: row.session,
      offline_due_at: time(row.offline_due_at),
      boot: row.boot,
      birth_mono_ms: row.birth_mono_ms,
      heartbeat: row.heartbeat ?? gateway.heartbeat,
    });
  }
  for (const row of commands)
    changeCommand(tables, row.id, {
      status: row.status,
      reason: row.reason,
      switched_at: time(row.switched_at),
      confirmed_at: time(row.confirmed_at),
      failed_at: time(row.failed_at),
      due_at: time(row.due_at),
    });
  for (const { id, status } of finished) {
    const before = tables.commands.get(id)?.status;
    if (before !== 'pending' && before !== 'sent') continue;
    changeCommand(tables, id, {
      status,
      reason: status === 'failed' ? 'timed_out' : null,
      due_at: null,
      confirmed_at: status === 'confirmed' ? now : null,
      failed_at: status === 'failed' ? now : null,
    });
  }
  for (const { gateway_id, journal, last_seq, was } of marks) {
    const key = `${gateway_id}/${journal}`;
    const mark = tables.marks.get(key);
    if (was > 0 && mark) tables.change(mark, { last_seq });
    if (was > 0) continue;
    if (mark) throw new DatabaseError('23505', 'duplicate key value violates unique constraint "journal_mark_pkey"');
    tables.insert(tables.marks, key, { gateway_id, journal, last_seq });
  }
  for (const gap of gaps) tables.push(tables.gaps, gap);
  return [{ event_ids: ids }];
}

function insertEvent(tables: Tables, event: Record<string, unknown>, now: number): number {
  const occurred_at = Date.parse(event.occurred_at as string);
  const slot = `${event.lock_id}/${event.type}/${occurred_at}`;
  if (tables.slots.has(slot))
    throw new DatabaseError('23505', 'duplicate key value violates unique constraint "event_lock_id_type_occurred_at_key"');
  tables.slots.add(slot);
  tables.undo(() => tables.slots.delete(slot));
  const scope = tables.locations.get(event.location_id as number)?.ancestors ?? [];
  const id = tables.nextId++;
  tables.push(tables.events, { ...event, id, occurred_at, recorded_at: now, scope } as unknown as EventRow);
  return id;
}

function changeCommand(tables: Tables, id: string, fields: Partial<Command>): void {
  const row = tables.commands.get(id);
  if (!row) return;
  const wasOpen = row.due_at !== null;
  tables.change(row, fields);
  if (!wasOpen || row.due_at !== null) return;
  tables.openCommands.delete(id);
  tables.undo(() => tables.openCommands.set(id, row));
}

function takenTimes(tables: Tables, [late, span]: [string, number]) {
  const rows = [];
  for (const { lock_id, type, occurred_at } of JSON.parse(late) as { lock_id: number; type: string; occurred_at: string }[]) {
    const from = Date.parse(occurred_at);
    for (let at = from; at < from + span; at++)
      if (tables.slots.has(`${lock_id}/${type}/${at}`)) rows.push({ lock_id, type, occurred_at: new Date(at) });
  }
  return rows;
}

function eventsById(tables: Tables, [ids]: [number[]]) {
  return ids.toSorted((a, b) => a - b).map((id) => {
    // Ids rise with their place; those of transactions rolled back are missing.
    let index = Math.min(id, tables.events.length) - 1;
    while (tables.events[index] && (tables.events[index] as EventRow).id < id) index++;
    while (tables.events[index] && (tables.events[index] as EventRow).id > id) index--;
    const row = tables.events[index] as EventRow;
    const lock = tables.locks.get(row.lock_id) as Lock;
    const key = row.api_key_id === null ? undefined : tables.apiKeys.get(row.api_key_id);
    return {
      id,
      type: row.type,
      occurred_at: new Date(row.occurred_at),
      location_id: row.location_id,
      result: row.result,
      reason: row.reason,
      source: row.source,
      actor: row.actor ?? null,
      details: row.details ?? null,
      explanation: row.explanation,
      lock: { id: lock.id, name: lock.name, place: lock.place },
      location: { id: row.location_id, name: tables.locations.get(row.location_id)?.name },
      person: null,
      key: null,
      api_key: key ? { id: key.id, name: key.name } : null,
    };
  });
}

function authenticate(tables: Tables, [id, hash]: [string, Buffer]) {
  const gateway = tables.gateways.get(id);
  if (!gateway || gateway.secret_hash !== hash.toString('hex')) return [];
  tables.change(gateway, { connection: gateway.connection + 1 });
  return [{ connection: String(gateway.connection) }];
}

function sessionDoors(tables: Tables, [gatewayId]: [string]) {
  return [...tables.locks.values()]
    .filter((lock) => lock.gateway_id === gatewayId)
    .sort((a, b) => a.door - b.door)
    .map(({ id, door, strike_ms }) => ({ door, strike_ms, hold: tables.doorStates.get(id)?.hold ?? null }));
}

function orderTarget(tables: Tables, [locationId, apiKeyId, lockId]: [number, number | null, number]) {
  const lock = tables.locks.get(lockId);
  if (!lock || !tables.locations.get(lock.location_id)?.ancestors.includes(locationId)) return [];
  const gateway = tables.gateways.get(lock.gateway_id);
  return [
    {
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
      allowed: apiKeyId === null || tables.apiKeys.get(apiKeyId)?.locks.has(lockId) === true,
    },
  ];
}

function insertCommand(tables: Tables, values: unknown[]) {
  const [id, account_id, lock_id, gateway_id, type, status, requested, sent, expires, due_at, api_key_id, , user_id] =
    values as [string, number, number, string, string, string, Date, Date | null, Date, Date, number | null, string, string | null];
  const row: Command = {
    id,
    account_id,
    lock_id,
    gateway_id,
    type,
    status,
    reason: null,
    requested_at: requested.getTime(),
    sent_at: sent?.getTime() ?? null,
    confirmed_at: null,
    failed_at: null,
    expires_at: expires.getTime(),
    due_at: due_at.getTime(),
    switched_at: null,
    api_key_id,
    user_id: user_id ?? null,
  };
  tables.insert(tables.commands, id, row);
  tables.insert(tables.openCommands, id, row);
  return [];
}

function commandById(tables: Tables, [locationId, apiKeyId, lockId, id]: [number, number | null, number, string]) {
  const [target] = orderTarget(tables, [locationId, apiKeyId, lockId]);
  if (!target) return [];
  const row = tables.commands.get(id);
  const found = row?.lock_id === lockId ? row : undefined;
  const key = found && found.api_key_id !== null ? tables.apiKeys.get(found.api_key_id) : undefined;
  return [
    {
      allowed: target.allowed,
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
      lock: { id: target.id, name: target.name, place: target.place },
      api_key: key ? { id: key.id, name: key.name } : null,
    },
  ];
}

function quarantine(tables: Tables, [gateway_id, topic, payload, error]: [string, string, Uint8Array, string]) {
  tables.push(tables.quarantine, { id: tables.quarantine.length + 1, gateway_id, topic, payload, error });
  return [];
}

function giveGrace(tables: Tables, [until]: [Date]) {
  for (const gateway of tables.gateways.values()) {
    if (gateway.online !== true) continue;
    const offline_due_at = Math.min(gateway.offline_due_at ?? Number.POSITIVE_INFINITY, until.getTime());
    tables.change(gateway, { offline_due_at });
  }
  return [];
}

/** A rule that changed a loaded row in place would be found out here. */
function deepFreeze<T>(value: T): T {
  if (value === null || typeof value !== 'object' || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}
