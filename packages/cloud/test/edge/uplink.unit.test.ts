import { TestClock } from '@door-access/protocol';
import { expect, test } from '@jest/globals';
import pino from 'pino';
import type { Context } from '../../src/context.js';
import type { Ingest } from '../../src/edge/ingest.js';
import { createUplink, type GatewayConnection } from '../../src/edge/uplink.js';
import type { GatewayStore } from '../../src/gateways/store.js';

/* What a connection goes through while the database falters: it stays, as coming back would cost more. */

const GATEWAY = '11111111-1111-4111-8111-111111111111';
const SESSION = '22222222-2222-4222-8222-222222222222';
const AWAY = new Error('timeout exceeded when trying to connect');

function stage(gateways: Partial<GatewayStore>) {
  const clock = new TestClock();
  const sent: object[] = [];
  let isOpen = true;
  const ingest = { submit: async () => {} } as unknown as Ingest;
  const context = { clock, gateways, log: pino({ enabled: false }) } as unknown as Context;
  const connection: GatewayConnection = {
    gatewayId: GATEWAY,
    number: 1,
    session: null,
    isOpen: () => isOpen,
    send: async (_, message) => void sent.push(message),
    close: () => {
      isOpen = false;
    },
  };
  const uplink = createUplink(context, ingest);
  const take = (channel: string, message: object) =>
    uplink.take({ gatewayId: GATEWAY, channel }, connection, {
      topic: `gateways/${GATEWAY}/up/${channel}`,
      payload: JSON.stringify({ v: 1, session: SESSION, ...message }),
    });
  return { clock, connection, sent, take };
}

const HEARTBEAT = { uptime_s: 1, journal_depth: 0, rss_mb: 70, temp_c: null };
const BIRTH = {
  online: true,
  boot: '33333333-3333-4333-8333-333333333333',
  agent: 'test',
  at: '2026-01-07T06:00:00.000Z',
  mono_ms: 1,
  clock: 'synced',
  doors: [],
};

test('a heartbeat is taken although no one can say whether the gateway is revoked', async () => {
  const { connection, take } = stage({ areOver: () => Promise.reject(AWAY) });
  await take('heartbeat', HEARTBEAT);
  expect(connection.isOpen()).toBe(true);
});

test('a revoked gateway ends with its heartbeat', async () => {
  const { connection, take } = stage({ areOver: async () => [true] });
  await take('heartbeat', HEARTBEAT);
  expect(connection.isOpen()).toBe(false);
});

test('a birth is answered once its session can be read', async () => {
  let reads = 0;
  const { clock, sent, take } = stage({
    async sessions() {
      if (++reads < 3) throw AWAY;
      return [{ doors: [], journals: [], moved_to: null, last_heard_at: null }];
    },
  });
  const born = take('status', BIRTH);
  await clock.advance(400);
  expect([reads, sent.length]).toEqual([1, 0]);
  await clock.advance(600);
  await born;
  expect([reads, sent.length]).toEqual([3, 1]);
});

test('a birth of a connection that is gone is not answered any more', async () => {
  const { clock, connection, take } = stage({ sessions: () => Promise.reject(AWAY) });
  const born = take('status', BIRTH);
  connection.close();
  await Promise.all([expect(born).rejects.toThrow(AWAY.message), clock.advance(500)]);
});
