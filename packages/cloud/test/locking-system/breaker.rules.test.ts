import { expect, test } from '@jest/globals';
import {
  type Breaker,
  beginCall,
  CLOSED_BREAKER,
  endCall,
  feedBackoff,
  OPEN_MS,
} from '../../src/locking-system/breaker.rules.js';

const failing = (times: number): Breaker => {
  let breaker = CLOSED_BREAKER;
  for (let call = 0; call < times; call++) breaker = endCall(breaker, false, 1_000);
  return breaker;
};

test('after five calls without an answer no call is made for half a minute', () => {
  expect(beginCall(failing(4), 1_000)).not.toBeNull();
  expect(beginCall(failing(5), 1_000)).toBeNull();
  expect(beginCall(failing(5), 1_000 + OPEN_MS - 1)).toBeNull();
});

test('then a single call tries, and its outcome decides', () => {
  const probing = beginCall(failing(5), 1_000 + OPEN_MS) as Breaker;
  expect(beginCall(probing, 1_000 + OPEN_MS)).toBeNull();
  expect(endCall(probing, true, 40_000)).toEqual(CLOSED_BREAKER);
  expect(beginCall(endCall(probing, false, 40_000), 40_000 + OPEN_MS - 1)).toBeNull();
});

test('a feed that cannot be read is asked less and less often, at least every five minutes', () => {
  expect([1, 2, 3, 6, 7, 1_000].map(feedBackoff)).toEqual([5_000, 10_000, 20_000, 160_000, 300_000, 300_000]);
});
