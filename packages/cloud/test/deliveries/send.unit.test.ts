import { setImmediate } from 'node:timers/promises';
import { TestClock } from '@door-access/protocol';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readConfig } from '../../src/config.js';
import {
  ATTEMPT_DEADLINE_MS,
  BODY_DEADLINE_MS,
  createSender,
  MAX_BODIES,
  type Sender,
  SenderClosedError,
} from '../../src/deliveries/send.js';
import { SecretBox } from '../../src/secrets/secret-box.js';
import { Receiver, verify } from '../webhooks/receiver.js';

const SECRET = 'whsec_test';
const attempt = {
  id: '0b9f3c52-6c55-4f0e-8a58-1f6f7b3f8f11',
  type: 'door.opened',
  created_at: new Date('2026-01-07T05:59:58.123Z'),
  payload: { lock: { id: 1, name: 'Größe 🚪' } },
  format: 'service' as const,
  secret: SECRET,
  previousSecret: null,
};

const secrets = new SecretBox(Buffer.alloc(32, 1));
let clock: TestClock;
let receiver: Receiver;
let sender: Sender;

beforeEach(async () => {
  clock = new TestClock('2026-01-07T06:00:00.900Z');
  receiver = await Receiver.start();
  sender = createSender({ clock, secrets, config: readConfig({ WEBHOOK_ALLOW_PRIVATE: 'on' }) });
});
afterEach(async () => {
  await sender.close();
  await receiver.close();
});

const send = () => sender.send({ ...attempt, url: receiver.url() });

/** Starts an attempt and lets its ten seconds pass once the receiver has it. */
async function sendAndWait() {
  const outcome = send();
  await receiver.received(1);
  await clock.advance(ATTEMPT_DEADLINE_MS);
  return outcome;
}

test('an attempt is a POST of the envelope with the headers of the interface', async () => {
  expect(await send()).toEqual({ ok: true, response_status: 200, error: null });
  const [request] = receiver.requests;
  expect(request).toMatchObject({ method: 'POST', path: '/hook' });
  expect(request?.raw).toBe(
    '{"id":"0b9f3c52-6c55-4f0e-8a58-1f6f7b3f8f11","type":"door.opened","created_at":"2026-01-07T05:59:58.123Z","data":{"lock":{"id":1,"name":"Größe 🚪"}}}',
  );
  expect(request?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Service-Webhooks/1.0',
    'x-service-event': 'door.opened',
    'x-service-delivery': attempt.id,
    'x-service-timestamp': '1767765600',
    'x-service-signature': expect.stringMatching(/^t=1767765600,v1=[0-9a-f]{64}$/),
  });
});

test('its signature verifies with code that is not ours, and with no other secret', async () => {
  await send();
  const [request] = receiver.requests;
  if (!request) throw new Error('nothing came');
  verify(request, SECRET, clock.now());
  expect(() => verify(request, 'whsec_other', clock.now())).toThrow();
});

test("the service's own name is in the headers", async () => {
  const named = createSender({
    clock,
    secrets,
    config: readConfig({ WEBHOOK_ALLOW_PRIVATE: 'on', SERVICE_NAME: 'Door-Guard' }),
  });
  await named.send({ ...attempt, url: receiver.url() });
  await named.close();
  expect(receiver.requests[0]?.headers).toMatchObject({
    'user-agent': 'Door-Guard-Webhooks/1.0',
    'x-door-guard-event': 'door.opened',
  });
});

describe('an attempt succeeds', () => {
  test.each([200, 201, 202, 204, 299])('on %i', async (status) => {
    receiver.answer(status);
    expect(await send()).toEqual({ ok: true, response_status: status, error: null });
  });

  test.each([
    ['is larger than what is read', { status: 200, body: Buffer.alloc(8_000_000) }],
    ['never ends', 'drip'],
    ['is cut off', 'reset_in_body'],
  ] as const)('on a 2xx as soon as its headers are there, though its body %s', async (_, reply) => {
    receiver.answer(reply);
    // The clock stands still: nothing here waits for a deadline.
    expect(await send()).toEqual({ ok: true, response_status: 200, error: null });
  });

  test('and a body that never ends loses its connection a second later', async () => {
    receiver.answer('drip');
    await send();
    await clock.advance(BODY_DEADLINE_MS - 1);
    await setImmediate();
    expect(receiver.closings).toBe(0);
    await clock.advance(1);
    await receiver.closed(1);
  });

  test('and no more than a few bodies are read at a time', async () => {
    receiver.answer('drip');
    for (let count = 0; count < MAX_BODIES; count++) await send();
    expect(receiver.closings).toBe(0);
    for (let count = 0; count < 10; count++) await send();
    await receiver.closed(10);
  });
});

describe('an attempt fails', () => {
  test.each([400, 401, 404, 410, 429, 500, 503])('on %i', async (status) => {
    receiver.answer(status);
    expect(await send()).toEqual({ ok: false, response_status: status, error: `HTTP ${status}` });
  });

  test.each([301, 302, 303, 304, 307, 308])('on %i, which is not followed', async (status) => {
    receiver.answer({ status, headers: { location: receiver.url('/elsewhere') } });
    expect(await send()).toEqual({
      ok: false,
      response_status: status,
      error: `HTTP ${status} (redirects are not followed)`,
    });
    expect(receiver.requests).toHaveLength(1);
  });

  test('when no answer comes within ten seconds', async () => {
    receiver.answer('hang');
    expect(await sendAndWait()).toEqual({
      ok: false,
      response_status: null,
      error: 'timed out after 10 seconds',
    });
  });

  test('when the headers have not ended within ten seconds', async () => {
    receiver.answer('drip_headers');
    expect(await sendAndWait()).toMatchObject({ ok: false, error: 'timed out after 10 seconds' });
  });

  test('on a connection cut before the headers', async () => {
    receiver.answer('reset');
    expect(await send()).toMatchObject({
      ok: false,
      error: 'connection closed before the answer was complete',
    });
  });

  test('where nothing listens', async () => {
    const url = receiver.url();
    await receiver.close();
    expect(await sender.send({ ...attempt, url })).toEqual({
      ok: false,
      response_status: null,
      error: 'connection refused',
    });
    receiver = await Receiver.start();
  });
});

test('attempts that follow one another share connections, and after a minute open a new one', async () => {
  for (let count = 0; count < 6; count++) await send();
  const shared = receiver.connections;
  expect(shared).toBeLessThan(6);
  await clock.advance(60_000);
  await send();
  expect(receiver.requests.at(-1)?.connection).toBe(shared + 1);
});

test('closing gives up the attempts under way', async () => {
  receiver.answer('hang');
  const outcome = send();
  await receiver.received(1);
  const rejected = expect(outcome).rejects.toBeInstanceOf(SenderClosedError);
  await sender.close();
  await rejected;
  await expect(send()).rejects.toBeInstanceOf(SenderClosedError);
});
