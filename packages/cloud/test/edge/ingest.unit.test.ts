import { TestClock } from '@door-access/protocol';
import { expect, test } from '@jest/globals';
import type { Context } from '../../src/context.js';
import { createIngest } from '../../src/edge/ingest.js';

test('a thousand messages of a gateway wait while the database is silent, and the next one ends its connection', async () => {
  const silent = {
    gateways: { drawNumber: () => new Promise(() => {}) },
    clock: new TestClock(),
  } as unknown as Context;
  const ingest = createIngest(silent);
  const submit = () =>
    ingest.submit({
      gatewayId: '11111111-1111-4111-8111-111111111111',
      work: { quarantine: { topic: 'up/journal', payload: Buffer.alloc(0), error: 'no JSON' } },
      isWanted: () => true,
    });
  // The first is being written.
  const waiting = Array.from({ length: 1_001 }, submit);
  await expect(submit()).rejects.toThrow('too many messages wait for this gateway');
  await expect(Promise.race([...waiting, 'still waiting'])).resolves.toBe('still waiting');
});
