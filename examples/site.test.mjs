// A test of a program that receives webhooks, against a site of doors on this machine:
//   npm run build && node --test examples/site.test.mjs
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { deduplicationKey, verifyWebhook } from '@door-access/client';
import { startSite } from '@door-access/testkit';

const site = await startSite({ doors: 3 });
after(() => site.close());

/** The program under test: it raises one alarm for each forced door. */
const alarms = [];
const seen = new Set();
let secret;
const server = createServer(async (request, response) => {
  const rawBody = Buffer.concat(await request.toArray());
  const signature = request.headers['x-service-signature'];
  try {
    const envelope = await verifyWebhook({ secret, rawBody, signature, now: site.clock.now() });
    if (!seen.has(deduplicationKey(envelope)) && envelope.type === 'door.forced')
      alarms.push(envelope.data.lock.name);
    seen.add(deduplicationKey(envelope));
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());
({ secret } = await site.webhooks.to(`http://127.0.0.1:${server.address().port}/hook`, ['door.forced']));

test('a forced door raises one alarm, though its webhook comes twice', async () => {
  await site.webhooks.next('twice');
  await site.door('Main entrance').force();
  assert.deepEqual(alarms.splice(0), ['Main entrance']);
});

test('an opening after the exit button raises none', async () => {
  await site.door('Side door').press();
  await site.door('Side door').open();
  assert.deepEqual(alarms, []);
});

test('what happened while the link was cut raises its alarm once the link is back', async () => {
  await site.gateway().cutLink();
  await site.door('Door 3').force();
  assert.deepEqual(alarms, []);
  await site.clock.advance({ minutes: 10 });
  await site.gateway().restoreLink();
  assert.deepEqual(alarms.splice(0), ['Door 3']);
});
