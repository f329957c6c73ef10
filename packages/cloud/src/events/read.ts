import { ACCESS_EVENT_TYPES, type EventType, PRESENCE_EVENT_TYPES, toTimestamp } from '@door-access/protocol';
import type { Pool, PoolClient } from 'pg';
import { type Context, type Database, KEEP_PLANS, type Last, transaction } from '../context.js';
import { type Place, rooted } from '../database/of-token.js';
import { monthOf, nameOfMonth } from '../database/periods.rules.js';
import type { BriefQuery } from '../database/pool.js';
import * as sql from '../database/statement.js';

/* Events as the interface and the webhooks show them; one read model for both. */

/** A row names what it refers to in columns of its own: objects built in SQL would be written and parsed for each. */
const EVENT = {
  id: sql.bigint,
  type: sql.narrow<EventType>(sql.text),
  occurred_at: sql.time,
  location_id: sql.int,
  result: sql.orNull(sql.text),
  reason: sql.orNull(sql.text),
  source: sql.text,
  actor: sql.orNull(sql.json<unknown>()),
  details: sql.orNull(sql.json<unknown>()),
  explanation: sql.orNull(sql.json<unknown>()),
  command_id: sql.orNull(sql.uuid),
  lock_id: sql.int,
  lock_name: sql.text,
  place: sql.text,
  location_name: sql.text,
  person_id: sql.orNull(sql.uuid),
  person_name: sql.orNull(sql.text),
  person_email: sql.orNull(sql.text),
  key_id: sql.orNull(sql.int),
  key_name: sql.orNull(sql.text),
  api_key_id: sql.orNull(sql.int),
  api_key_name: sql.orNull(sql.text),
};
type Columns = sql.RowOf<typeof EVENT>;

type Named = { id: number; name: string };

/** An event with what it refers to. */
export interface EventRow
  extends Pick<
    Columns,
    | 'id'
    | 'type'
    | 'occurred_at'
    | 'location_id'
    | 'result'
    | 'reason'
    | 'source'
    | 'actor'
    | 'details'
    | 'explanation'
    | 'command_id'
  > {
  lock: { id: number; name: string; place: string };
  location: Named;
  person: { id: string; name: string; email: string } | null;
  key: Named | null;
  api_key: Named | null;
}

/** Names are the present ones: history keeps ids, and an erased name is null. */
const SELECT = `
select e.id, e.type, e.occurred_at, e.location_id, e.result, e.reason, e.source, e.actor, e.details, e.explanation, e.command_id,
       l.id as lock_id, l.name as lock_name, l.place, o.name as location_name,
       p.id as person_id, p.name as person_name, p.email as person_email,
       c.id as key_id, c.name as key_name, k.id as api_key_id, k.name as api_key_name
from event e
join lock l on l.id = e.lock_id
join location o on o.id = e.location_id
left join person p on p.id = e.person_id
left join access_key c on c.id = e.key_id
left join api_key k on k.id = e.api_key_id`;

const named = (id: number | null, name: string | null): Named | null =>
  id === null ? null : { id, name: name as string };

function toRow(row: Columns): EventRow {
  const person = {
    id: row.person_id as string,
    name: row.person_name as string,
    email: row.person_email as string,
  };
  return {
    id: row.id,
    type: row.type,
    occurred_at: row.occurred_at,
    location_id: row.location_id,
    result: row.result,
    reason: row.reason,
    source: row.source,
    actor: row.actor,
    details: row.details,
    explanation: row.explanation,
    command_id: row.command_id,
    lock: { id: row.lock_id, name: row.lock_name, place: row.place },
    location: { id: row.location_id, name: row.location_name },
    person: row.person_id === null ? null : person,
    key: named(row.key_id, row.key_name),
    api_key: named(row.api_key_id, row.api_key_name),
  };
}

const BY_ID = sql.statement('events-by-id', `${SELECT} where e.id = any($1::bigint[]) order by e.id`, EVENT);

/** The filter of events, for a list and for the counts above it. */
export interface EventFilter {
  locationId: Place['locationId'];
  types: readonly string[];
  lockId?: number | undefined;
  personId?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

export interface EventPage extends EventFilter {
  order: 'asc' | 'desc';
  after?: EventPosition | undefined;
  limit: number;
}

/** Where a page ended. */
export type EventPosition = [occurredAt: number, id: number];

/** The longest page that is brief. */
const LONGEST_BRIEF = 101;

/**
 * One page by keyset. Each type is an index range of its own and the ranges are merged, so a page costs its rows, not
 * the table's, however rare a type or quiet a subtree is. The rows are fetched by one scan for all their ids.
 */
export async function listEvents(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  page: EventPage,
  early: EventRow[] | null = null,
): Promise<EventRow[]> {
  const recent = monthOf(clock.now(), -1);
  if (mayBeRecent(page, recent)) {
    const rows = early ?? (await read(pool, eventPageStatement(page, recent)));
    if (rows.length === page.limit || isRecent(page, recent)) return rows;
  }
  return read(pool, eventPageStatement(page));
}

/** What of the page is recent, by a brief statement; null where it has none. */
export function aheadOfEvents(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  page: EventPage,
): Promise<EventRow[]> | null {
  const recent = monthOf(clock.now(), -1);
  return isBrief(page) && mayBeRecent(page, recent) ? read(pool, eventPageStatement(page, recent)) : null;
}

async function read(pool: Pool, statement: ReturnType<typeof eventPageStatement>): Promise<EventRow[]> {
  const query = (client: PoolClient, last: Last) => last(() => client.query<Columns>(statement));
  const { rows } = statement.brief
    ? await pool.query<Columns>(statement)
    : // Planning it anew costs more than the page itself; the pipelined transaction costs no round trip.
      await transaction(pool, query, { begin: KEEP_PLANS });
  return rows.map(toRow);
}

/** Whether all that the page can have is of `recent` or later. */
const isRecent = ({ order, since, after }: EventPage, recent: number): boolean =>
  (since?.getTime() ?? 0) >= recent || (order === 'asc' && after !== undefined && after[0] >= recent);

/** Whether the page begins there. */
const mayBeRecent = (page: EventPage, recent: number): boolean =>
  page.order === 'asc'
    ? isRecent(page, recent)
    : Math.min(
        page.until?.getTime() ?? Number.POSITIVE_INFINITY,
        page.after?.[0] ?? Number.POSITIVE_INFINITY,
      ) > recent;

/** Of a lock or a person, rows are read that lie elsewhere. */
const isBrief = ({ lockId, personId, limit }: EventPage): boolean =>
  lockId === undefined && personId === undefined && limit <= LONGEST_BRIEF;

/**
 * The table and the conditions for events `e` of one type `t.type`, each a range of an index. The location is `$1`;
 * `value` binds the other values of the filter.
 */
export function eventSource(filter: EventFilter, value: (one: unknown) => string) {
  const byScope = filter.lockId === undefined && filter.personId === undefined;
  const conditions = byScope
    ? ['e.location_id = $1', 'e.type = t.type']
    : [
        'e.type = t.type',
        // Checked for each row read: with a join, the planner would read all of a lock's events and sort them.
        '(select true from location_ancestor a where a.location_id = e.location_id and a.ancestor_id = $1)',
      ];
  if (filter.lockId !== undefined) conditions.push(`e.lock_id = ${value(filter.lockId)}`);
  if (filter.personId !== undefined) conditions.push(`e.person_id = ${value(filter.personId)}`);
  if (filter.since) conditions.push(`e.occurred_at >= ${value(filter.since)}`);
  if (filter.until) conditions.push(`e.occurred_at < ${value(filter.until)}`);
  return { table: byScope ? 'event_scope' : 'event', id: byScope ? 'event_id' : 'e.id', conditions };
}

/**
 * With `recent`, the start of a month, only of what occurred since: a plan that names the month knows no other months,
 * where one for all of them costs more the more there are.
 */
export function eventPageStatement(page: EventPage, recent: number | null = null): BriefQuery {
  const values: unknown[] = [page.locationId, page.types, page.limit];
  const value = (one: unknown) => `$${values.push(one)}`;
  const direction = page.order;
  const { table, id, conditions } = eventSource(page, value);
  // Events of one lock and type have distinct times, so its index gives the order without sorting.
  const order = `e.occurred_at ${direction}${page.lockId === undefined ? `, ${id} ${direction}` : ''}`;
  if (page.after) {
    const [occurredAt, eventId] = page.after;
    const beyond = direction === 'desc' ? '<' : '>';
    const at = value(new Date(occurredAt));
    // The first says to PostgreSQL which months are none of it.
    conditions.push(
      `e.occurred_at ${beyond}= ${at}`,
      `(e.occurred_at, ${id}) ${beyond} (${at}, ${value(eventId)})`,
    );
  }
  const since = recent === null ? [] : [`e.occurred_at >= '${new Date(recent).toISOString()}'`];
  const text = `
with page as (
  select m.id, m.occurred_at from unnest($2::text[]) as t(type) cross join lateral (
    select ${id} as id, e.occurred_at from ${table} e where ${[...conditions, ...since].join(' and ')}
    order by ${order} limit $3
  ) m order by m.occurred_at ${direction}, m.id ${direction} limit $3
), span as (
  select array_agg(id) as ids, min(occurred_at) as first, max(occurred_at) as last from page
)
${SELECT} where ${[
    'e.id = any((select ids from span)::bigint[])',
    'e.occurred_at between (select first from span) and (select last from span)',
    ...since,
  ].join(' and ')} order by e.occurred_at ${direction}, e.id ${direction}`;
  // One prepared statement per shape of filters, so that planning is paid once.
  const shape = [table === 'event_scope', page.lockId, page.personId, page.since, page.until, page.after].map(
    (part) => Number(!!part),
  );
  const months = recent === null ? '' : `-${nameOfMonth(recent)}`;
  return rooted({
    name: `events-${direction}-${shape.join('')}${months}`,
    text,
    values,
    brief: isBrief(page),
  });
}

const AT = sql.statement(
  'events-at',
  `${SELECT} where e.id = any($1::bigint[]) and e.occurred_at between $2 and $3`,
  EVENT,
);

/** Events whose times are known, so that only their months are looked into. */
export async function eventsAt(
  database: Database,
  events: readonly { id: number; occurred_at: Date }[],
): Promise<EventRow[]> {
  const times = events.map(({ occurred_at }) => occurred_at.getTime());
  const span = [new Date(Math.min(...times)), new Date(Math.max(...times))];
  return (await AT.rows(database, [events.map(({ id }) => id), ...span])).map(toRow);
}

/** Events by id, oldest id first, each with its `data` as a webhook carries it. */
export async function eventsById(database: Database, ids: readonly number[]) {
  return (await BY_ID.rows(database, [ids])).map(toRow).map((row) => ({
    id: row.id,
    type: row.type,
    location_id: row.location_id,
    data: toEventData(row),
  }));
}

const isAccessType = (type: string): boolean => (ACCESS_EVENT_TYPES as readonly string[]).includes(type);
const isPresenceType = (type: string): boolean => (PRESENCE_EVENT_TYPES as readonly string[]).includes(type);

/** `data` of a webhook, by the shape of its type. */
export function toEventData(row: EventRow): Record<string, unknown> {
  if (isAccessType(row.type)) return toAccessEvent(row);
  const { lock, location } = row;
  const at = toTimestamp(row.occurred_at.getTime());
  if (isPresenceType(row.type)) return { lock, location, online: row.type === 'lock.online', since: at };
  const data: Record<string, unknown> = {
    lock,
    location,
    occurred_at: at,
    source: row.source,
    actor: row.actor ?? null,
    details: row.details ?? {},
  };
  if (row.type === 'door.forced' && row.explanation) data.explanation = row.explanation;
  return ofCommand(row, data);
}

/** Recorded while its door was under maintenance: no alarm, and not sent to webhooks. */
export const isMutedEvent = ({ explanation }: Pick<EventRow, 'explanation'>): boolean =>
  (explanation as { under_maintenance?: true } | null)?.under_maintenance === true;

/** What is known of an event before it is written. */
interface NewEvent
  extends Pick<EventRow, 'type' | 'location_id' | 'result' | 'reason' | 'source' | 'explanation'> {
  occurred_at: number;
  actor?: unknown;
  details?: unknown;
  command_id?: string | null;
}

/** The data of an event that is about to be written: its id, and the names of the actor, come with the write. */
export const newEventData = (
  event: NewEvent,
  { lock, location }: Pick<EventRow, 'lock' | 'location'>,
): Record<string, unknown> =>
  toEventData({
    actor: null,
    details: null,
    command_id: null,
    ...event,
    occurred_at: new Date(event.occurred_at),
    lock,
    location,
    id: 0,
    person: null,
    key: null,
    api_key: null,
  });

export function toAccessEvent(row: EventRow) {
  return ofCommand(row, {
    id: row.id,
    type: row.type,
    occurred_at: toTimestamp(row.occurred_at.getTime()),
    result: row.result ?? 'success',
    reason: row.reason,
    source: row.source,
    api_key: row.api_key,
    lock: row.lock,
    location: row.location,
    person: row.person,
    key: row.key,
  });
}

/** Adds the command to what a command can lead to. Made for each event that is recorded: it is added, not spread. */
function ofCommand<Data extends object>(
  { type, command_id }: EventRow,
  data: Data & { command_id?: string | null },
): Data & { command_id?: string | null } {
  if (type === 'access.granted' || type === 'unlock.failed' || type.startsWith('lock.hold_open.'))
    data.command_id = command_id;
  return data;
}

/** An item of `GET /door_events`: the data of its webhook, with an id, its type and the reason. */
export function toDoorEvent(row: EventRow) {
  const at = toTimestamp(row.occurred_at.getTime());
  return ofCommand(row, {
    id: row.id,
    type: row.type,
    occurred_at: at,
    lock: row.lock,
    location: row.location,
    source: row.source,
    actor: row.actor ?? null,
    details: row.details ?? {},
    ...(isPresenceType(row.type) ? { online: row.type === 'lock.online', since: at } : {}),
    explanation: row.explanation ?? null,
  });
}
