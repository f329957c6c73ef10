import { describe, expect, test } from '@jest/globals';
import { EXPIRED, judgeSending, type SendResult } from '../../src/notify/ladder.rules.js';

const NOW = Date.parse('2026-01-07T06:00:00Z');
const REFUSED_NOW: SendResult = { ok: false, error: 'the mail server answered 451', final: false };

describe('a notice that cannot be sent', () => {
  test('is tried again after 1 and 5 minutes, half an hour, 2 and 6 hours, and then fails', () => {
    const delays = [0, 1, 2, 3, 4, 5].map((attempt) => {
      const { status, next_attempt_at } = judgeSending({ attempt, expires_at: null }, REFUSED_NOW, NOW);
      return next_attempt_at === null ? status : (next_attempt_at - NOW) / 60_000;
    });
    expect(delays).toEqual([1, 5, 30, 120, 360, 'failed']);
  });

  test('fails at once when the provider will never take it', () => {
    const refused: SendResult = { ok: false, error: 'the SMS provider answered 400', final: true };
    expect(judgeSending({ attempt: 0, expires_at: null }, refused, NOW)).toEqual({
      status: 'failed',
      attempt: 1,
      next_attempt_at: null,
      sent_at: null,
      last_error: 'the SMS provider answered 400',
    });
  });

  test('is not tried again when its link would be dead by then', () => {
    expect(judgeSending({ attempt: 0, expires_at: NOW + 60_000 }, REFUSED_NOW, NOW).status).toBe('failed');
    expect(judgeSending({ attempt: 0, expires_at: NOW + 60_001 }, REFUSED_NOW, NOW).status).toBe('retrying');
    expect(judgeSending({ attempt: 0, expires_at: NOW - 1 }, EXPIRED, NOW).last_error).toContain('expired');
  });
});

test('a notice that was taken is sent, whatever went before', () => {
  expect(judgeSending({ attempt: 3, expires_at: null }, { ok: true }, NOW)).toEqual({
    status: 'sent',
    attempt: 4,
    next_attempt_at: null,
    sent_at: NOW,
    last_error: null,
  });
});
