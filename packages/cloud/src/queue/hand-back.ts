import type { Database } from '../database/statement.js';
import * as sql from '../database/statement.js';

const handBackTo = (table: string) =>
  sql.statement(
    `${table}-hand-back`,
    `update ${table} d set lease_until = null
     from json_to_recordset($1::json) as x(id uuid, lease_until timestamptz)
     where d.id = x.id and d.lease_until = x.lease_until`,
  );

const HAND_BACK = { delivery: handBackTo('delivery'), notice: handBackTo('notice') };

/** Hands back rows whose attempt was given up half-way: due at once for any process, and no attempt counted. */
export async function handBack(
  database: Database,
  table: keyof typeof HAND_BACK,
  rows: readonly { id: string; lease_until: Date }[],
): Promise<void> {
  const leases = rows.map(({ id, lease_until }) => ({ id, lease_until }));
  await HAND_BACK[table].count(database, [JSON.stringify(leases)]);
}
