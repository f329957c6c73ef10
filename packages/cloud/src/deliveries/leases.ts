import type { Database } from '../database/statement.js';
import * as sql from '../database/statement.js';

/* Who sends which delivery now: `delivery_lease`, one row for each attempt under way, and rows that are free. */

/** Any number that no other advisory lock uses. */
const TURN = 72_707_370;

const IN_TURN = sql.statement(
  'webhooks-turn',
  // Behind `from`, so that the row has no column of the type `void`.
  `select from pg_advisory_xact_lock(${TURN})`,
);

/**
 * Waits until no other transaction reads leases to act on them, and keeps others waiting until this one ends: what is
 * free in the next statement stays free until the commit.
 */
export const inTurn = (database: Database): Promise<number> => IN_TURN.count(database);

/** SQL: frees the leases `x(id, lease)`, where they are still these. */
export const FREE = `update delivery_lease l set lease_until = null
from x where l.delivery_id = x.id and l.lease_until = x.lease`;

const HAND_BACK = sql.statement(
  'webhooks-hand-back',
  `with x as (select * from json_to_recordset($1::json) as x(id uuid, lease timestamptz)) ${FREE}`,
);

/** Hands back deliveries whose attempt was given up half-way: due at once for any process, and no attempt counted. */
export async function handBack(
  database: Database,
  deliveries: readonly { id: string; lease_until: Date }[],
): Promise<void> {
  const leases = deliveries.map(({ id, lease_until }) => ({ id, lease: lease_until }));
  await HAND_BACK.count(database, [JSON.stringify(leases)]);
}
