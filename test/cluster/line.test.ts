import { systemClock } from '@door-access/protocol';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { openPostgresLine } from '../../packages/cloud/src/cluster/postgres-line.js';
import { createPool } from '../../packages/cloud/src/database/pool.js';
import { testDatabase } from '../setup/database.js';

const { url, pool } = await testDatabase();

test('a line that the database refuses is an error only for the code that opens it', async () => {
  const nowhere = new URL(url);
  nowhere.pathname = '/nowhere';
  const refusing = createPool(nowhere.href, { onError: () => {} });
  const context = { pool: refusing, clock: systemClock, log: pino({ level: 'silent' }) };
  const heard: string[] = [];
  const line = openPostgresLine(context, {
    channels: ['unknown'],
    onHeard: (text) => heard.push(text),
    onBack: () => heard.push('back'),
  });
  await expect(line).rejects.toThrow('database "nowhere" does not exist');
  // Its connection has ended by now, without a listener.
  await pool.query('select');
  expect(heard).toEqual([]);
  await refusing.end();
});
