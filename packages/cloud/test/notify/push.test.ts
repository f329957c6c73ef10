import { createECDH } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { decrypt, startPushReceiver, type TestBrowser } from '../../../../test/push-receiver.js';
import type { RawGateway } from '../../../../test/raw-gateway.js';
import { encryptFor } from '../../src/notify/push/encrypt.js';
import { startNoticeWorker } from '../../src/notify/worker.js';
import { dashboardWorld } from '../http/pages-world.js';

/* Notices in browsers, by a push service; and tests of every way to people. */

const { world, context, ids, ask, signIn } = await dashboardWorld();
const { clock, due } = world;
const owner = await signIn('owner@acme.example');
const viewer = await signIn('viewer@acme.example');
const other = await signIn('other@globex.example');
const receiver = await startPushReceiver();
const notices = startNoticeWorker(context);
let gateway: RawGateway;

beforeAll(async () => {
  gateway = await world.connect();
  await gateway.birth([{ door: 1 }, { door: 2 }]);
});
beforeEach(async () => {
  await context.pool.query('delete from push_browser; delete from alarm_rule; delete from notice');
  receiver.pushed.length = 0;
  // The limit of tests is one of a minute.
  await clock.advance(61_000);
});
afterAll(async () => {
  await notices.stop();
  await receiver.stop();
});

async function pass(ms: number): Promise<void> {
  await clock.advance(ms);
  await due.runDue();
  await notices.runDue();
  await notices.idle();
}
async function add(cookie: string, browser: TestBrowser): Promise<string> {
  const answer = await ask('POST', '/account/browsers', { cookie, body: browser });
  expect([answer.status, answer.json?.error]).toEqual([201, undefined]);
  return answer.json.id;
}
const list = async (cookie: string) => (await ask('GET', '/account/browsers', { cookie })).json;
const testOf = (cookie: string, id: string) =>
  ask('POST', `/account/browsers/${id}/test`, { cookie, body: { language: 'en' } });

describe('encryption', () => {
  test('is that of the example in RFC 8291, 5', () => {
    const bytes = (text: string) => Buffer.from(text, 'base64url');
    const sender = createECDH('prime256v1');
    sender.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
    const auth = 'BTBZMqHH6r4Tts7J_aSIgg';
    const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
    const plain = 'When I grow up, I want to be a watermelon';
    const message = encryptFor({ p256dh, auth }, plain, bytes('DGv6ra1nlYgDCS1FRnbzlw'), sender);
    expect(message.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
    expect(decrypt(message, bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'), bytes(auth))).toBe(plain);
  });
});

describe('a browser', () => {
  test('is notified of an alarm whose rule names its person, and only it can read what', async () => {
    const browser = receiver.browser();
    const id = await add(owner, browser);
    const { key, data } = await list(owner);
    expect(data).toMatchObject([{ id, host: new URL(receiver.origin).host, last_sent_at: null }]);
    const user = (await context.pool.query("select id from account_user where email = 'owner@acme.example'"))
      .rows[0].id;
    const rule = {
      name: 'Night',
      location_id: ids.hq,
      kinds: ['forced'],
      lock_ids: [],
      hours: [],
      quiet: [],
      per_hour: 6,
    };
    const steps = [{ after_s: 0, to: [{ kind: 'user', id: user }] }];
    expect((await ask('POST', '/alarm-rules', { cookie: owner, body: { ...rule, steps } })).status).toBe(201);
    await gateway.send([gateway.record({ door: 1, kind: 'contact', state: 'open', snapshot: false })]);
    await pass(1_000);
    expect(receiver.pushed).toHaveLength(1);
    const [pushed] = receiver.pushed;
    const { rows } = await context.pool.query('select max(id)::int as id from alarm');
    expect(JSON.parse(pushed?.text ?? '')).toEqual({
      title: 'main was forced open (HQ)',
      body: expect.stringContaining('main · Ground floor · HQ: was forced open'),
      path: `/alarms/${rows[0].id}`,
      tag: `alarm-${rows[0].id}`,
    });
    expect(pushed).toMatchObject({
      key,
      claims: { aud: receiver.origin },
      headers: {
        ttl: '86400',
        urgency: 'high',
        topic: `alarm-${rows[0].id}`,
        'content-encoding': 'aes128gcm',
      },
    });
    expect((pushed?.claims.exp ?? 0) * 1000 - clock.now()).toBeLessThanOrEqual(12 * 3_600_000);
    expect((await list(owner)).data[0].last_sent_at).not.toBeNull();
    const { json } = await ask('GET', `/alarms/${rows[0].id}`, { cookie: owner });
    expect(JSON.stringify(json)).toContain('owner (browser)');
    await gateway.send([gateway.record({ door: 1, kind: 'contact', state: 'closed', snapshot: false })]);
  });

  test('is subscribed with one key, also when many ask at once', async () => {
    await context.pool.query('delete from push_key');
    const keys = await Promise.all([list(owner), list(viewer), list(other)]);
    expect(new Set(keys.map(({ key }) => key)).size).toBe(1);
    expect(Buffer.from(keys[0].key, 'base64url')).toHaveLength(65);
  });

  test('is seen, tested and removed by its person alone; its secrets by no one', async () => {
    const browser = receiver.browser();
    const id = await add(viewer, browser);
    for (const cookie of [owner, other]) {
      expect((await list(cookie)).data).toEqual([]);
      expect((await testOf(cookie, id)).status).toBe(404);
      expect((await ask('DELETE', `/account/browsers/${id}`, { cookie })).status).toBe(404);
    }
    const secrets = [new URL(browser.endpoint).pathname, browser.p256dh, browser.auth];
    const { rows } = await context.pool.query('select t::text as row from push_browser t');
    const seen = [
      rows[0].row,
      Buffer.from((await context.pool.query('select sealed from push_browser')).rows[0].sealed).toString(
        'latin1',
      ),
      ...(await Promise.all(
        ['/account/browsers', '/outbox', '/audit'].map(
          async (path) =>
            (
              await ask('GET', path, { cookie: path === '/account/browsers' ? viewer : owner })
            ).text,
        ),
      )),
    ];
    for (const secret of secrets) for (const text of seen) expect(text).not.toContain(secret);
    expect((await ask('DELETE', `/account/browsers/${id}`, { cookie: viewer })).status).toBe(204);
    expect((await list(viewer)).data).toEqual([]);
  });

  test('is that of the person who switched it on last', async () => {
    const browser = receiver.browser();
    await add(owner, browser);
    await add(viewer, browser);
    expect((await list(owner)).data).toEqual([]);
    expect((await list(viewer)).data).toHaveLength(1);
  });

  test.each([404, 410])('is forgotten when its push service answers %i', async (status) => {
    const browser = receiver.browser();
    const id = await add(viewer, browser);
    receiver.answer(browser.endpoint, status);
    expect((await testOf(viewer, id)).json).toEqual({
      ok: false,
      answer: `The push service answered ${status}`,
    });
    expect((await list(viewer)).data).toEqual([]);
  });

  test('stays while its push service is in trouble', async () => {
    const browser = receiver.browser();
    const id = await add(viewer, browser);
    receiver.answer(browser.endpoint, 503, 'try later');
    const { json } = await testOf(viewer, id);
    expect(json).toEqual({ ok: false, answer: 'The push service answered 503: try later' });
    expect((await list(viewer)).data).toHaveLength(1);
  });

  test.each([
    ['endpoint', { endpoint: 'ftp://push.example/x' }],
    ['p256dh', { p256dh: Buffer.alloc(65, 4).toString('base64url') }],
    ['p256dh', { p256dh: 'AAAA' }],
    ['auth', { auth: 'AAAA' }],
  ])('whose %s is none is refused', async (field, change) => {
    const body = { ...receiver.browser(), ...change };
    const { status, json } = await ask('POST', '/account/browsers', { cookie: viewer, body });
    expect([status, json.error.details.map((one: { field: string }) => one.field)]).toEqual([422, [field]]);
  });

  test('at an address of this network is refused, and not reached', async () => {
    const browser = receiver.browser();
    const { config } = context;
    context.config = { ...config, WEBHOOK_ALLOW_PRIVATE: false };
    try {
      const body = { ...browser, endpoint: browser.endpoint.replace('http:', 'https:') };
      const refused = await ask('POST', '/account/browsers', { cookie: viewer, body });
      expect(refused.json.error.details).toMatchObject([
        { field: 'endpoint', message: 'must name a public host' },
      ]);
      context.config = config;
      const id = await add(viewer, browser);
      context.config = { ...config, WEBHOOK_ALLOW_PRIVATE: false };
      expect((await testOf(viewer, id)).json).toEqual({
        ok: false,
        answer: 'The receiver could not be reached (BLOCKED_ADDRESS)',
      });
      expect(receiver.pushed).toEqual([]);
    } finally {
      context.config = config;
    }
  });
});

describe('a test', () => {
  const chat = http.createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.url === '/gone') response.writeHead(404).end('no_service');
      else response.writeHead(200, { 'content-type': 'text/plain' }).end('ok');
    });
  });
  beforeAll(() => new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => chat.close(resolve)));
  const channel = async (kind: string, address: string) => {
    const body = { name: kind, kind, address, language: '' };
    const { json } = await ask('POST', '/alarm-channels', { cookie: owner, body });
    return json.id as string;
  };
  const url = (path: string) => `http://127.0.0.1:${(chat.address() as AddressInfo).port}${path}`;
  const sent = async (id: string, cookie = owner) =>
    ask('POST', `/alarm-channels/${id}/test`, { cookie, body: {} });

  test.each([
    ['slack', '/gone', { ok: false, answer: 'Slack answered 404: no_service' }],
    ['slack', '/hook', { ok: true, answer: 'Slack answered 200: ok' }],
    ['teams', '/hook', { ok: true, answer: 'Teams answered 200: ok' }],
    ['webhook', '/hook', { ok: true, answer: 'The receiver answered 200: ok' }],
  ])('of a channel of the kind %s at %s says what was answered', async (kind, path, outcome) => {
    expect((await sent(await channel(kind, url(path)))).json).toEqual(outcome);
  });

  test('says that no mail server and no SMS provider are set', async () => {
    const mail = await sent(await channel('email', 'desk@acme.example'));
    expect(mail.json).toEqual({ ok: false, answer: 'No mail server is set: messages stay in the outbox' });
    const own = await ask('POST', '/alarm-contact/test', { cookie: viewer, body: { by: 'email' } });
    expect(own.json.answer).toContain('No mail server is set');
    const sms = await ask('POST', '/alarm-contact/test', { cookie: viewer, body: { by: 'sms' } });
    expect(sms.json.error.details).toMatchObject([{ field: 'by' }]);
  });

  test('is for managers within reach, and no more often than ten times a minute', async () => {
    const id = await channel('slack', url('/hook'));
    expect((await sent(id, viewer)).status).toBe(403);
    expect((await sent(id, other)).status).toBe(404);
    const answers: number[] = [];
    for (let times = 0; times < 11; times++) answers.push((await sent(id)).status);
    expect(answers).toEqual([...Array(10).fill(200), 429]);
  });
});
