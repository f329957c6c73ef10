import type { Health } from '@door-access/protocol';
import type { Database } from '../context.js';
import * as sql from '../database/statement.js';
import type { Caller } from '../http/endpoint.js';
import { toHealth } from './health.rules.js';

/* Gateways as the interface returns them. */

/** Unprepared: one plan for a department and for all of a large account makes the page of the latter ten times slower. */
const GATEWAYS = sql.statement(
  'gateways-page',
  `select g.id, g.name, json_build_object('id', o.id, 'name', o.name) as location, coalesce(g.online, false) as online,
     g.online_since, g.last_heard_at as last_seen_at, g.agent_version,
     (g.heartbeat ->> 'journal_depth')::float8 as journal_depth, g.heartbeat -> 'health' as health, g.created_at,
     array(select l.id from lock l where l.gateway_id = g.id and ${sql.isWithin('l', '$1')} order by l.door) as locks
   from gateway g join location o on o.id = g.location_id
   where ${sql.isWithin('g', '$1')} and ($2::timestamptz is null or (g.created_at, g.id) < ($2::timestamptz, $3::uuid))
   order by g.created_at desc, g.id desc limit $4`,
  {
    id: sql.uuid,
    name: sql.text,
    location: sql.json<{ id: number; name: string }>(),
    online: sql.bool,
    online_since: sql.orNull(sql.time),
    last_seen_at: sql.orNull(sql.time),
    agent_version: sql.orNull(sql.text),
    journal_depth: sql.orNull(sql.float),
    health: sql.orNull(sql.json<Health>()),
    created_at: sql.time,
    locks: sql.arrayOf(sql.int),
  },
  { unprepared: true },
);

type GatewayRow = sql.Row<typeof GATEWAYS>;

/** The last row of a page. */
export type Position = [createdAt: number, id: string];

/** Gateways at the caller's location and below it, newest first, after a position. */
export const listGatewaysOf = (
  database: Database,
  { locationId }: Pick<Caller, 'locationId'>,
  after: Position | null,
  limit: number,
): Promise<GatewayRow[]> =>
  GATEWAYS.rows(database, [locationId, after && new Date(after[0]), after?.[1], limit]);

export const positionOf = ({ created_at, id }: GatewayRow): Position => [created_at.getTime(), id];

export const toGateway = ({ created_at: _, health, ...row }: GatewayRow) => ({
  ...row,
  health: toHealth(health),
});
