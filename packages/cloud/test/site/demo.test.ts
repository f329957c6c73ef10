import { afterAll, expect, test } from '@jest/globals';
import { testDatabase } from '../../../../test/setup/database.js';
import { createWorld } from '../../../../test/world.js';
import { createPrisma } from '../../src/database/prisma.js';
import { api } from '../../src/endpoints.js';
import { startHttpServer } from '../../src/http/server.js';
import { pagesMount } from '../../src/pages.js';
import { postgresStores } from '../../src/stores.js';
import { firstRunCode } from '../../src/users/first-run.js';

const world = await createWorld();
const database = await testDatabase('demo');
const context = {
  ...world.context,
  pool: database.pool,
  prisma: createPrisma(database.pool),
  ...postgresStores({ ...world.context, pool: database.pool }),
};
const mount = pagesMount(context, { checkAnswers: true });
const http = await startHttpServer(context, { ...api, endpoints: [] }, { mounts: [mount] });
afterAll(async () => {
  await mount.stop();
  await http.close();
  await context.prisma.$disconnect();
  await world.close();
});

const origin = `http://127.0.0.1:${http.port}`;
const fill = (code: string) =>
  fetch(`${origin}/dashboard/first-run/demo`, {
    method: 'POST',
    headers: { origin, 'x-dashboard': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });

test('an empty service is filled with the demo site by anyone who has the code, once', async () => {
  expect((await fill('aaaa-aaaa')).status).toBe(422);
  const made = await fill(firstRunCode(context));
  expect(made.status).toBe(201);
  const { email, password } = (await made.json()) as { email: string; password: string };
  expect([email, password.length]).toEqual(['owner@demo.example', expect.any(Number)]);
  const cookie = made.headers.get('set-cookie')?.split(';')[0] ?? '';
  const overview = await fetch(`${origin}/dashboard/overview`, { headers: { cookie } });
  expect(((await overview.json()) as { locks: unknown[] }).locks).toHaveLength(12);
  expect((await fill(firstRunCode(context))).status).toBe(403);
  const { rows } = await context.pool.query('select name, state from access_key order by id');
  expect(rows).toEqual(
    ['IT rooms', 'Front doors', 'Last summer', 'Laboratory', 'Plant', 'Evening round'].map((name) => ({
      name,
      state: 'handed_over',
    })),
  );
  const session = await fetch(`${origin}/dashboard/session`, { headers: { cookie } });
  expect(await session.json()).toMatchObject({ user: { generated_until: expect.any(String) } });
});
