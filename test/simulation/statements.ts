import { applyLoad, applyWrite, takenTimes } from './statements-apply.js';
import { DELIVERY_STATEMENTS } from './statements-deliveries.js';
import type { Command, EventRow, Lock, Tables } from './tables.js';

/* What each statement of the product does, by its name; one without a name by how its text begins. */

// biome-ignore lint/suspicious/noExplicitAny: parameters and rows of every shape, as in pg
export type Statement = (tables: Tables, values: any) => any[];

export const STATEMENTS: Record<string, Statement> = {
  'apply-load': applyLoad,
  'apply-write': applyWrite,
  'select distinct e.lock_id, e.type, e.occurred_at from event e …': takenTimes,
  'events-by-id': eventsById,
  'gateway-authenticate': authenticate,
  'gateway-revoked': ({ gateways }, [id, number]) =>
    (gateways.get(id)?.connection ?? 0) > number ? [{ '?column?': 1 }] : [],
  'session-doors': sessionDoors,
  'session-journals': sessionJournals,
  'order-target': orderTarget,
  'command-insert-audited': insertCommand,
  'command-sent': commandSent,
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
  'due-erasure': () => [],
  'due-idempotency': () => [],
  'quarantine-number': (tables) => [{ number: String(tables.nextQuarantine++) }],
  'quarantine-insert': quarantine,
  'quarantine-prune': () => [],
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

const date = (at: number | null): Date | null => (at === null ? null : new Date(at));

function eventsById(tables: Tables, [ids]: [number[]]) {
  return ids
    .toSorted((a, b) => a - b)
    .map((id) => {
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
        key: keyOf(tables, row.key_id),
        api_key: key ? { id: key.id, name: key.name } : null,
      };
    });
}

function keyOf({ keys }: Tables, id: number | null) {
  const key = id === null ? undefined : keys.get(id);
  return key ? { id: key.id, name: key.name } : null;
}

function authenticate(tables: Tables, [id, hash]: [string, Buffer]) {
  const gateway = tables.gateways.get(id);
  if (!gateway || gateway.secret_hash !== hash.toString('hex')) return [];
  tables.change(gateway, { connection: gateway.connection + 1 });
  return [{ connection: gateway.connection }];
}

function sessionDoors(tables: Tables, [gatewayId]: [string]) {
  return [...tables.locks.values()]
    .filter((lock) => lock.gateway_id === gatewayId)
    .sort((a, b) => a.door - b.door)
    .map(({ id, door, strike_ms }) => ({ door, strike_ms, hold: tables.doorStates.get(id)?.hold ?? null }));
}

/** Newest first, which is the order in which they began: no journal is written to again once another has begun. */
function sessionJournals(tables: Tables, [gatewayId, most]: [string, number]) {
  return [...tables.marks.values()]
    .filter((mark) => mark.gateway_id === gatewayId)
    .sort((a, b) => b.updated_at - a.updated_at)
    .slice(0, most)
    .map(({ journal, last_seq }) => ({ journal, last_seq }));
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
  const [
    id,
    account_id,
    lock_id,
    gateway_id,
    type,
    status,
    requested,
    sent,
    expires,
    due_at,
    api_key_id,
    ,
    user_id,
    ,
    ,
    ,
    key_id,
  ] = values as [
    string,
    number,
    number,
    string,
    string,
    string,
    Date,
    Date | null,
    Date,
    Date,
    number | null,
    string,
    string | null,
    string | null,
    Date | null,
    string | null,
    number | null,
  ];
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
    key_id,
    user_id: user_id ?? null,
  };
  tables.insert(tables.commands, id, row);
  tables.insert(tables.openCommands, id, row);
  return [];
}

function commandSent(tables: Tables, [id, at]: [string, Date]) {
  const row = tables.commands.get(id);
  if (!row || row.sent_at !== null) return [];
  const sent_at = Math.min(at.getTime(), row.confirmed_at ?? Number.POSITIVE_INFINITY);
  tables.change(row, { sent_at, status: row.status === 'pending' ? 'sent' : row.status });
  return [];
}

function commandById(
  tables: Tables,
  [locationId, apiKeyId, lockId, id]: [number, number | null, number, string],
) {
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

function quarantine(
  tables: Tables,
  [number, gateway_id, topic, payload, error]: [string, string, string, Uint8Array, string],
) {
  const id = Number(number);
  if (!tables.quarantine.some((row) => row.id === id))
    tables.push(tables.quarantine, { id, gateway_id, topic, payload, error });
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
