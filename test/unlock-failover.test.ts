import { afterAll, expect, test } from '@jest/globals';
import { createWorld } from './world.js';

const world = await createWorld();
const gateway = await world.connect();
const { main } = world.ids;
await gateway.birth([{ door: 1 }]);
afterAll(() => world.close());

const unlock = () => world.call('POST', `/locks/${main}/unlock`, { body: {} });

test('an unlock that the database does not take is answered after two seconds, and is never sent', async () => {
  const blocking = await world.context.pool.connect();
  await blocking.query('BEGIN');
  await blocking.query('LOCK TABLE command IN ACCESS EXCLUSIVE MODE');
  const answer = unlock();
  const waiting =
    "select count(*)::int as n from pg_locks where not granted and relation = 'command'::regclass";
  while ((await world.context.pool.query(waiting)).rows[0].n === 0) await new Promise(setImmediate);
  await world.clock.advance(2_000);
  const { status, body } = await answer;
  expect([status, body.error.code]).toEqual([500, 'server_error']);
  expect(body.error.message).toContain('the door is not opened');

  await blocking.query('COMMIT');
  blocking.release();
  // The late record is there; the next unlock is the first that the gateway hears of.
  while ((await world.context.pool.query('select count(*)::int as n from command')).rows[0].n === 0)
    await new Promise(setImmediate);
  const next = await unlock();
  expect(next.status).toBe(202);
  expect((await gateway.next('command')).id).toBe(next.body.id);
});
