import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '../../src/errors.js';
import { purgeIdempotency } from '../../src/http/idempotency.js';
import { expectError } from './matrix.js';
import { sample, sampleEndpoints } from './sample-endpoints.js';
import { httpWorld } from './world.js';

const world = await httpWorld(sampleEndpoints);
let used = 0;
let token = '';

beforeEach(async () => {
  ({ token } = await world.key());
  sample.calls.length = 0;
});
afterEach(() => {
  sample.before = async () => {};
});

const freshKey = () => `key-${++used}`;
const post = (key: string, body: unknown = { text: 'x' }, by = token) =>
  world.call('POST', '/notes', { token: by, body, headers: { 'Idempotency-Key': key } });
const rows = async () => (await world.context.pool.query('SELECT * FROM idempotency')).rows;

describe('a retry with the same key and body', () => {
  it('is given the first answer, byte for byte, and runs nothing', async () => {
    const key = freshKey();
    const first = await post(key);
    const second = await post(key);
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect([second.status, second.text, second.headers['idempotent-replayed']]).toEqual([
      201,
      first.text,
      'true',
    ]);
    expect(second.headers['x-ratelimit-remaining']).toBeDefined();
    expect(sample.calls).toHaveLength(1);
  });

  it('is given a stored refusal too', async () => {
    const key = freshKey();
    expectError(await post(key, '{'), 422, 'validation_failed');
    const second = await post(key, '{');
    expectError(second, 422, 'validation_failed');
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  it('runs anew after 24 hours, and the old answer can be purged', async () => {
    const key = freshKey();
    await post(key);
    await world.clock.advance(24 * 3_600_000 - 1);
    expect((await post(key)).headers['idempotent-replayed']).toBe('true');
    expect(await purgeIdempotency(world.context)).toBeGreaterThanOrEqual(0);
    await world.clock.advance(1);
    expect((await post(key, { text: 'other' })).headers['idempotent-replayed']).toBeUndefined();
    await world.clock.advance(24 * 3_600_000);
    expect(await purgeIdempotency(world.context)).toBeGreaterThan(0);
    expect(await rows()).toEqual([]);
  });

  it('belongs to one API key', async () => {
    const key = freshKey();
    const { token: other } = await world.key();
    await post(key);
    expect((await post(key, { text: 'y' }, other)).headers['idempotent-replayed']).toBeUndefined();
    expect(sample.calls).toHaveLength(2);
  });
});

describe('the same key', () => {
  it('with another body is a conflict, running or done', async () => {
    const key = freshKey();
    await post(key);
    expectError(await post(key, { text: 'y' }), 409, 'idempotency_conflict');
    expectError(await post(key, '{"text": "x"}'), 409, 'idempotency_conflict');
  });

  it('while the first call runs is in progress, and after 60 seconds abandoned', async () => {
    const key = freshKey();
    let finish = () => {};
    const started = new Promise<void>((resolve) => {
      sample.before = () => {
        resolve();
        return new Promise((done) => {
          finish = done;
        });
      };
    });
    const first = post(key);
    await started;
    const second = await post(key);
    expectError(second, 409, 'idempotency_in_progress');
    expect(second.headers['retry-after']).toBe('2');
    expectError(await post(key, { text: 'y' }), 409, 'idempotency_conflict');

    await world.clock.advance(60_000);
    expectError(await first, 500, 'server_error');
    sample.before = async () => {};
    const third = await post(key);
    expect([third.status, third.headers['idempotent-replayed']]).toEqual([201, undefined]);
    // The abandoned run comes to its end after all, and must not overwrite the answer.
    const settled = new Promise<void>((resolve) => {
      const query = world.context.pool.query.bind(world.context.pool) as (
        ...given: unknown[]
      ) => Promise<unknown>;
      const spy = jest.spyOn(world.context.pool, 'query').mockImplementation((async (...given: unknown[]) => {
        const result = await query(...given);
        if ((given[0] as { name?: string }).name === 'idempotency-store') {
          spy.mockRestore();
          resolve();
        }
        return result;
      }) as never);
    });
    finish();
    await settled;
    expect((await post(key)).text).toBe(third.text);
  });

  it('runs once however many calls come side by side', async () => {
    const key = freshKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(key)));
    expect(sample.calls).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(
      new Set([201, 409].filter((status) => answers.some((answer) => answer.status === status))),
    );
    expect(
      answers.filter(({ status, headers }) => status === 201 && !headers['idempotent-replayed']),
    ).toHaveLength(1);
  });
});

describe('what is not stored', () => {
  it('a 5xx and a refusal of the locking system run again', async () => {
    for (const kind of ['server_error', 'publish_failed', 'locksys_rejected'] as const) {
      const key = freshKey();
      sample.before = async () => {
        throw new ApiError(kind);
      };
      expect((await post(key)).status).toBeGreaterThanOrEqual(409);
      sample.before = async () => {};
      const retried = await post(key);
      expect([retried.status, retried.headers['idempotent-replayed']]).toEqual([201, undefined]);
    }
  });

  it('nor a 401, a scope 403, a 429 or a 400', async () => {
    const key = freshKey();
    const { token: narrow } = await world.key(['events:read']);
    expect((await post(key, { text: 'x' }, narrow)).status).toBe(403);
    expect(
      (
        await world.call('POST', '/notes?x=1', {
          token,
          body: { text: 'x' },
          headers: { 'Idempotency-Key': key },
        })
      ).status,
    ).toBe(400);
    expect((await post(key)).headers['idempotent-replayed']).toBeUndefined();
    for (let sent = 2; sent < 30; sent++) await post(key);
    expectError(await post(key), 429, 'rate_limited');
  });

  it('a malformed key is 400, before the body is looked at', async () => {
    for (const key of ['', ' ', 'a b', 'ä', 'x'.repeat(65), 'a,b', 'key;1'].map((text) =>
      Buffer.from(text).toString('latin1'),
    ))
      expectError(await post(key, '{'), 400, 'invalid_request');
    expect((await post('A-z_0'.padEnd(64, '9'))).status).toBe(201);
  });

  it('is never readable in the database', async () => {
    await post(freshKey(), { text: 'whsec_confidential' });
    const stored = JSON.stringify(await rows(), (_name, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    );
    expect(stored).not.toContain('confidential');
  });
});
