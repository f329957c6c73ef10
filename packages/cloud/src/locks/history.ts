import type { EventType } from '@door-access/protocol';
import type { Why } from '@door-access/protocol/explanation';
import type { Context, Database } from '../context.js';
import * as sql from '../database/statement.js';
import { listEvents } from '../events/read.js';
import { whyOf } from '../events/why.rules.js';
import {
  type Bands,
  bandsOf,
  type DoorPast,
  type PastEvent,
  type PastFault,
  type PastMode,
  STATE_TYPES,
  stateAt,
} from './history.rules.js';

/** More than a door can be used in a day; the answer says from when events are left out. */
const MAX_EVENTS_A_DAY = 5_000;

/** Of each door, the last change of whether its contact could be read at or before $2. */
const CONTACT_FAULTS_AT = sql.statement(
  'doors-contact-fault-at',
  `select d.id as lock_id, f.at, f.error from unnest($1::int[]) as d(id) cross join lateral (
     select at, error from door_fault where lock_id = d.id and terminal = 'contact' and at <= $2
     order by at desc, id desc limit 1
   ) f`,
  { lock_id: sql.present(sql.int), at: sql.time, error: sql.orNull(sql.text) },
);

/** The last change of whether its contact could be read at or before $2, and those until $3, oldest first. */
const CONTACT_FAULTS = sql.statement(
  'door-contact-faults',
  `select at, error from (
     (select at, error, id from door_fault where lock_id = $1 and terminal = 'contact' and at <= $2 order by at desc, id desc limit 1)
     union all
     (select at, error, id from door_fault where lock_id = $1 and terminal = 'contact' and at > $2 and at < $3 order by at, id limit $4)
   ) f order by at, id`,
  { at: sql.time, error: sql.orNull(sql.text) },
);

const NEWEST = sql.statement(
  'doors-at',
  `select d.id as lock_id, e.id, e.type, e.occurred_at, e.source, e.reason, p.name as person, e.explanation
   from unnest($1::int[]) as d(id) cross join unnest($2::text[]) as t(type) cross join lateral (
     select * from event where lock_id = d.id and type = t.type and occurred_at <= $3 order by occurred_at desc limit 1
   ) e left join person p on p.id = e.person_id`,
  {
    lock_id: sql.present(sql.int),
    id: sql.bigint,
    type: sql.narrow<EventType>(sql.text),
    occurred_at: sql.time,
    source: sql.text,
    reason: sql.orNull(sql.text),
    person: sql.orNull(sql.text),
    explanation: sql.orNull(sql.json<NonNullable<PastEvent['explanation']>>()),
  },
);

const MODE_SET = sql.statement(
  'doors-mode-set-at',
  `select d.id as lock_id, c.mode, c.requested_at, c.until, c.status, coalesce(u.name, k.name) as who
   from unnest($1::int[]) as d(id) cross join lateral (
     select * from command where lock_id = d.id and type = 'door_mode' and requested_at <= $2
     order by requested_at desc, id desc limit 1
   ) c left join account_user u on u.id = c.user_id left join api_key k on k.id = c.api_key_id`,
  {
    lock_id: sql.present(sql.int),
    mode: sql.orNull(sql.narrow<PastMode['mode']>(sql.text)),
    requested_at: sql.time,
    until: sql.orNull(sql.time),
    status: sql.text,
    who: sql.orNull(sql.text),
  },
);

const BESIDE = sql.statement(
  'door-moments-beside',
  `select max(p.occurred_at) as previous, min(n.occurred_at) as next from unnest($2::text[]) as t(type)
   left join lateral (
     select occurred_at from event where lock_id = $1 and type = t.type and occurred_at < $3 order by occurred_at desc limit 1
   ) p on true
   left join lateral (
     select occurred_at from event where lock_id = $1 and type = t.type and occurred_at > $3 order by occurred_at limit 1
   ) n on true`,
  { previous: sql.orNull(sql.time), next: sql.orNull(sql.time) },
);

/** What was known of a door at a moment. */
export async function doorAt(database: Database, lockId: number, at: Date): Promise<DoorPast> {
  const doors = await doorsAt(database, [lockId], at);
  return doors.get(lockId) ?? stateAt([], at.getTime());
}

/** What was known of doors at a moment, by their ids: of each, one index look-up per event type, and its last mode set. */
export async function doorsAt(
  database: Database,
  lockIds: readonly number[],
  at: Date,
): Promise<Map<number, DoorPast>> {
  const [newest, modes, faults] = await Promise.all([
    newestAt(database, lockIds, at),
    modesSetAt(database, lockIds, at),
    CONTACT_FAULTS_AT.rows(database, [lockIds, at]),
  ]);
  const faultOf = new Map(faults.map((row) => [row.lock_id, { at: row.at.getTime(), error: row.error }]));
  return new Map(
    lockIds.map((id) => [
      id,
      stateAt(newest.get(id) ?? [], at.getTime(), modes.get(id) ?? null, faultOf.get(id) ?? null),
    ]),
  );
}

async function contactFaults(
  database: Database,
  lockId: number,
  from: Date,
  to: Date,
  limit: number,
): Promise<PastFault[]> {
  const rows = await CONTACT_FAULTS.rows(database, [lockId, from, to, limit]);
  return rows.map(({ at, error }) => ({ at: at.getTime(), error }));
}

async function newestAt(
  database: Database,
  lockIds: readonly number[],
  at: Date,
): Promise<Map<number, PastEvent[]>> {
  const rows = await NEWEST.rows(database, [lockIds, STATE_TYPES, at]);
  const byLock = new Map<number, PastEvent[]>();
  for (const { lock_id, occurred_at, ...event } of rows) {
    const events = byLock.get(lock_id) ?? [];
    events.push({ ...event, occurred_at: occurred_at.getTime() });
    byLock.set(lock_id, events);
  }
  return byLock;
}

async function modesSetAt(
  database: Database,
  lockIds: readonly number[],
  at: Date,
): Promise<Map<number, PastMode>> {
  const rows = await MODE_SET.rows(database, [lockIds, at]);
  return new Map(
    rows.flatMap(({ lock_id, mode, status, who, requested_at, until }) =>
      // Old commands were stored without their modes.
      mode === null
        ? []
        : [[lock_id, { mode, status, who, set_at: requested_at.getTime(), until: until?.getTime() ?? null }]],
    ),
  );
}

export interface Mark {
  id: number;
  at: number;
  type: EventType;
  who: string | null;
  reason: string | null;
  why: Why | null;
}

export interface DoorDay {
  bands: Bands;
  /** Moments at which something happened, oldest first. */
  marks: Mark[];
  /** Until when it is known; before the end of the day if there is too much, or the day is not over. */
  known_until: number;
}

/** A stretch of a door's life: what it was from moment to moment, and what happened, `max` events at the maximum. */
export async function doorBetween(
  context: Pick<Context, 'pool' | 'clock'>,
  lock: { id: number; locationId: number },
  types: readonly EventType[],
  from: number,
  to: number,
  max = MAX_EVENTS_A_DAY,
): Promise<DoorDay> {
  const { pool } = context;
  const [newest, faults, rows] = await Promise.all([
    newestAt(pool, [lock.id], new Date(from - 1)),
    contactFaults(pool, lock.id, new Date(from), new Date(to), max + 1),
    listEvents(context, {
      locationId: lock.locationId,
      lockId: lock.id,
      types,
      since: new Date(from),
      until: new Date(to),
      order: 'asc',
      limit: max + 1,
    }),
  ]);
  const cut = rows.length > max ? rows.pop() : undefined;
  const faultsUntil = faults.length > max ? (faults.at(-1)?.at ?? to) : to;
  const known_until = Math.min(cut ? cut.occurred_at.getTime() : to, faultsUntil);
  const events = rows.map(
    (row): PastEvent => ({
      id: row.id,
      type: row.type,
      occurred_at: row.occurred_at.getTime(),
      source: row.source,
      reason: row.reason,
      person: row.person?.name ?? null,
      explanation: row.explanation as PastEvent['explanation'],
    }),
  );
  return {
    bands: bandsOf(newest.get(lock.id) ?? [], events, from, known_until, faults),
    marks: events.map(({ id, occurred_at, type, person, reason, explanation }) => ({
      id,
      at: occurred_at,
      type,
      who: person,
      reason,
      why: whyOf(type, explanation),
    })),
    known_until,
  };
}

/** The moments at which something happened next before and after one; null where nothing did. */
export const momentsBeside = (
  database: Database,
  lockId: number,
  types: readonly EventType[],
  at: Date,
): Promise<{ previous: Date | null; next: Date | null }> => BESIDE.one(database, [lockId, types, at]);
