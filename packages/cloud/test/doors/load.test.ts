import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { createWorld } from '../../../../test/world.js';
import { transaction } from '../../src/context.js';
import { load } from '../../src/doors/store/load.js';

/* What a transaction has waited for is decided on as it is then: a row that is left out would be a record that is lost. */

const GATEWAYS = 2;
const DOORS = 6;
const CLIENTS = 6;
const ROUNDS = 60;

const world = await createWorld();
afterAll(() => world.close());
const { pool } = world.context;
const { account, hq } = world.ids;
const gateways = Array.from({ length: GATEWAYS }, () => randomUUID());
for (const id of gateways)
  await pool.query(
    `insert into gateway (id, account_id, location_id, ref, name, secret_hash) values ($1, $2, $3, $4, 'G', $5)`,
    [id, account, hq, id, randomBytes(32)],
  );
const { rows: locks } = await pool.query<{ lock_id: number; gateway_id: string; door: number }>(
  `with l as (
     insert into lock (account_id, location_id, ref, name, type, gateway_id, door)
     select $1, $2, g || ' ' || d, 'door ' || d, 'remote', g::uuid, d
     from unnest($3::text[]) g, generate_series(1, $4::int) d returning id, gateway_id, door),
   s as (insert into door_state (lock_id) select id from l)
   select id as lock_id, gateway_id, door from l order by id`,
  [account, hq, gateways, DOORS],
);
const nothing = {
  gatewayIds: [],
  wholeGatewayIds: [],
  doors: [],
  marks: [],
  commandIds: [],
  lockIds: [],
  awakeGatewayIds: [],
  readerLockIds: [],
};

test('every door that is asked for is loaded, however many transactions wait for it', async () => {
  /** Other doors in each round, so that transactions wait for each other in parts. */
  const doorsOf = (client: number, round: number) => {
    const own = locks.filter(({ gateway_id }) => gateway_id === gateways[round % GATEWAYS]);
    return own.filter((_, index) => ((client * 31 + round * 17) >> index) % 2 === 0);
  };
  let left = 0;
  const client = async (number: number) => {
    for (let round = 0; round < ROUNDS; round++) {
      const doors = doorsOf(number, round);
      left += await transaction(pool, async (database) => {
        const { doorsByLock } = await load(
          database,
          round % 3 === 0
            ? { ...nothing, lockIds: doors.map(({ lock_id }) => lock_id) }
            : {
                ...nothing,
                gatewayIds: [gateways[round % GATEWAYS] ?? ''],
                doors: doors.map(({ gateway_id, door }) => ({ gateway_id, door })),
              },
        );
        await database.query('update door_state set last_event_at = now() where lock_id = any($1)', [
          doors.map(({ lock_id }) => lock_id),
        ]);
        return doors.filter(({ lock_id }) => !doorsByLock.has(lock_id)).length;
      });
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  expect(left).toBe(0);
}, 60_000);
