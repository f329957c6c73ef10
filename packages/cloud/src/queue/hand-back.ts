import type { Pool } from 'pg';

/** Hands back rows whose attempt was given up half-way: due at once for any process, and no attempt counted. */
export async function handBack(
  pool: Pool,
  table: 'delivery' | 'notice',
  rows: readonly { id: string; lease_until: Date }[],
): Promise<void> {
  await pool.query(
    `update ${table} d set lease_until = null
     from json_to_recordset($1::json) as x(id uuid, lease_until timestamptz)
     where d.id = x.id and d.lease_until = x.lease_until`,
    [JSON.stringify(rows.map(({ id, lease_until }) => ({ id, lease_until })))],
  );
}
