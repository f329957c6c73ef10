import { afterAll, expect, test } from '@jest/globals';
import { createWorld } from './world.js';

const world = await createWorld();
const gateway = await world.connect();
const { main } = world.ids;
await gateway.birth([{ door: 1 }]);
afterAll(() => world.close());

const unlock = () => world.call('POST', `/locks/${main}/unlock`, { body: {} });

/** Until it is released no statement about this table gets an answer. */
async function lock(table: 'api_key' | 'command'): Promise<() => Promise<void>> {
  const blocking = await world.context.pool.connect();
  await blocking.query('BEGIN');
  await blocking.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return async () => {
    await blocking.query('COMMIT');
    blocking.release();
  };
}

/** @param statement a part of what waits for the table */
async function untilBlocked(statement: string): Promise<void> {
  const waiting = `select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0`;
  while ((await world.context.pool.query(waiting, [statement])).rows[0].n === 0)
    await new Promise(setImmediate);
}

test('an unlock that the database does not take is answered after two seconds, and is never sent', async () => {
  const release = await lock('command');
  const answer = unlock();
  await untilBlocked('insert into command');
  await world.clock.advance(2_000);
  const { status, body } = await answer;
  expect([status, body.error.code]).toEqual([500, 'server_error']);
  expect(body.error.message).toContain('the door is not opened');

  await release();
  // The late record is there; the next unlock is the first that the gateway hears of.
  while ((await world.context.pool.query('select count(*)::int as n from command')).rows[0].n === 0)
    await new Promise(setImmediate);
  const next = await unlock();
  expect(next.status).toBe(202);
  expect((await gateway.next('command')).id).toBe(next.body.id);
});

test('the search for the caller is part of the two seconds', async () => {
  const releases = [await lock('api_key'), await lock('command')];
  const answer = unlock();
  await untilBlocked('from api_key');
  await world.clock.advance(1_200);
  await releases[0]?.();
  await untilBlocked('insert into command');
  await world.clock.advance(800);
  const { status, body } = await answer;
  await releases[1]?.();
  expect([status, body.error.code]).toEqual([500, 'server_error']);
});

test('an unlock whose gateway is not reached, before a database that goes, is answered within three seconds', async () => {
  const { downlink } = world.context;
  let release: (() => Promise<void>) | undefined;
  world.context.downlink = {
    ...downlink,
    publish: async () => {
      release = await lock('command');
      return new Promise(() => {});
    },
  };
  const answer = unlock();
  while (!release) await new Promise(setImmediate);
  world.context.downlink = downlink;
  await world.clock.advance(2_000);
  await untilBlocked('from command c left join');
  await world.clock.advance(300);
  const { status, body } = await answer;
  await release();
  expect([status, body.error.code]).toEqual([502, 'publish_failed']);
});

test('an unlock that was sent is answered as sent, before a database that goes', async () => {
  const { downlink } = world.context;
  let release: (() => Promise<void>) | undefined;
  world.context.downlink = {
    ...downlink,
    publish: async (...message) => {
      release = await lock('command');
      return downlink.publish(...message);
    },
  };
  const answer = unlock();
  await untilBlocked('update command set sent_at');
  world.context.downlink = downlink;
  await world.clock.advance(300);
  const { status, body } = await answer;
  await release?.();
  expect([status, body.status]).toEqual([202, 'sent']);
  expect((await gateway.next('command')).id).toBe(body.id);
});
