import { afterAll, expect, test } from '@jest/globals';
import { testDatabase } from '../../../../test/setup/database.js';
import { createPrisma } from '../../src/database/prisma.js';

const database = await testDatabase();
const shared = createPrisma(database.pool);
const own = createPrisma(database.url);

afterAll(() => own.$disconnect());

test("Prisma works over the service's own pool, and leaves it open", async () => {
  const made = await shared.account.create({ data: { name: 'Acme' } });
  expect(made).toMatchObject({ name: 'Acme', created_at: expect.any(Date) });
  await shared.$disconnect();
  expect((await database.pool.query('SELECT name FROM account')).rows).toEqual([{ name: 'Acme' }]);
});

test('Prisma works over connections of its own', async () => {
  expect(await own.account.count()).toBe(1);
});
