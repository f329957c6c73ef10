import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLog } from '../../src/telemetry/log.js';
import { startWatched, useAll } from './world.js';

const watched = await startWatched();
const EMAIL = 'someone@elsewhere.example';
const WRONG = 'correct horse battery';
beforeAll(async () => {
  await useAll(watched);
  await signIn(EMAIL, WRONG);
  await signIn('owner@acme.example', watched.password);
});
afterAll(() => watched.close());

function signIn(email: string, password: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${watched.origin}/dashboard/session`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: watched.origin,
      'x-dashboard': '1',
      ...headers,
    },
    body: JSON.stringify({ email, password }),
  });
}

const lines = () => watched.log.map((line) => JSON.parse(line));

describe('the log', () => {
  it('names the request in each line that a request writes, by the id of its answer', async () => {
    const before = watched.log.length;
    const own = '11111111-2222-4333-8444-555555555555';
    const answer = await signIn(EMAIL, WRONG, { 'x-request-id': own });
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([401, own]);
    const written = lines().slice(before);
    const ofRequest = written.filter(({ request_id }) => request_id === own);
    expect(ofRequest.map(({ msg }) => msg)).toEqual(['sign-in refused', 'request answered']);
    expect(written.filter(({ msg, request_id }) => msg === 'sign-in refused' && !request_id)).toEqual([]);
  });

  it('says the id once in a line', () => {
    for (const line of watched.log) expect(line.match(/"request_id"/g)?.length ?? 0).toBeLessThan(2);
    expect(watched.log.some((line) => line.includes('"request_id"'))).toBe(true);
  });

  it('holds no secret and no address of a person after everything was used, at its finest level', () => {
    const text = watched.log.join('');
    expect(text).toContain('request answered');
    const { token, password, gateway } = watched;
    const secrets = { token, password, secret: gateway.secret, WRONG, EMAIL, owner: 'owner@acme.example' };
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret.length).toBeGreaterThan(8);
      expect({ name, isLogged: text.includes(secret) }).toEqual({ name, isLogged: false });
    }
    expect(text).not.toMatch(/bearer /i);
  });

  it('takes out what is named like a secret, and what drivers add to their errors', () => {
    const written: string[] = [];
    const log = createLog('info', { write: (line) => void written.push(line) });
    const detail = 'Key (email)=(anna@acme.example) exists';
    log.info({ password: 'p-1', user: { token: 't-1' }, authorization: 'Bearer b-1' }, 'given');
    log.error({ err: Object.assign(new Error('duplicate key'), { detail, code: '23505' }) }, 'failed');
    log.child({ request_id: 'r' }).warn({ cookie: 'c-1', error: { detail } }, 'refused');
    const text = written.join('');
    for (const secret of ['p-1', 't-1', 'b-1', 'c-1', 'anna@acme.example'])
      expect(text).not.toContain(secret);
    for (const kept of ['[redacted]', 'duplicate key', '23505', '"request_id":"r"'])
      expect(text).toContain(kept);
  });

  it('writes twenty lines a minute of one fault, and how many more there were; other lines as they come', () => {
    const written: string[] = [];
    let now = 0;
    const log = createLog('info', { write: (line) => void written.push(line) }, { monotonic: () => now });
    const read = () => written.splice(0).map((line) => JSON.parse(line));
    for (let duty = 0; duty < 1_000; duty++) {
      log.error({ duty }, 'due work failed');
      log.info('gateway online');
      log.warn({ duty }, 'sign-in refused');
      if (duty === 500) log.error('another');
    }
    const lines = read();
    expect(lines.filter(({ msg }) => msg === 'due work failed').map(({ duty }) => duty)).toEqual([
      ...Array(20).keys(),
    ]);
    for (const message of ['gateway online', 'sign-in refused'])
      expect(lines.filter(({ msg }) => msg === message)).toHaveLength(1_000);
    expect(lines.filter(({ msg }) => msg === 'another')).toHaveLength(1);
    now += 60_000;
    log.child({ request_id: 'r' }).error('another');
    expect(read()).toMatchObject([
      { level: 50, msg: 'due work failed', left_out: 980 },
      { level: 50, msg: 'another', request_id: 'r' },
    ]);
    log.error({ duty: 'again' }, 'due work failed');
    expect(read()).toMatchObject([{ duty: 'again', msg: 'due work failed' }]);
  });
});
