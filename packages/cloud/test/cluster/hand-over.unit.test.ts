import { randomUUID } from 'node:crypto';
import { TestClock } from '@door-access/protocol';
import { expect, test } from '@jest/globals';
import { createHandOver } from '../../src/cluster/hand-over.js';
import type { Sending } from '../../src/cluster/reach.js';
import type { Context, Downlink } from '../../src/context.js';

/* The hand-over of a message between two processes whose line, and whose database, may be silent. */

const SENDER = randomUUID();
const HOLDER = randomUUID();
const GATEWAY = randomUUID();
const SESSION = randomUUID();
const never = new Promise<never>(() => {});

interface Given {
  clock: TestClock;
  done?: Promise<void>;
  /** How long the search for the other process takes. */
  searchMs?: number;
}

function processOf(id: string, { clock, done = Promise.resolve(), searchMs = 0 }: Given) {
  const texts: string[] = [];
  const published: unknown[] = [];
  const context = {
    pool: {
      async query() {
        await clock.advance(searchMs);
        return { rows: [{ id: HOLDER }] };
      },
    },
    clock,
    ids: { uuid: () => randomUUID() },
    log: { warn: () => {} },
  } as unknown as Context;
  const downlink: Downlink = {
    isConnected: () => true,
    publish: async (_gateway, _session, _channel, message) => void published.push(message),
  };
  const to = (_to: string, text: string): Sending => {
    texts.push(text);
    return { way: 'notify', done };
  };
  return { texts, published, handOver: createHandOver(context, id, () => downlink, { to }) };
}

const unlock = (handOver: ReturnType<typeof createHandOver>) =>
  handOver.publish(GATEWAY, SESSION, 'command', { type: 'unlock' } as never);

test('a database that keeps the message costs its caller two seconds', async () => {
  const clock = new TestClock(0);
  const { handOver, texts } = processOf(SENDER, { clock, done: never });
  const refused = expect(unlock(handOver)).rejects.toThrow('does not answer');
  while (texts.length === 0) await new Promise(setImmediate);
  await clock.advance(2_000);
  await refused;
});

test('a message whose process is found too late is not sent', async () => {
  const { handOver, texts } = processOf(SENDER, { clock: new TestClock(0), searchMs: 2_000 });
  await expect(unlock(handOver)).rejects.toThrow('did not answer in time');
  expect(texts).toEqual([]);
});

test.each([
  ['in time', 1_999, ['published', 1]],
  ['so late that clocks do not explain it', 4_001, ['failed', 0]],
])('a message that comes %s: what its sender knows is what happened', async (_when, after, expected) => {
  const clock = new TestClock(0);
  const sender = processOf(SENDER, { clock });
  const holder = processOf(HOLDER, { clock });
  const answered = unlock(sender.handOver).then(
    () => 'published',
    () => 'failed',
  );
  while (sender.texts.length === 0) await new Promise(setImmediate);
  await clock.advance(after);
  holder.handOver.take(JSON.parse(sender.texts[0] as string), 'notify');
  while (holder.texts.length === 0) await new Promise(setImmediate);
  sender.handOver.answered(JSON.parse(holder.texts[0] as string));
  expect([await answered, holder.published.length]).toEqual(expected);
});
