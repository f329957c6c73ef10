import { describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { startCloud } from '../../packages/cloud/src/cloud.js';
import { readConfig } from '../../packages/cloud/src/config.js';
import { testDatabase } from '../setup/database.js';

/* The service does not listen where passwords and API keys would cross a network unencrypted, unless that is allowed. */

const { url } = await testDatabase();
const settings = {
  PORT: '0',
  MQTT_PORT: '0',
  DATABASE_URL: url,
  DATABASE_ALLOW_LOSS: 'on',
  SECRET_KEY: 'ab'.repeat(32),
};

async function start(more: Record<string, string>): Promise<{ fault: string | null; warnings: string[] }> {
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line).msg) });
  try {
    const cloud = await startCloud(readConfig({ ...settings, ...more }), { log });
    await cloud.stop();
    return { fault: null, warnings };
  } catch (error) {
    return { fault: (error as Error).message, warnings };
  }
}

describe('a service that other machines could reach without https', () => {
  test.each([
    [{ HOST: '0.0.0.0' }],
    [{ HOST: '::' }],
    [{ HOST: '192.0.2.1' }],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://doors.example' }],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://doors.example', TRUST_PROXY: '1' }],
    [{ HOST: '127.example' }],
  ] as [Record<string, string>][])('%j does not start, and the error says how to fix it', async (more) => {
    const { fault } = await start(more);
    expect(fault).toContain(`HOST=${more.HOST}: `);
    for (const setting of ['PUBLIC_URL=https://', 'TRUST_PROXY', 'HOST=127.0.0.1', 'ALLOW_PLAIN_HTTP=on'])
      expect(fault).toContain(setting);
  });

  test('starts where ALLOW_PLAIN_HTTP says so, with a warning', async () => {
    const { fault, warnings } = await start({ HOST: '0.0.0.0', ALLOW_PLAIN_HTTP: 'on' });
    expect(fault).toBeNull();
    expect(warnings.filter((text) => text.startsWith('ALLOW_PLAIN_HTTP=on: '))).toHaveLength(1);
  });
});

test.each([
  [{ HOST: '127.0.0.1' }],
  [{ HOST: 'localhost' }],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://doors.example', TRUST_PROXY: '1' }],
  [{ HOST: '0.0.0.0', ROLES: 'edge,worker' }],
] as [Record<string, string>][])('%j starts without a word about it', async (more) => {
  const { fault, warnings } = await start(more);
  expect([fault, warnings.filter((text) => text.includes('PLAIN_HTTP'))]).toEqual([null, []]);
});
