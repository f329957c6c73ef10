import { TestClock } from '@door-access/protocol';
import { expect, test } from '@jest/globals';
import { createResolve } from '../../src/deliveries/resolve.js';

const resolve = createResolve(new TestClock());

test('localhost is this machine, whatever its case and with the root dot', async () => {
  expect(await resolve('LocalHost.')).toContainEqual({ address: '127.0.0.1', family: 4 });
});

test('a name of no known domain does not resolve', async () => {
  await expect(resolve('nowhere.invalid')).rejects.toThrow('does not resolve');
});
