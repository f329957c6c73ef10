import { DatabaseError } from './database-error.js';
import type { Command, DoorState, EventRow, Gateway, Tables } from './tables.js';

/* The statements of `apply`: what it loads, what it writes, which times are taken. */

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const time = (text: string | null | undefined): number | null => (text ? Date.parse(text) : null);
const none = <T>(rows: T[]): T[] | null => (rows.length > 0 ? rows : null);

export function applyLoad(tables: Tables, values: unknown[]) {
  const [
    gatewayIds,
    markGateways,
    markJournals,
    commandIds,
    doorGateways,
    doorNumbers,
    whole,
    lockIds,
    awake,
  ] = values as [string[], string[], string[], string[], string[], number[], string[], number[], string[]];
  const gateways = gatewayIds.toSorted().flatMap((id) => {
    const row = tables.gateways.get(id);
    return row ? [gatewayRow(row)] : [];
  });
  const marks = markGateways.flatMap(
    (gateway, index) => tables.marks.get(`${gateway}/${markJournals[index]}`) ?? [],
  );
  const commands = commandIds.toSorted().flatMap((id) => {
    const row = tables.commands.get(id);
    return row ? [commandRow(tables, row)] : [];
  });
  const wanted = new Set<number>(lockIds);
  for (const id of whole) for (const lock of tables.locksOf(id)) wanted.add(lock.id);
  for (const id of awake)
    if (tables.gateways.get(id)?.online !== true) for (const lock of tables.locksOf(id)) wanted.add(lock.id);
  for (const [index, id] of doorGateways.entries())
    for (const lock of tables.locksOf(id)) if (lock.door === doorNumbers[index]) wanted.add(lock.id);
  for (const { lock_id } of commands) wanted.add(lock_id);
  const doors = [...wanted].sort((a, b) => a - b).flatMap((id) => doorRow(tables, id));
  const subscribed = new Set<number>();
  for (const { account_id, status } of tables.subscriptions.values())
    if (status === 'active') subscribed.add(account_id);
  return [
    {
      gateways: none(gateways),
      marks: none(marks.map(({ updated_at: _, ...mark }) => mark)),
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
  key_id: row.key_id,
  api_key_name: (row.api_key_id !== null && tables.apiKeys.get(row.api_key_id)?.name) || null,
  key_name: (row.key_id !== null && tables.keys.get(row.key_id)?.name) || null,
  key_arms: row.key_id === null ? null : (tables.keys.get(row.key_id)?.manager ?? null),
});

function doorRow(tables: Tables, lockId: number) {
  const lock = tables.locks.get(lockId);
  const state = tables.doorStates.get(lockId);
  const gateway = lock && tables.gateways.get(lock.gateway_id);
  const location = lock && tables.locations.get(lock.location_id);
  if (!lock || !state || !gateway || !location) return [];
  return [
    {
      lock_id: state.lock_id,
      contact: state.contact,
      contact_wired: state.contact_wired,
      exit_button_wired: state.exit_button_wired,
      hold_relay_wired: state.hold_relay_wired,
      strike_on: state.strike_on,
      hold_on: state.hold_on,
      evidence: state.evidence,
      hold: state.hold,
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

const NONE: never[] = [];

export function applyWrite(tables: Tables, values: string[]) {
  const [events, doors, gateways, commands, marks, gaps, nowText, finished] = values.map((value, index) =>
    index === 6 ? value : value === '[]' ? NONE : JSON.parse(value),
  );
  const now = Date.parse(nowText);
  const ids = events
    .map((event: Record<string, unknown>) => ({ id: insertEvent(tables, event) }))
    .map(({ id }: { id: number }) => id);
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
  for (const { id, status, reason } of finished) {
    const before = tables.commands.get(id)?.status;
    if (before !== 'pending' && before !== 'sent') continue;
    changeCommand(tables, id, {
      status,
      reason,
      due_at: null,
      confirmed_at: status === 'confirmed' ? now : null,
      failed_at: status === 'failed' ? now : null,
    });
  }
  for (const { gateway_id, journal, last_seq, was } of marks) {
    const key = `${gateway_id}/${journal}`;
    const mark = tables.marks.get(key);
    tables.movedMarks.add(key);
    if (was > 0 && mark) tables.change(mark, { last_seq, updated_at: now });
    if (was > 0) continue;
    if (mark)
      throw new DatabaseError('23505', 'duplicate key value violates unique constraint "journal_mark_pkey"');
    tables.insert(tables.marks, key, { gateway_id, journal, last_seq, updated_at: now });
  }
  for (const gap of gaps) tables.push(tables.gaps, gap);
  return [{ event_ids: ids }];
}

function insertEvent(tables: Tables, event: Record<string, unknown>): number {
  const occurred_at = Date.parse(event.occurred_at as string);
  const taken = tables.timesOf(event.lock_id as number, event.type as string);
  if (taken.has(occurred_at))
    throw new DatabaseError(
      '23505',
      'duplicate key value violates unique constraint "event_lock_id_type_occurred_at_key"',
    );
  taken.add(occurred_at);
  tables.undo(() => taken.delete(occurred_at));
  const scope = tables.locations.get(event.location_id as number)?.ancestors ?? [];
  const id = tables.nextId++;
  tables.push(tables.events, {
    ...event,
    id,
    occurred_at,
    recorded_at: tables.now(),
    scope,
  } as unknown as EventRow);
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

export function takenTimes(tables: Tables, [late, span]: [string, number]) {
  const rows = [];
  for (const { lock_id, type, occurred_at } of JSON.parse(late) as {
    lock_id: number;
    type: string;
    occurred_at: string;
  }[]) {
    const from = Date.parse(occurred_at);
    const taken = [...tables.timesOf(lock_id, type)].filter((at) => at >= from && at < from + span);
    for (const at of taken.sort((a, b) => a - b)) rows.push({ lock_id, type, occurred_at: new Date(at) });
  }
  return rows;
}

/** A rule that changed a loaded row in place would be found out here. */
function deepFreeze<T>(value: T): T {
  if (value === null || typeof value !== 'object' || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}
