import { expect, test } from '@jest/globals';
import { reasonOf } from '../src/reason.rules.js';

const coded = (message: string, code: string) => Object.assign(new Error(message), { code });

test('a host with two addresses fails with the reason of each', () => {
  const both = Object.assign(
    new AggregateError([
      coded('connect ECONNREFUSED ::1:8883', 'ECONNREFUSED'),
      coded('connect ENETUNREACH 127.0.0.1:8883', 'ENETUNREACH'),
    ]),
    { code: 'ECONNREFUSED' },
  );
  expect(reasonOf(both)).toBe('connect ECONNREFUSED ::1:8883, connect ENETUNREACH 127.0.0.1:8883');
});

test.each([
  [coded('connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED'), 'connect ECONNREFUSED 127.0.0.1:1'],
  [coded('', 'ETIMEDOUT'), 'ETIMEDOUT'],
  [Object.assign(new AggregateError([]), { code: 'EAI_AGAIN' }), 'EAI_AGAIN'],
  [new Error(''), 'Error'],
])('a reason is never empty: %p', (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
