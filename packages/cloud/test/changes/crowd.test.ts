import { systemClock } from '@door-access/protocol';
import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { crowd } from '../../../../perf/lib/crowd.mjs';
import { feedOf } from '../../src/changes/feed.js';
import { transaction } from '../../src/context.js';
import { enqueueDeliveries } from '../../src/deliveries/enqueue.js';
import { endpoints } from '../../src/endpoints.js';
import { httpWorld } from '../http/world.js';

const world = await httpWorld(endpoints, { clock: systemClock, checkAnswers: false });
afterAll(() => feedOf(world.context).stop());

/** As others make them: the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

async function missesNothing(changes: number): Promise<void> {
  const { context, account, location, http } = world;
  const tokens = [];
  for (let index = 0; index < 20; index++) tokens.push((await world.key()).token);
  const { committed, rolled_back, missed, twice, made_up, disordered, kills } = await crowd({
    baseUrl: `http://127.0.0.1:${http.port}/v1`,
    tokens,
    changes,
    random: seeded(7),
    // A quick machine writes all changes within half a second.
    cutWithinMs: 100,
    transact: (work) => transaction(context.pool, work),
    write: (client, numbers) =>
      enqueueDeliveries(
        client,
        numbers.map((number) => ({
          type: 'person.updated',
          location_id: location.id,
          data: { number },
          created_at: new Date(),
        })),
      ),
    nudge: () => void context.nudge.emit('change', account.id),
  });
  expect({ missed, twice, made_up, disordered }).toEqual({ missed: 0, twice: 0, made_up: 0, disordered: 0 });
  expect(committed).toBeGreaterThan((changes * 2) / 3);
  expect(rolled_back).toBeGreaterThan(0);
  expect(kills).toBeGreaterThan(0);
}

test('16 writers, 8 readers of all kinds that are cut off: nothing is missed, nothing comes twice', () =>
  missesNothing(3_000));

test('nor beside an older transaction that writes something else, and holds no reader back', async () => {
  const older = new pg.Client(world.context.pool.options.connectionString);
  await older.connect();
  await older.query('begin');
  await older.query('select pg_current_xact_id()');
  await missesNothing(1_500).finally(() => older.end());
});
