// Gateways of one door each, written as one statement a table.
import { createHash, randomUUID } from 'node:crypto';

export async function addGateways(pool, { account, departments }, count) {
  const gateways = Array.from({ length: count }, () => ({ id: randomUUID(), secret: randomUUID() }));
  await pool.query(
    `insert into gateway (id, account_id, location_id, ref, name, secret_hash)
     select id, $1, ($2::int[])[1 + n % cardinality($2::int[])], id, id, hash
     from unnest($3::uuid[], $4::bytea[]) with ordinality as x(id, hash, n)`,
    [
      account,
      departments,
      gateways.map(({ id }) => id),
      gateways.map(({ secret }) => createHash('sha256').update(secret).digest()),
    ],
  );
  await pool.query(
    `insert into lock (account_id, location_id, ref, name, place, type, gateway_id, door, strike_ms)
     select account_id, location_id, ref, name, '', 'remote', id, 1, 5000 from gateway where id = any($1::uuid[])`,
    [gateways.map(({ id }) => id)],
  );
  await pool.query(
    'insert into door_state (lock_id) select id from lock where gateway_id = any($1::uuid[])',
    [gateways.map(({ id }) => id)],
  );
  await pool.query('analyze');
  return gateways;
}
