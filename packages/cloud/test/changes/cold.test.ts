import type { Clock } from '@door-access/protocol';
import { afterAll, expect, test } from '@jest/globals';
import { createWorld } from '../../../../test/world.js';
import { feedOf } from '../../src/changes/feed.js';
import { LOOK_AGAIN_MS } from '../../src/changes/horizon.js';
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

/** Requests that wait for the time at which their process looks again. */
let waiting = 0;
const looking: Clock = {
  now: () => clock.now(),
  monotonic: () => clock.monotonic(),
  async sleep(milliseconds, signal) {
    const isLook = milliseconds === LOOK_AGAIN_MS;
    if (isLook) waiting++;
    await clock.sleep(milliseconds, signal).finally(() => {
      if (isLook) waiting--;
    });
  },
};

/** A process that knows nothing yet, and hears no nudge of the others. */
async function coldProcess() {
  const own = { ...context, clock: looking, nudge: new Nudge() };
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

/** Lets time pass, for so long or until all are answered, but only while they wait for it: a busy machine takes none. */
async function passing<T>(asked: readonly Promise<T>[], atMost = Number.POSITIVE_INFINITY): Promise<number> {
  let answered = 0;
  const count = () => {
    answered++;
  };
  for (const one of asked) one.then(count, count);
  for (let passed = 0; passed < atMost; passed += LOOK_AGAIN_MS) {
    while (waiting < asked.length - answered) await pool.query('select 1');
    if (answered === asked.length) break;
    await clock.advance(LOOK_AGAIN_MS);
  }
  return answered;
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
  expect(await passing(asked, 5_000)).toBe(0);
  await end();
  await passing(asked);
  const [status, now] = await Promise.all(asked);
  expect([status?.status, now?.status]).toEqual([200, 200]);
  await write('Dora');
  expect(namesOf(await get(`/changes?after=${now?.body.next_cursor}`))).toEqual(['Dora']);
  expect(namesOf(await get(`/changes?after=${status?.body.latest_cursor}`))).toEqual(['Dora']);
});

test('one that writes changes and does not end is waited for ten seconds; then a 500 says what to do', async () => {
  const end = await underWay((client) => write('Emil', client));
  const get = await coldProcess();
  const from = clock.now();
  const asked = get('/changes?after=now');
  await passing([asked]);
  const answer = await asked;
  expect(answer.status).toBe(500);
  expect(answer.body.error.message).toMatch(/has not ended yet; retry with backoff/);
  expect(clock.now() - from).toBeGreaterThanOrEqual(10_000);
  expect(clock.now() - from).toBeLessThan(12_000);
  // What needs no end is answered meanwhile.
  expect((await get('/changes')).status).toBe(200);
  await end();
  const after = get('/changes?after=now');
  await passing([after]);
  expect((await after).status).toBe(200);
});
