import { expect, test } from '@jest/globals';
import type { PoolClient } from 'pg';
import { KEEP_PLANS_OF_MANY } from '../../src/context.js';
import { statements } from '../../src/database/statement.js';
import { TIME_FIRST_ID } from '../../src/deliveries/enqueue.js';
import { webhookWorld } from '../webhooks/world.js';

/* Statements about hundreds of deliveries keep the plans that were made when there were none. */

const world = await webhookWorld();
const { context, call, hq } = world;

const SUBSCRIPTIONS = 100;
const WAITING = 2_000;
const LEASED = 800;

interface Node {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

/** How many rows were looked at, by all nodes together. */
const looked = (node: Node): number =>
  node['Actual Loops'] *
    (node['Actual Rows'] +
      (node['Rows Removed by Join Filter'] ?? 0) +
      (node['Rows Removed by Filter'] ?? 0)) +
  (node.Plans ?? []).reduce((sum, one) => sum + looked(one), 0);

/** As an array, a JSON text or a number of SQL. */
const literal = (value: unknown): string =>
  Array.isArray(value) ? `'{${value.join()}}'` : typeof value === 'number' ? String(value) : `'${value}'`;

/** Runs a statement as the service does, and undoes it. */
async function run(client: PoolClient, name: string, values: readonly unknown[]): Promise<number> {
  await client.query(KEEP_PLANS_OF_MANY);
  try {
    const { rows } = await client.query(
      `explain (analyze, timing off, format json) execute "${name}" (${values.map(literal).join()})`,
    );
    return looked(rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    await client.query('rollback');
  }
}

test('a claim and its outcomes look at a few rows for each delivery, however many there are', async () => {
  const client = await context.pool.connect();
  try {
    await look(client);
  } finally {
    client.release();
  }
});

async function look(client: PoolClient): Promise<void> {
  const inTurn = (ids: readonly string[]) => [
    'now',
    'tomorrow',
    600,
    40,
    1_000,
    100,
    ids,
    2,
    ids.map(() => true),
  ];
  const outcomes = (ids: readonly string[]) => {
    const rows = ids.map((id) => ({ id, lease: '2030-01-01Z', status: 'delivered', attempt: 1 }));
    return [JSON.stringify(rows), ids, []];
  };
  const nothing = '00000000-0000-0000-0000-000000000000';
  for (const [name, values] of [
    ['webhooks-claim', inTurn([nothing])],
    ['webhooks-write-outcomes', outcomes([nothing])],
  ] as const) {
    await client.query(`prepare "${name}" as ${statements.find((one) => one.name === name)?.text}`);
    await run(client, name, values);
  }

  const { body } = await call(hq, 'POST /webhooks', {
    body: { url: 'http://127.0.0.1:9/hook', events: ['*'] },
  });
  const { account_id, location_id, api_key_id, url, secret } =
    await context.prisma.subscription.findUniqueOrThrow({ where: { id: body.id } });
  const ids = Array.from({ length: SUBSCRIPTIONS }, () => context.ids.uuid());
  await context.prisma.subscription.createMany({
    data: ids.map((id) => ({ id, account_id, location_id, api_key_id, url, secret, events: ['*'] })),
  });
  const { rows } = await context.pool.query<{ id: string }>(
    `insert into delivery (id, subscription_id, event_type, event_id, next_attempt_at, payload)
     select ${TIME_FIRST_ID}, ($1::uuid[])[1 + i % $2], 'door.opened', i::text, now(), '{}'
     from generate_series(1, $3::int) i returning id`,
    [ids, SUBSCRIPTIONS, WAITING],
  );
  const waiting = rows.map(({ id }) => id);
  await context.pool.query(
    `insert into delivery_lease (slot, delivery_id, subscription_id, shares, lease_until)
     select i, ($1::uuid[])[i], ($2::uuid[])[1 + i % $3], 1, '2030-01-01Z' from generate_series(1, $4::int) i`,
    [waiting, ids, SUBSCRIPTIONS, LEASED],
  );

  expect(await run(client, 'webhooks-claim', inTurn(ids))).toBeLessThan(50 * WAITING);
  expect(await run(client, 'webhooks-write-outcomes', outcomes(waiting.slice(0, 500)))).toBeLessThan(
    50 * WAITING,
  );
}

test('a claim, planned when there is nothing, reads each chosen delivery at its place, not by an index of others', async () => {
  const claim = statements.find(({ name }) => name === 'webhooks-claim');
  const client = await context.pool.connect();
  try {
    await client.query(KEEP_PLANS_OF_MANY);
    const { rows } = await client.query({ text: `explain (generic_plan) ${claim?.text}` });
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Tid Scan on delivery');
    // By the index of turns, a delivery is looked for by its subscription alone.
    expect(plan).not.toMatch(/Index Cond: \(id = c\.\w+\)/);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
