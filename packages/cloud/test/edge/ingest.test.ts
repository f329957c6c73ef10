import { TestClock } from '@door-access/protocol';
import { expect, test } from '@jest/globals';
import type pg from 'pg';
import { testDatabase } from '../../../../test/setup/database.js';
import type { Context } from '../../src/context.js';
import { createIngest } from '../../src/edge/ingest.js';
import { postgresGateways } from '../../src/gateways/postgres-store.js';

const { pool } = await testDatabase();
const GATEWAY = '11111111-1111-4111-8111-111111111111';

/** A database whose first answers to a statement are lost, though it was carried out. */
function losing(name: string, times: number): pg.Pool {
  let left = times;
  const query = async (statement: pg.QueryConfig) => {
    const answer = await pool.query(statement);
    if (statement.name === name && left-- > 0)
      throw Object.assign(new Error('connection lost'), { code: '08006' });
    return answer;
  };
  return { query } as unknown as pg.Pool;
}

test.each(['quarantine-number', 'quarantine-insert', 'quarantine-prune'])(
  'a message that makes no sense is set aside once, though the answer to %s was lost',
  async (name) => {
    await pool.query('truncate quarantine');
    const clock = new TestClock();
    const nothing = () => undefined;
    const context = {
      gateways: postgresGateways({ pool: losing(name, 2), clock }),
      clock,
      log: { error: nothing, warn: nothing },
    };
    const ingest = createIngest(context as unknown as Context);
    const quarantine = { topic: 'up/journal', payload: Buffer.from('no sense'), error: 'no JSON' };
    let acknowledged = false;
    const submitted = ingest
      .submit({ gatewayId: GATEWAY, work: { quarantine }, isWanted: () => true })
      .then(() => {
        acknowledged = true;
      });
    while (!acknowledged) await clock.advance(500);
    await submitted;
    const { rows } = await pool.query('select gateway_id, topic, error from quarantine');
    expect(rows).toEqual([{ gateway_id: GATEWAY, topic: 'up/journal', error: 'no JSON' }]);
    expect(ingest.quarantined).toBe(1);
    await ingest.stop();
  },
);
