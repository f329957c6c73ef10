import type { PoolClient } from 'pg';
import * as sql from '../database/statement.js';

/** Each location of account $1 with all above it, itself at depth 0, from the parents alone. */
const CLOSURE = `
  with recursive up as (
    select id as location_id, id as ancestor_id, parent_id, 0 as depth from location where account_id = $1
    union all
    select up.location_id, o.id, o.parent_id, up.depth + 1 from up join location o on o.id = up.parent_id
  ) select location_id, ancestor_id, depth from up`;

const PAIR = { location_id: sql.int, ancestor_id: sql.int };

const GAIN = sql.statement(
  'tree-gain',
  `insert into location_ancestor as a (location_id, ancestor_id, depth) select * from (${CLOSURE}) c
   on conflict (location_id, ancestor_id) do update set depth = excluded.depth where a.depth <> excluded.depth
   returning location_id, ancestor_id`,
  PAIR,
  { unprepared: true },
);

const LOSE = sql.statement(
  'tree-lose',
  `delete from location_ancestor a using location o
   where o.id = a.location_id and o.account_id = $1
     and not exists (select from (${CLOSURE}) c where c.location_id = a.location_id and c.ancestor_id = a.ancestor_id)
   returning a.location_id, a.ancestor_id`,
  PAIR,
  { unprepared: true },
);

const LOCK_TREE = sql.statement('tree-lock', 'lock table location_ancestor in access exclusive mode');

/** A history of years may take a while. */
const TAKE_LONG = sql.statement('tree-take-long', 'set local statement_timeout = 0');

const REMOVE_SCOPES = sql.statement(
  'tree-remove-scopes',
  `delete from event_scope s using event e, unnest($1::int[], $2::int[]) as p(location_id, ancestor_id)
   where e.location_id = p.location_id and s.location_id = p.ancestor_id
     and s.type = e.type and s.occurred_at = e.occurred_at and s.event_id = e.id`,
  {},
  { unprepared: true, unhurried: true },
);

const ADD_SCOPES = sql.statement(
  'tree-add-scopes',
  `insert into event_scope (location_id, type, occurred_at, event_id)
   select p.ancestor_id, e.type, e.occurred_at, e.id
   from event e join unnest($1::int[], $2::int[]) as p(location_id, ancestor_id) on e.location_id = p.location_id
   on conflict do nothing`,
  {},
  { unprepared: true, unhurried: true },
);

/**
 * Brings `location_ancestor` in step with the parents of an account's locations, and the scopes of past events with
 * it. New locations only add rows; a moved one changes who may see its history, so writers of events wait meanwhile.
 * Events keep the location they happened at; who sees them follows the tree as it is now.
 */
export async function rebuildTree(client: PoolClient, accountId: number, isMove: boolean): Promise<void> {
  if (isMove) await LOCK_TREE.count(client);
  const gained = await GAIN.rows(client, [accountId]);
  if (!isMove) return;
  const lost = await LOSE.rows(client, [accountId]);
  await TAKE_LONG.count(client);
  await REMOVE_SCOPES.count(client, pairs(lost));
  await ADD_SCOPES.count(client, pairs(gained));
}

const pairs = (rows: sql.Row<typeof GAIN>[]): number[][] => [
  rows.map((row) => row.location_id),
  rows.map((row) => row.ancestor_id),
];
