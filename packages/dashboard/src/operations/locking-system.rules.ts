import type { AnswerOf } from '@door-access/protocol/contract';
import type { Tone } from '../event-words.js';
import type { Routes } from '../generated/routes.js';

/* The state of the locking system in words. */

export type LockingSystem = AnswerOf<Routes['GET /locking-system']>;

export interface Verdict {
  tone: Tone;
  word: string;
  sentences: string[];
}

/** It is read every five seconds; this late, something is wrong although nothing says so. */
const LATE_MS = 60_000;

export function judge({ kind, condition, feed }: LockingSystem, now: number): Verdict {
  if (kind === 'builtin' || !condition)
    return {
      tone: 'good',
      word: 'Built in',
      sentences: [
        'This service keeps the keys of those doors itself. There is no other system to ask, and nothing to wait for.',
        'Beside simulated gateways its readers are simulated too: on the bench page, and on the page of each such door.',
      ],
    };
  if (condition.breaker !== 'closed')
    return {
      tone: 'alarm',
      word: 'Does not answer',
      sentences: [
        'Changes of people and keys are refused until it answers again: nothing is saved here that it does not know.',
        'Doors keep opening for the keys that it knows. Remote doors do not need it.',
      ],
    };
  if (feed && feed.failures > 0)
    return {
      tone: 'warning',
      word: 'Its news cannot be read',
      sentences: [
        'What happens at its doors comes here late. It is tried again by itself, less and less often.',
      ],
    };
  const late = feed?.read_at ? now - Date.parse(feed.read_at) : null;
  if (feed && (late === null || late > LATE_MS))
    return {
      tone: 'warning',
      word: 'Nothing read lately',
      sentences: ['Its news is not being read: is a process with the role worker running?'],
    };
  return { tone: 'good', word: 'Works', sentences: ['It answers, and its news is read as it comes.'] };
}
