import type { AnswerOf } from '@door-access/protocol/contract';
import type { Routes } from '../generated/routes.js';
import { phrase } from '../language/phrase.rules.js';
import type { Tone } from '../words/event-words.js';

/* The state of the locking system in words. */

export type LockingSystem = AnswerOf<Routes['GET /locking-system']>;

export interface Verdict {
  tone: Tone;
  /** Phrases. */
  word: string;
  sentences: string[];
}

/** It is read every five seconds; this late, something is wrong although nothing says so. */
const LATE_MS = 60_000;

export function judge({ kind, condition, feed }: LockingSystem, now: number): Verdict {
  if (kind === 'builtin' || !condition)
    return {
      tone: 'good',
      word: phrase('Built in'),
      sentences: [
        phrase('This service keeps the keys of those doors itself. There is no other system to ask.'),
        phrase(
          'With simulated gateways its readers are simulated too: on the bench page, and on the page of each such door.',
        ),
      ],
    };
  if (condition.breaker !== 'closed')
    return {
      tone: 'alarm',
      word: phrase('Does not answer'),
      sentences: [
        phrase('Changes of people and keys are refused until it answers again, so that both systems agree.'),
        phrase('Its doors still open for the keys that it knows. Remote doors do not need it.'),
      ],
    };
  if (feed && feed.failures > 0)
    return {
      tone: 'warning',
      word: phrase('Its events cannot be read'),
      sentences: [
        phrase(
          'What happens at its doors comes here late. Reading is tried again by itself, at growing intervals.',
        ),
      ],
    };
  const late = feed?.read_at ? now - Date.parse(feed.read_at) : null;
  if (feed && (late === null || late > LATE_MS))
    return {
      tone: 'warning',
      word: phrase('Nothing read recently'),
      sentences: [phrase('Its events are not being read: is a process with the role worker running?')],
    };
  return {
    tone: 'good',
    word: phrase('Works'),
    sentences: [phrase('It answers, and its events are read as they come.')],
  };
}
