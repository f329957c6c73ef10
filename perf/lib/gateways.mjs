// Gateways of one door each, written as one statement a table for some thousands of them.
import { createHash, randomUUID } from 'node:crypto';

/** The service's own pool cancels a statement that takes longer than fifteen seconds. */
const AT_ONCE = 5_000;

export async function addGateways(pool, site, count) {
  const gateways = Array.from({ length: count }, () => ({ id: randomUUID(), secret: randomUUID() }));
  for (let from = 0; from < count; from += AT_ONCE)
    await add(pool, site, gateways.slice(from, from + AT_ONCE));
  await pool.query('analyze');
  return gateways;
}

async function add(pool, { account, departments }, gateways) {
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
}
