import { nextAttemptAt } from '../queue/ladder.rules.js';

/* The consequences of one attempt to send a notice. Times are Unix milliseconds. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How long after the first, second … failed try the next one comes. */
export const NOTICE_RETRY_DELAYS_MS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR] as const;

export const NOTICE_STATUSES = ['pending', 'retrying', 'held', 'sent', 'failed', 'withdrawn'] as const;
export type NoticeStatus = (typeof NOTICE_STATUSES)[number];

/** What a receiver answered by HTTP: its status, and the beginning of the text, in one line. */
export interface Answer {
  status: number;
  text: string;
}

/** The provider's verdict on a message. */
export type SendResult =
  | { ok: true; answer?: Answer }
  | {
      ok: false;
      /** Short, for people, without secrets. */
      error: string;
      /** The provider will never accept this message. */
      final: boolean;
      answer?: Answer;
    };

export interface NoticeVerdict {
  status: 'sent' | 'retrying' | 'failed';
  attempt: number;
  next_attempt_at: number | null;
  sent_at: number | null;
  last_error: string | null;
}

export const EXPIRED: SendResult = { ok: false, error: 'expired before it could be sent', final: true };

/**
 * @param before.attempt tries made before this one
 * @param now when the try ended
 */
export function judgeSending(
  before: { attempt: number; expires_at: number | null },
  result: SendResult,
  now: number,
): NoticeVerdict {
  const attempt = before.attempt + 1;
  if (result.ok) return { status: 'sent', attempt, next_attempt_at: null, sent_at: now, last_error: null };
  const failed = (last_error: string): NoticeVerdict => ({
    status: 'failed',
    attempt,
    next_attempt_at: null,
    sent_at: null,
    last_error,
  });
  const next_attempt_at = nextAttemptAt(NOTICE_RETRY_DELAYS_MS, attempt, now);
  if (result.final || next_attempt_at === null) return failed(result.error);
  if (before.expires_at !== null && next_attempt_at >= before.expires_at) return failed(result.error);
  return { status: 'retrying', attempt, next_attempt_at, sent_at: null, last_error: result.error };
}
