import { beforeEach, describe, expect, it } from '@jest/globals';
import { makeToken } from '../../src/api-keys/tokens.rules.js';
import { expectError } from './matrix.js';
import { sampleEndpoints } from './sample-endpoints.js';
import { type Answer, httpWorld } from './world.js';

const world = await httpWorld(sampleEndpoints, { settings: { TRUST_PROXY: '1' } });
const wrongToken = makeToken(Buffer.alloc(24, 7));
const PING = '/gadgets/6f1c2a52-7f0b-4a57-9a8e-0d9f3c7b1e10/ping';

/** Every test starts in a window of its own. */
beforeEach(() => world.clock.advance(60_000));

const times = async (count: number, one: () => Promise<Answer>) => {
  const answers: Answer[] = [];
  for (let index = 0; index < count; index++) answers.push(await one());
  return answers;
};
const shown = ({ headers }: Answer) =>
  [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining'], headers['x-ratelimit-reset']].map(Number);

describe('one API key', () => {
  it('has 600 requests a minute, then 429 until the window rolls', async () => {
    const { token } = await world.key();
    const first = await world.call('GET', '/notes', { token });
    expect(shown(first)).toEqual([600, 599, 60]);
    await world.clock.advance(20_500);
    await Promise.all(Array.from({ length: 599 }, () => world.call('GET', '/nothing', { token })));
    const refused = await world.call('GET', '/notes', { token });
    expectError(refused, 429, 'rate_limited');
    expect(refused.headers['retry-after']).toBe('40');
    expect(shown(refused)).toEqual([600, 0, 40]);
    const { token: other } = await world.key();
    expect((await world.call('GET', '/notes', { token: other })).status).toBe(200);
    await world.clock.advance(39_500);
    expect((await world.call('GET', '/notes', { token })).status).toBe(200);
  });

  it('gets its limit on 4xx answers too', async () => {
    const { token } = await world.key(['catalog:read']);
    const answers = [
      await world.call('GET', '/nothing', { token }),
      await world.call('PUT', '/notes', { token }),
      await world.call('GET', '/notes', { token }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 405, 403]);
    expect(answers.map(shown)).toEqual([
      [600, 599, 60],
      [600, 598, 60],
      [600, 597, 60],
    ]);
  });
});

describe('an endpoint with a limit counted before the checks', () => {
  it('consumes one for requests that scope, query or body check reject', async () => {
    const { token } = await world.key(['catalog:read', 'people:read']);
    const rejected = await world.call('POST', '/notes', { token, body: { text: 'x' } });
    expectError(rejected, 403, 'insufficient_scope');
    expect(shown(rejected)).toEqual([30, 29, 60]);
    await times(29, () => world.call('POST', '/notes?x=1', { token, body: '{' }));
    const refused = await world.call('POST', '/notes', { token, body: { text: 'x' } });
    expectError(refused, 429, 'rate_limited');
    expect([refused.headers['retry-after'], ...shown(refused)]).toEqual(['60', 30, 0, 60]);
    expect(shown(await world.call('GET', '/notes', { token }))).toEqual([600, 568, 60]);
  });

  it('shows whichever limiter is closest to exhaustion', async () => {
    const { token } = await world.key();
    await Promise.all(Array.from({ length: 580 }, () => world.call('GET', '/nothing', { token })));
    expect(shown(await world.call('POST', '/notes', { token, body: { text: 'x' } }))).toEqual([600, 19, 60]);
  });
});

describe('an endpoint with a limit of its own', () => {
  it('counts what passed the checks, and refuses the eleventh', async () => {
    const { token } = await world.key(['webhooks:manage', 'catalog:read']);
    await times(12, () => world.call('POST', `${PING}?x=1`, { token }));
    const answers = await times(10, () => world.call('POST', PING, { token }));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(answers.map(shown).at(-1)).toEqual([600, 578, 60]);
    const refused = await world.call('POST', PING, { token });
    expectError(refused, 429, 'rate_limited');
    expect(shown(refused)).toEqual([10, 0, 60]);
    expectError(await world.call('POST', `${PING}?x=1`, { token }), 429, 'rate_limited');
    expect((await world.call('GET', '/nothing', { token })).status).toBe(404);
  });

  it('never lets more through side by side', async () => {
    const { token } = await world.key();
    const answers = await Promise.all(Array.from({ length: 25 }, () => world.call('POST', PING, { token })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  });
});

describe('requests without a token', () => {
  it('share a bucket of 600 per address and are no failed authentications', async () => {
    const from = (address: string) => ({ token: null, headers: { 'X-Forwarded-For': address } });
    const answers = await Promise.all(
      Array.from({ length: 600 }, () => world.call('GET', '/notes', from('192.0.2.1'))),
    );
    expect(answers.every(({ status }) => status === 401)).toBe(true);
    const refused = await world.call('GET', '/notes', from('192.0.2.1'));
    expectError(refused, 429, 'rate_limited');
    expect(refused.headers['retry-after']).toBe('60');
    expectError(await world.call('GET', '/notes', from('192.0.2.2')), 401, 'unauthenticated');
    expect((await world.call('GET', '/notes', { headers: { 'X-Forwarded-For': '192.0.2.1' } })).status).toBe(
      200,
    );
  });
});

describe('failed authentications', () => {
  it('close an address after 30, even for a valid key, until the window rolls', async () => {
    const headers = { 'X-Forwarded-For': '198.51.100.9' };
    const answers = await times(30, () => world.call('GET', '/notes', { token: wrongToken, headers }));
    expect(answers.every(({ status }) => status === 401)).toBe(true);
    await world.clock.advance(10_000);
    for (const given of [{}, { token: null }, { token: wrongToken }]) {
      const refused = await world.call('GET', '/notes', { ...given, headers });
      expectError(refused, 429, 'rate_limited');
      expect(refused.headers['retry-after']).toBe('50');
    }
    expect(
      (await world.call('GET', '/notes', { headers: { 'X-Forwarded-For': '198.51.100.9, 198.51.100.10' } }))
        .status,
    ).toBe(200);
    await world.clock.advance(50_000);
    expect((await world.call('GET', '/notes', { headers })).status).toBe(200);
  });

  it('get no more than 30 tries side by side', async () => {
    const headers = { 'X-Forwarded-For': '198.51.100.20' };
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => world.call('GET', '/notes', { token: wrongToken, headers })),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });
});
