import type { PoolClient } from 'pg';
import { unhurried } from '../database/pool.js';

/** Each location with all above it, itself at depth 0, from the parents alone. */
const CLOSURE = `
  with recursive up as (
    select id as location_id, id as ancestor_id, parent_id, 0 as depth from location where account_id = $1
    union all
    select up.location_id, o.id, o.parent_id, up.depth + 1 from up join location o on o.id = up.parent_id
  ) select location_id, ancestor_id, depth from up`;

interface Pair {
  location_id: number;
  ancestor_id: number;
}

/**
 * Brings `location_ancestor` in step with the parents of an account's locations, and the scopes of past events with
 * it. New locations only add rows; a moved one changes who may see its history, so writers of events wait meanwhile.
 */
export async function rebuildTree(client: PoolClient, accountId: number, isMove: boolean): Promise<void> {
  if (isMove) await client.query('lock table location_ancestor in access exclusive mode');
  const gained = await client.query<Pair>(
    `insert into location_ancestor as a (location_id, ancestor_id, depth) select * from (${CLOSURE}) c
     on conflict (location_id, ancestor_id) do update set depth = excluded.depth where a.depth <> excluded.depth
     returning location_id, ancestor_id`,
    [accountId],
  );
  if (!isMove) return;
  const lost = await client.query<Pair>(
    `delete from location_ancestor a using location o
      where o.id = a.location_id and o.account_id = $1
        and not exists (select from (${CLOSURE}) c where c.location_id = a.location_id and c.ancestor_id = a.ancestor_id)
      returning a.location_id, a.ancestor_id`,
    [accountId],
  );
  // A history of years may take a while.
  await client.query('set local statement_timeout = 0');
  await rescope(client, lost.rows, gained.rows);
}

/** Events keep the location they happened at; who sees them follows the tree as it is now. */
async function rescope(client: PoolClient, lost: Pair[], gained: Pair[]): Promise<void> {
  const pairs = (rows: Pair[]) => [rows.map((row) => row.location_id), rows.map((row) => row.ancestor_id)];
  await client.query(
    unhurried(
      `delete from event_scope s using event e, unnest($1::int[], $2::int[]) as p(location_id, ancestor_id)
      where e.location_id = p.location_id and s.location_id = p.ancestor_id
        and s.type = e.type and s.occurred_at = e.occurred_at and s.event_id = e.id`,
      pairs(lost),
    ),
  );
  await client.query(
    unhurried(
      `insert into event_scope (location_id, type, occurred_at, event_id)
     select p.ancestor_id, e.type, e.occurred_at, e.id
       from event e join unnest($1::int[], $2::int[]) as p(location_id, ancestor_id) on e.location_id = p.location_id
     on conflict do nothing`,
      pairs(gained),
    ),
  );
}
