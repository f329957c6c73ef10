import { toTimestamp } from '@door-access/protocol';
import { Temporal } from 'temporal-polyfill';
import type { Context, Database } from '../context.js';
import * as sql from '../database/statement.js';
import type { InvitationState } from '../keys/key.rules.js';
import { type VisitState, visitState } from './visit.rules.js';

/* The visitors of a day, and what the next one is offered. */

const MAX_VISITORS = 200;

const TIMEZONE = sql.statement('visitors-timezone', 'select timezone from location where id = $1', {
  timezone: sql.text,
});

/** Whose visit touches the span, in the sequence in which they end; those that were over before need no look at their keys. One too many says that there are more. The
 * times of events are bounded for the months that they lie in. */
const OF_DAY = sql.statement(
  'visitors-of-day',
  `with page as (
     select v.access_key_id, v.host, v.ended_at, k.person_id, k.location_id, k.starts_at, k.expires_at, k.returned_at,
            k.state = 'returned' is true as is_returned
     from visitor v join access_key k on k.id = v.access_key_id
     where ${sql.isWithin('v', '$1')} and v.created_at < $3 and coalesce(v.ended_at, v.due_at) >= $2
       and k.expires_at >= $2 and k.starts_at < $3
     order by k.expires_at, k.id limit $4)
   select g.access_key_id as id, g.host, g.starts_at, g.expires_at, g.returned_at, g.is_returned, c.at as came_at,
     p.id as person_id, p.name as person_name, ${sql.asNamed('o')} as location, i.id as invitation_id, i.state as invitation_state,
     array(select s.name from access_key_group j join security_group s on s.id = j.security_group_id
       where j.access_key_id = g.access_key_id order by j.position) as groups
   from page g join location o on o.id = g.location_id
   left join person p on p.id = g.person_id
   left join lateral (
     select e.occurred_at as at from event e
     where e.person_id = g.person_id and e.type = 'access.granted' and e.key_id = g.access_key_id
       and e.occurred_at >= g.starts_at and e.occurred_at between $2::timestamptz - interval '62 days' and $5
     order by e.occurred_at limit 1) c on true
   left join lateral (
     select n.id, n.state from invitation n where n.access_key_id = g.access_key_id order by n.id desc limit 1) i on true
   order by g.expires_at, g.access_key_id`,
  {
    id: sql.int,
    host: sql.text,
    starts_at: sql.time,
    expires_at: sql.present(sql.time),
    returned_at: sql.orNull(sql.time),
    is_returned: sql.present(sql.bool),
    came_at: sql.orNull(sql.time),
    person_id: sql.orNull(sql.uuid),
    person_name: sql.orNull(sql.text),
    location: sql.named,
    invitation_id: sql.orNull(sql.int),
    invitation_state: sql.orNull(sql.narrow<InvitationState>(sql.text)),
    groups: sql.arrayOf(sql.text),
  },
);

/** Of the newest visit that was given at exactly this location. */
const LAST_GROUPS = sql.statement(
  'visitors-last-groups',
  `select array(select s.code from access_key_group j join security_group s on s.id = j.security_group_id
     where j.access_key_id = v.access_key_id order by j.position) as codes
   from visitor v where v.location_id = $1 order by v.created_at desc, v.access_key_id desc limit 1`,
  { codes: sql.arrayOf(sql.text) },
);

/** The pending invitation of a visitor's key. */
const PENDING = sql.statement(
  'visitor-pending',
  `select i.id from visitor v join invitation i on i.access_key_id = v.access_key_id
   where v.access_key_id = $2 and ${sql.isWithin('v', '$1')} and i.state = 'pending' order by i.id desc limit 1`,
  { id: sql.int },
);

export interface VisitorView {
  id: number;
  name: string;
  person_id: string | null;
  location: { id: number; name: string };
  host: string;
  groups: string[];
  state: VisitState;
  starts_at: string;
  until: string;
  came_at: string | null;
  ended_at: string | null;
  /** Its link can be shown again. */
  is_pending: boolean;
}

/** The visitors of a day at a location and below, by the clock of the location; `day` such as `2026-01-07`, today if null. */
export async function visitorsOfDay(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  locationId: number,
  day: string | null,
): Promise<{ day: string; data: VisitorView[]; has_more: boolean }> {
  const now = clock.now();
  const { timezone } = await TIMEZONE.one(pool, [locationId]);
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate();
  const date = day === null ? today : Temporal.PlainDate.from(day);
  const bounds = [date, date.add({ days: 1 })].map(
    (one) => new Date(one.toZonedDateTime(timezone).epochMilliseconds),
  );
  const rows = await OF_DAY.rows(pool, [locationId, ...bounds, MAX_VISITORS + 1, new Date(now)]);
  return {
    day: date.toString(),
    data: rows.slice(0, MAX_VISITORS).map((row) => toVisitor(row, now)),
    has_more: rows.length > MAX_VISITORS,
  };
}

function toVisitor(row: sql.Row<typeof OF_DAY>, now: number): VisitorView {
  const until = row.expires_at.getTime();
  const came_at = row.came_at?.getTime() ?? null;
  const state = visitState({ until, is_returned: row.is_returned, came_at }, now);
  const ended = row.is_returned ? Math.min(row.returned_at?.getTime() ?? until, until) : until;
  return {
    id: row.id,
    name: row.person_name ?? '',
    person_id: row.person_id,
    location: row.location,
    host: row.host,
    groups: row.groups,
    state,
    starts_at: toTimestamp(row.starts_at.getTime()),
    until: toTimestamp(until),
    came_at: came_at === null ? null : toTimestamp(came_at),
    ended_at: state === 'ended' ? toTimestamp(ended) : null,
    is_pending: state !== 'ended' && row.invitation_state === 'pending',
  };
}

/** The codes of the groups that the last visitor of this very location was given. */
export const lastGroups = async (database: Database, locationId: number): Promise<string[]> =>
  (await LAST_GROUPS.row(database, [locationId]))?.codes ?? [];

export const pendingInvitation = async (
  database: Database,
  locationId: number,
  keyId: number,
): Promise<number | null> => (await PENDING.row(database, [locationId, keyId]))?.id ?? null;
