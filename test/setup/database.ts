import { createPool } from '@door-access/cloud/database/pool';
import { cloneTemplate } from '@door-access/cloud/database/template';
import { afterAll } from '@jest/globals';
import type pg from 'pg';

export interface TestDatabase {
  url: string;
  /** Closed after the file's tests. */
  pool: pg.Pool;
}

/**
 * A database of this test file's own, with all migrations and no rows: `const database = await testDatabase();`
 * at the top of the file. It is there until the worker's next file asks for one, so that nothing a file
 * closes at its end loses the database first. A file that needs two gives the second a name.
 */
export async function testDatabase(name = 'main'): Promise<TestDatabase> {
  const server = process.env.TEST_POSTGRES_URL;
  const template = process.env.TEST_POSTGRES_TEMPLATE;
  if (!server || !template) {
    throw new Error(
      'There is no test server: name the file *.test.ts, not *.unit.test.ts or *.rules.test.ts.',
    );
  }
  const database = `test_${process.env.JEST_WORKER_ID}_${name}`;
  const url = await cloneTemplate(server, template, database);
  const pool = createPool(url, { applicationName: 'test', max: 4, onError: () => {} });
  afterAll(() => pool.end());
  return { url, pool };
}
