import type { Context } from '../context.js';
import type { Place } from '../database/of-token.js';
import * as sql from '../database/statement.js';
import type { Caller } from '../http/endpoint.js';
import { listPeople } from '../people/read.js';

/* What a page finds by a few typed words, beside the doors, which it has already. Each part is bounded. */

const MAX_PEOPLE = 8;
const MAX_GATEWAYS = 5;
/** Ids of events, as they are shown and sent. */
const ID = /^[1-9]\d{0,14}$/;

const GATEWAYS = sql.statement(
  'gateways-found',
  `select g.id, g.name, o.name as location_name, g.online from gateway g join location o on o.id = g.location_id
   where ${sql.isWithin('g', '$1')} and g.revoked_at is null and not exists (
     select from unnest($2::text[]) as t(word) where strpos(person_fold(g.name || ' ' || o.name), person_fold(t.word)) = 0)
   order by g.name, g.id limit ${MAX_GATEWAYS}`,
  { id: sql.uuid, name: sql.text, location_name: sql.text, online: sql.orNull(sql.bool) },
  { unprepared: true },
);

const EVENT = sql.statement(
  'event-found',
  `select e.id, e.type, e.occurred_at, l.id as lock_id, l.name as lock_name, l.place, o.id as location_id, o.name as location_name
   from event e join lock l on l.id = e.lock_id join location o on o.id = e.location_id
   where e.id = $2 and ${sql.isWithin('e', '$1')}`,
  {
    id: sql.bigint,
    type: sql.text,
    occurred_at: sql.time,
    lock_id: sql.int,
    lock_name: sql.text,
    place: sql.text,
    location_id: sql.int,
    location_name: sql.text,
  },
);

/** @param typed every word of it occurs in what is found, or it is the id of an event */
export async function search(
  context: Context,
  caller: Place & Pick<Caller, 'accountId' | 'locationId'>,
  typed: string,
) {
  const words = typed.split(/\s+/u).filter(Boolean);
  if (words.length === 0) return { people: [], gateways: [], event: null };
  const [people, gateways, event] = await Promise.all([
    listPeople(context.pool, caller, { search: typed }, null, MAX_PEOPLE),
    GATEWAYS.rows(context.pool, [caller.locationId, words]),
    ID.test(typed.trim()) ? EVENT.row(context.pool, [caller.locationId, typed.trim()]) : undefined,
  ]);
  return { people, gateways, event: event ?? null };
}
