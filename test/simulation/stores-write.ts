import type { PlacedEvent } from '../../packages/cloud/src/doors/apply.types.js';
import type { Decided, TakenTime } from '../../packages/cloud/src/doors/store/port.js';
import { DatabaseError, UNIQUE_VIOLATION } from './database-error.js';
import type { Command, Delivery, DoorState, EventRow, Tables } from './tables.js';

/* What `apply` writes, in memory, and which times its events find taken. */

/** Returns the deliveries that were written. */
export function write(tables: Tables, { changes, alarms, isSubscribed, now }: Decided): Delivery[] {
  const events = changes.events.map((event) => insertEvent(tables, event));
  // Nothing in a simulated life reads alarms; those without an event take a number of the events' sequence.
  tables.nextId += alarms.filter(({ event }) => event === null).length;
  for (const row of changes.doors) {
    const state = tables.doorStates.get(row.lock_id);
    if (!state) continue;
    tables.change<DoorState>(state, {
      contact: row.contact,
      contact_wired: row.contact_wired,
      exit_button_wired: row.exit_button_wired,
      hold_relay_wired: row.hold_relay_wired,
      strike_on: row.strike_on,
      hold_on: row.hold_on,
      evidence: frozen(row.evidence),
      hold: frozen(row.hold),
      last_event_at: row.last_event_at,
      due_at: row.due_at,
    });
  }
  for (const [row, { heartbeat }] of changes.gateways) {
    const gateway = tables.gateways.get(row.id);
    if (!gateway) continue;
    tables.change(gateway, {
      online: row.online,
      online_since: row.online_since,
      last_heard_at: row.last_heard_at,
      session: row.session,
      offline_due_at: row.offline_due_at,
      boot: row.boot,
      birth_mono_ms: row.birth_mono_ms,
      heartbeat: heartbeat ?? gateway.heartbeat,
      moved_from: frozen(row.moved_from),
    });
  }
  for (const { id, status, reason, switched_at, confirmed_at, failed_at, due_at } of changes.commands)
    changeCommand(tables, id, { status, reason, switched_at, confirmed_at, failed_at, due_at });
  for (const { id, status, reason } of changes.finished) {
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
  for (const { gateway_id, journal, last_seq, was } of changes.marks.values()) {
    const key = `${gateway_id}/${journal}`;
    const mark = tables.marks.get(key);
    tables.movedMarks.add(key);
    if (was > 0 && mark) tables.change(mark, { last_seq, updated_at: now });
    if (was > 0) continue;
    if (mark) throw duplicate('journal_mark_pkey');
    tables.insert(tables.marks, key, { gateway_id, journal, last_seq, updated_at: now });
  }
  for (const gap of changes.gaps) tables.push(tables.gaps, gap);
  for (const { door, ...rest } of changes.accounted)
    tables.push(tables.accounted, { ...rest, lock_id: door.lock_id });
  return isSubscribed ? events.flatMap((event) => deliver(tables, event, now)) : [];
}

interface Stored {
  id: number;
  event: PlacedEvent;
}

function insertEvent(tables: Tables, event: PlacedEvent): Stored {
  const { occurred_at, lock_id, type, location_id } = event;
  const taken = tables.timesOf(lock_id, type);
  if (taken.has(occurred_at)) throw duplicate('event_lock_id_type_occurred_at_key');
  taken.add(occurred_at);
  tables.undo(() => taken.delete(occurred_at));
  const { data: _, ...fields } = event;
  const id = tables.nextId++;
  const scope = tables.locations.get(location_id)?.ancestors ?? [];
  const row: EventRow = { ...asJson(fields), id, recorded_at: tables.now(), scope };
  tables.push(tables.events, row);
  return { id, event };
}

function deliver(tables: Tables, { id, event }: Stored, created_at: number): Delivery[] {
  if (!event.data) return [];
  const seenBy = tables.locations.get(event.location_id)?.ancestors ?? [];
  const wanting = [...tables.subscriptions.values()].filter(
    ({ status, location_id, events }) =>
      status === 'active' &&
      seenBy.includes(location_id) &&
      (events.includes(event.type) || events.includes('*')),
  );
  return wanting.map((subscription) => {
    const delivery: Delivery = {
      id: tables.newId(),
      subscription_id: subscription.id,
      event_type: event.type,
      event_id: String(id),
      status: 'pending',
      attempt: 0,
      response_status: null,
      last_error: null,
      next_attempt_at: created_at,
      lease_until: null,
      shares: 0,
      delivered_at: null,
      created_at,
      payload: asJson({ ...event.data, ...namesIn(tables, id, event) }),
    };
    tables.insertDelivery(delivery);
    return delivery;
  });
}

/** Who did it, where the data of the event says so; people are not simulated. */
function namesIn({ keys, apiKeys }: Tables, id: number, { data, key_id, api_key_id }: PlacedEvent): object {
  if (!data || !('person' in data)) return {};
  const named = (row: { id: number; name: string } | undefined) =>
    row ? { id: row.id, name: row.name } : null;
  return {
    id,
    person: null,
    key: named(keys.get(key_id ?? 0)),
    api_key: named(apiKeys.get(api_key_id ?? 0)),
  };
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

export function takenTimes(tables: Tables, events: readonly PlacedEvent[], spanMs: number): TakenTime[] {
  return events.flatMap(({ lock_id, type, occurred_at: from }) =>
    [...tables.timesOf(lock_id, type)]
      .filter((at) => at >= from && at < from + spanMs)
      .map((at) => ({ lock_id, type, at })),
  );
}

const duplicate = (constraint: string) =>
  new DatabaseError(UNIQUE_VIOLATION, `duplicate key value violates unique constraint "${constraint}"`);

/** As a column of JSON keeps it. */
const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** A rule that changed a loaded row in place would be found out. */
const frozen = <T>(value: T): T => deepFreeze(asJson(value));

function deepFreeze<T>(value: T): T {
  if (value === null || typeof value !== 'object' || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}
