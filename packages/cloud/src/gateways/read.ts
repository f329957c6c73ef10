import type { Health } from '@door-access/protocol';
import type { Database } from '../context.js';
import type { Caller } from '../http/endpoint.js';
import { toHealth } from './health.rules.js';

/* Gateways as the interface returns them. */

interface GatewayRow {
  id: string;
  name: string;
  location: { id: number; name: string };
  online: boolean;
  online_since: Date | null;
  last_seen_at: Date | null;
  agent_version: string | null;
  journal_depth: number | null;
  health: Health | null;
  locks: number[];
  created_at: Date;
}

/** The last row of a page. */
export type Position = [createdAt: number, id: string];

/** Gateways at the caller's location and below it, newest first, after a position. */
export async function listGatewaysOf(
  database: Database,
  { locationId }: Pick<Caller, 'locationId'>,
  after: Position | null,
  limit: number,
): Promise<GatewayRow[]> {
  const { rows } = await database.query<GatewayRow>({
    name: 'gateways-page',
    text: `
select g.id, g.name, json_build_object('id', o.id, 'name', o.name) as location, coalesce(g.online, false) as online,
  g.online_since, g.last_heard_at as last_seen_at, g.agent_version,
  (g.heartbeat ->> 'journal_depth')::float8 as journal_depth, g.heartbeat -> 'health' as health, g.created_at,
  array(select l.id from lock l join location_ancestor b on b.location_id = l.location_id and b.ancestor_id = $1
        where l.gateway_id = g.id order by l.door) as locks
from gateway g join location o on o.id = g.location_id
join location_ancestor a on a.location_id = g.location_id and a.ancestor_id = $1
where $2::timestamptz is null or (g.created_at, g.id) < ($2::timestamptz, $3::uuid)
order by g.created_at desc, g.id desc limit $4`,
    values: [locationId, after && new Date(after[0]), after?.[1], limit],
  });
  return rows;
}

export const positionOf = ({ created_at, id }: GatewayRow): Position => [created_at.getTime(), id];

export const toGateway = ({ created_at: _, health, ...row }: GatewayRow) => ({
  ...row,
  health: toHealth(health),
});
