import { afterAll, expect, test } from '@jest/globals';
import { createWorld } from '../../../../test/world.js';
import { feedOf } from '../../src/changes/feed.js';
import { transaction } from '../../src/context.js';
import { enqueueDeliveries } from '../../src/deliveries/enqueue.js';
import { api } from '../../src/endpoints.js';
import { startHttpServer } from '../../src/http/server.js';
import { Nudge } from '../../src/nudge.js';

/* A process that has just started, beside transactions that are older than it. */

const world = await createWorld();
const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
  await world.close();
});
const { context, ids, clock, token } = world;
const { pool } = context;

/** A process that knows nothing yet, and hears no nudge of the others. */
async function coldProcess() {
  const own = { ...context, nudge: new Nudge() };
  const http = await startHttpServer(own, api, { checkAnswers: true });
  ends.push(
    () => feedOf(own).stop(),
    () => http.close(),
  );
  return async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${http.port}/v1${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    // biome-ignore lint/suspicious/noExplicitAny: whatever came over the wire
    return { status: answer.status, body: (await answer.json()) as any };
  };
}

const write = (name: string, database = pool as Parameters<typeof enqueueDeliveries>[0] | typeof pool) =>
  enqueueDeliveries(database as Parameters<typeof enqueueDeliveries>[0], [
    {
      type: 'person.updated',
      location_id: ids.hq,
      data: { name },
      created_at: new Date(clock.now()),
    },
  ]);

/** A transaction that does `work` and stays open; returns what ends it. */
async function underWay(
  work: (client: Parameters<typeof enqueueDeliveries>[0]) => Promise<unknown>,
): Promise<() => Promise<void>> {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let done = Promise.resolve();
  await new Promise<void>((began) => {
    done = transaction(pool, async (client) => {
      await work(client);
      began();
      await ended;
    });
  });
  return () => {
    end();
    return done;
  };
}

/** Lets time pass until it answers. */
async function passing<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  work.then(done, done);
  while (!isDone) {
    await clock.advance(100);
    await pool.query('select 1');
  }
  return work;
}

const namesOf = ({ body }: { body: { data: { data: { name: string } }[] } }) =>
  body.data.map(({ data }) => data.name);

test('an older transaction that writes something else keeps no process from knowing where the end is', async () => {
  await write('Anna');
  const end = await underWay((client) => client.query('update account set name = name'));
  const get = await coldProcess();
  const [status, now] = [await get('/status'), await get('/changes?after=now')];
  expect([status.status, now.status]).toEqual([200, 200]);
  await write('Bert');
  expect(namesOf(await get(`/changes?after=${now.body.next_cursor}`))).toEqual(['Bert']);
  expect(namesOf(await get(`/changes?after=${status.body.latest_cursor}`))).toEqual(['Bert']);
  await end();
});

test('one that writes changes is waited for, and what follows its end is behind the cursor', async () => {
  const end = await underWay((client) => write('Carla', client));
  const get = await coldProcess();
  const asked = [get('/status'), get('/changes?after=now')];
  let answered = 0;
  for (const one of asked) void one.then(() => answered++);
  for (let second = 0; second < 5; second++) {
    await clock.advance(1_000);
    await pool.query('select 1');
  }
  expect(answered).toBe(0);
  await end();
  const [status, now] = await passing(Promise.all(asked));
  expect([status?.status, now?.status]).toEqual([200, 200]);
  await write('Dora');
  expect(namesOf(await get(`/changes?after=${now?.body.next_cursor}`))).toEqual(['Dora']);
  expect(namesOf(await get(`/changes?after=${status?.body.latest_cursor}`))).toEqual(['Dora']);
});

test('one that writes changes and does not end is waited for ten seconds; then a 500 says what to do', async () => {
  const end = await underWay((client) => write('Emil', client));
  const get = await coldProcess();
  const from = clock.now();
  const answer = await passing(get('/changes?after=now'));
  expect(answer.status).toBe(500);
  expect(answer.body.error.message).toMatch(/has not ended yet; retry with backoff/);
  expect(clock.now() - from).toBeGreaterThanOrEqual(10_000);
  expect(clock.now() - from).toBeLessThan(12_000);
  // What needs no end is answered meanwhile.
  expect((await get('/changes')).status).toBe(200);
  await end();
  expect((await passing(get('/changes?after=now'))).status).toBe(200);
});
