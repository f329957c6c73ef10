import { TestClock } from '@door-access/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { selfSigned } from '../../../../test/setup/certificate.js';
import { readConfig } from '../../src/config.js';
import { urlFaults } from '../../src/deliveries/guard.js';
import type { Address } from '../../src/deliveries/resolve.js';
import { createSender } from '../../src/deliveries/send.js';
import { SecretBox } from '../../src/secrets/secret-box.js';
import { Receiver } from '../webhooks/receiver.js';

/* The receiver listens on every address of this machine, so that only the guard keeps an attempt from reaching it. */
let target: Receiver;
beforeAll(async () => {
  target = await Receiver.start({ host: '::' });
});
afterAll(() => target.close());
beforeEach(() => {
  target.requests.length = 0;
  target.connections = 0;
});

const clock = new TestClock();
const secrets = new SecretBox(Buffer.alloc(32, 1));
const guarded = { clock, secrets, config: readConfig({}) };
const open = { clock, secrets, config: readConfig({ WEBHOOK_ALLOW_PRIVATE: 'on' }) };
const delivery = {
  id: 'a',
  type: 'ping',
  created_at: new Date(0),
  payload: {},
  format: 'service' as const,
  secret: 'whsec_test',
  previousSecret: null,
};
const resolvesTo =
  (...addresses: string[]) =>
  async (): Promise<Address[]> =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

async function send(url: string, resolve = resolvesTo(), context = guarded) {
  const sender = createSender(context, { resolve });
  try {
    return await sender.send({ ...delivery, url });
  } finally {
    await sender.close();
  }
}

const REFUSED = {
  ok: false,
  response_status: null,
  error: 'refused: the host is not on the public internet',
};

describe('an attempt never reaches', () => {
  test.each([
    '127.0.0.1',
    'localhost',
    'localhost.',
    '0.0.0.0',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00::1]',
    '169.254.169.254',
    '100.64.0.1',
    '10.0.0.1',
    '192.168.1.1',
    '172.16.0.1',
    '0x7f.1',
    '2130706433',
    '0177.0.0.1',
    '127.1',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '198.18.0.1',
    '240.0.0.1',
    'printer.local',
    'vault.internal',
    '①②⑦.⓪.⓪.①',
  ])('%s', async (host) => {
    const answer = await send(`http://${host}:${target.port}/`, resolvesTo('127.0.0.1'));
    expect(answer).toEqual(REFUSED);
    expect(target.connections).toBe(0);
  });

  test.each([
    ['loopback', ['127.0.0.1']],
    ['mapped loopback', ['::ffff:127.0.0.1']],
    ['cloud metadata', ['169.254.169.254']],
    ['a public and a private address', ['93.184.216.34', '10.0.0.1']],
  ])('a name that resolves to %s', async (_, addresses) => {
    expect(await send(`http://evil.example:${target.port}/`, resolvesTo(...addresses))).toEqual(REFUSED);
    expect(target.connections).toBe(0);
  });

  test('a name that was public when the subscription was made and is private now', async () => {
    const answers = ['93.184.216.34', '127.0.0.1'];
    const resolve = async () => resolvesTo(answers.shift() ?? '127.0.0.1')();
    expect(await urlFaults(guarded, `https://rebind.example:${target.port}/`, resolve)).toEqual([]);
    expect(await send(`http://rebind.example:${target.port}/`, resolve)).toEqual(REFUSED);
    expect(target.connections).toBe(0);
  });
});

test('an empty answer of the resolver is a name that does not resolve', async () => {
  for (const context of [guarded, open]) {
    const answer = await send('http://nowhere.example/', resolvesTo(), context);
    expect(answer).toMatchObject({ ok: false, error: expect.stringContaining('resolve') });
    expect(await urlFaults(context, 'https://nowhere.example/', resolvesTo())).toEqual([
      { field: 'url', code: 'invalid', message: 'the host does not resolve' },
    ]);
  }
});

test('what a refused name resolves to is not shown', async () => {
  const { error } = await send('http://db.example/', resolvesTo('10.20.30.40'));
  expect(error).not.toContain('10.20');
});

test('a redirect to a private address is not followed', async () => {
  target.answer({ status: 302, headers: { location: `http://127.0.0.1:${target.port}/secret` } });
  const answer = await send(`http://127.0.0.1:${target.port}/`, resolvesTo(), open);
  expect(answer).toEqual({ ok: false, response_status: 302, error: 'HTTP 302 (redirects are not followed)' });
  expect(target.requests.map((one) => one.path)).toEqual(['/']);
});

describe('over TLS', () => {
  test('a certificate for the name is accepted, one for another name is not', async () => {
    const tls = selfSigned('hooks.example');
    const receiver = await Receiver.start({ tls });
    const sender = createSender(open, { resolve: resolvesTo('127.0.0.1'), ca: tls.cert });
    const right = await sender.send({ ...delivery, url: `https://hooks.example:${receiver.port}/` });
    const wrong = await sender.send({ ...delivery, url: `https://other.example:${receiver.port}/` });
    await sender.close();
    await receiver.close();
    expect(right).toEqual({ ok: true, response_status: 200, error: null });
    expect(wrong).toEqual({
      ok: false,
      response_status: null,
      error: 'TLS certificate is for another name',
    });
    expect(receiver.requests).toHaveLength(1);
  });

  test('a certificate of no known authority is not accepted', async () => {
    const receiver = await Receiver.start({ tls: selfSigned('hooks.example') });
    const answer = await send(`https://hooks.example:${receiver.port}/`, resolvesTo('127.0.0.1'), open);
    await receiver.close();
    expect(answer.error).toBe('TLS certificate is not trusted');
    expect(receiver.requests).toHaveLength(0);
  });
});

describe('a url is refused at once', () => {
  const fault = async (url: string, resolve = resolvesTo('93.184.216.34'), context = guarded) =>
    (await urlFaults(context, url, resolve))[0] ?? null;
  const invalid = (message: unknown) => ({ field: 'url', code: 'invalid', message });

  test('but not one that resolves to a public address, on any port', async () => {
    expect(await fault('https://hooks.example/')).toBeNull();
    expect(await fault('https://hooks.example:8443/')).toBeNull();
    expect(await fault('https://1.1.1.1/')).toBeNull();
    expect(await fault('https://[2606:4700:4700::1111]:444/')).toBeNull();
  });

  test.each([
    ['https://127.0.0.1/'],
    ['https://2130706433/'],
    ['https://0x7f000001/'],
    ['https://[::ffff:10.0.0.1]/'],
    ['https://169.254.169.254/latest/meta-data'],
  ])('with a private address: %s', async (url) => {
    expect(await fault(url)).toEqual(invalid('must name a public host'));
  });

  test('with a name for a private address', async () => {
    expect(await fault('https://evil.example/', resolvesTo('93.184.216.34', '::1'))).toEqual(
      invalid('must name a public host'),
    );
  });

  test('with a name that does not resolve', async () => {
    const nothing = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await fault('https://nowhere.example/', nothing)).toEqual(invalid('the host does not resolve'));
    expect(await fault('http://nowhere.example/', nothing, open)).toEqual(
      invalid('the host does not resolve'),
    );
  });

  test('over http, unless private addresses are allowed', async () => {
    expect(await fault('http://hooks.example/')).toEqual(invalid('must start with https://'));
    expect(await fault('http://127.0.0.1:9/', resolvesTo(), open)).toBeNull();
  });
});
