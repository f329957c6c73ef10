import { beforeEach, describe, expect, test } from '@jest/globals';
import { dashboardWorld } from '../../packages/cloud/test/http/pages-world.js';

/* Loopback is closed to webhooks, except for the service's own test receiver. */

const { world, context, ids, ask, signIn, origin } = await dashboardWorld({ WEBHOOK_ALLOW_PRIVATE: 'off' });
context.origin = origin;
const owner = await signIn('owner@acme.example');
const { url: inbox } = (await ask('GET', '/webhook-inbox', { cookie: owner })).json;
const port = new URL(inbox).port;
const token = inbox.split('/').at(-1);

const make = (url: string) => ask('POST', '/webhooks', { cookie: owner, body: { url, events: ['*'] } });
const ping = async (id: string) => (await ask('POST', `/webhooks/${id}/ping`, { cookie: owner })).json;
const { id } = (await make(inbox)).json;
// Pings are limited by the minute.
beforeEach(() => world.clock.advance(60_000));

test('a webhook to the own test receiver is accepted, and its deliveries arrive and verify', async () => {
  expect(await ping(id)).toMatchObject({ status: 'delivered', response_status: 204 });
  const { requests } = (await ask('GET', '/webhook-inbox', { cookie: owner })).json;
  expect(requests[0]).toMatchObject({ webhook: { id } });
  expect(requests[0].steps.every(({ ok }: { ok: boolean }) => ok)).toBe(true);
});

test('its answer can be chosen, and a redirect is not followed', async () => {
  await ask('PATCH', `/webhooks/${id}`, { cookie: owner, body: { url: `${inbox}?answer=302` } });
  expect(await ping(id)).toMatchObject({ last_error: 'HTTP 302 (redirects are not followed)' });
});

const elsewhere = (start: string) => [
  `${start}/`,
  `${start}/dashboard/session`,
  `${start}/v1/webhooks`,
  `${start}/inbox`,
  `${start}/inbox/`,
  `${start}/inbox/${ids.hq}-${'a'.repeat(32)}`,
  `${start}/inbox/${token}/`,
  `${start}/inbox/${token}/../../dashboard/session`,
  `${start}/inbox/${token}%2f..%2f..%2fdashboard`,
  `${start}/inbox/../inbox/${token}`,
  `${start}//inbox/${token}`,
  `${start}/inbox/${token}#x`,
  `${start}/inbox/${token}?answer=200&x=1`,
  `${start}/inbox/${token}?to=http://10.0.0.1/`,
];

const OTHER_WAYS = [
  `http://localhost:${port}/inbox/${token}`,
  `http://127.0.0.2:${port}/inbox/${token}`,
  `http://2130706433:${port}/inbox/${token}`,
  `http://0x7f.1:${port}/inbox/${token}`,
  `http://[::1]:${port}/inbox/${token}`,
  `http://[::ffff:127.0.0.1]:${port}/inbox/${token}`,
  `http://127.0.0.1.nip.io:${port}/inbox/${token}`,
  `HTTP://127.0.0.1:${port}/inbox/${token}`,
  `https://127.0.0.1:${port}/inbox/${token}`,
  `http://127.0.0.1:1/inbox/${token}`,
  `http://user@127.0.0.1:${port}/inbox/${token}`,
  `http://127.0.0.1:${port}@10.0.0.1/inbox/${token}`,
  `http://127.0.0.1:${port}\\@10.0.0.1/inbox/${token}`,
];

describe('no other address of this machine is reachable', () => {
  test.each([...elsewhere(origin), ...OTHER_WAYS])('%s', async (url) => {
    const made = await make(url);
    expect([made.status, made.json.error.details[0]?.field]).toEqual([422, 'url']);
    // An address that was written to the database directly is not reached either.
    await context.pool.query('update subscription set url = $2 where id = $1', [id, url]);
    expect(await ping(id)).toMatchObject({ status: 'failed', response_status: null });
    await context.pool.query('delete from delivery_ended where subscription_id = $1', [id]);
  });

  test('nor the inbox of a service that was known under another address', async () => {
    await context.pool.query('update subscription set url = $2 where id = $1', [id, inbox]);
    context.origin = 'https://doors.example';
    expect(await ping(id)).toMatchObject({
      status: 'failed',
      last_error: 'refused: the host is not on the public internet',
    });
    context.origin = origin;
  });
});
