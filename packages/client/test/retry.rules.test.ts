import { describe, expect, it } from '@jest/globals';
import { type Outcome, retryDelay } from '../src/retry.rules.js';

const get = { method: 'GET', hasIdempotencyKey: false, before: 0, retries: 4 };
const post = { ...get, method: 'POST' };
const create = { ...post, hasIdempotencyKey: true };
const remove = { ...get, method: 'DELETE' };
const answer = (status: number, code: string | null, retryAfter: number | null = null): Outcome => ({
  status,
  code,
  retryAfter,
});

describe('a request is sent again', () => {
  it.each([
    ['a read without an answer', get, 'no_answer', 250],
    ['a creation without an answer, as it has an idempotency key', create, 'no_answer', 250],
    ['a read that failed', get, answer(500, 'server_error'), 250],
    ['a read that a proxy could not pass on', get, answer(503, null), 250],
    ['what was limited, after the time that is named', post, answer(429, 'rate_limited', 17), 17_000],
    ['a creation that still runs', create, answer(409, 'idempotency_in_progress', 2), 2_000],
  ] as const)('%s', (_, attempt, outcome, delay) => expect(retryDelay(attempt, outcome, 0)).toBe(delay));

  it('after delays that double up to half a minute, each of them shortened by chance', () => {
    const delays = [0, 1, 2, 3, 4, 5, 6, 7].map((before) =>
      retryDelay({ ...get, before, retries: 8 }, 'no_answer', 1),
    );
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(retryDelay({ ...get, before: 7, retries: 8 }, 'no_answer', 0)).toBe(15_000);
  });
});

describe('a request is not sent again', () => {
  it.each([
    ['what moves a door and may have run: without an answer', post, 'no_answer'],
    ['what moves a door and may have run: failed', post, answer(500, 'server_error')],
    ['what moves a door and could not be handed to its gateway', post, answer(502, 'publish_failed')],
    ['a deletion without an answer: it would not be found', remove, 'no_answer'],
    ['what the service does not offer', get, answer(503, 'not_available')],
    ['what is wrong', create, answer(422, 'validation_failed')],
    ['what the locking system refuses', create, answer(409, 'locksys_rejected')],
    ['what was done', get, answer(200, null)],
    ['what would have to wait for more than a minute', get, answer(429, 'rate_limited', 61)],
  ] as const)('%s', (_, attempt, outcome) => expect(retryDelay(attempt, outcome, 0)).toBeNull());

  it('after the last attempt', () => {
    expect(retryDelay({ ...get, before: 4 }, 'no_answer', 0)).toBeNull();
    expect(retryDelay({ ...get, retries: 0 }, 'no_answer', 0)).toBeNull();
  });
});
