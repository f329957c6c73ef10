import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { systemClock } from '@door-access/protocol';
import { describe, expect, test } from '@jest/globals';
import { Deadlines, within } from '../src/deadlines.js';

/* A process that gets no processor for a while finds its timers due before it reads what has come for it. */

/** It has come at once, and is heard when the process reads. */
async function answer(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  port2.postMessage('answer');
  await once(port1, 'message');
  port1.close();
}
const standStill = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40);
/** The phase of the event loop after which timers come before anything that is read. */
const afterReading = () => new Promise((resolve) => setImmediate(resolve));

describe('what came while the process stood still is in time', () => {
  test('for one piece of work', async () => {
    await afterReading();
    const result = within(systemClock, 20, answer(), () => new Error('too late'));
    standStill();
    await result;
  });

  test('for one of many waits', async () => {
    await afterReading();
    const stopping = new AbortController();
    const deadlines = new Deadlines(systemClock, 20, stopping.signal);
    const outcome = new Promise((resolve) => {
      const end = deadlines.start(() => resolve('too late'));
      void answer().then(() => {
        end();
        resolve('in time');
      });
    });
    standStill();
    expect(await outcome).toBe('in time');
    stopping.abort();
  });
});

test('what does not come is given up', async () => {
  const never = new Promise<never>(() => {});
  await expect(within(systemClock, 5, never, () => new Error('too late'))).rejects.toThrow('too late');
});
