import { type HoldCommand, TestClock } from '@door-access/protocol';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { Context } from '../../src/context.js';
import { settle } from '../../src/doors/apply.js';
import type { UnsentWrite } from '../../src/doors/apply.types.js';
import { Nudge } from '../../src/nudge.js';

/* An emergency writes to every door at once; some are behind a process that does not answer, or a gateway that does not read. */

const DOORS = 1_000;
/** As the hand-over waits for a process (cluster/hand-over.ts). */
const GIVEN_UP_AFTER_MS = 2_000;

interface Run {
  /** When each door's message was sent, by its number. */
  sentAt: Map<number, number>;
  /** When the last one was that is not behind it. */
  allSentBy: number;
  maxUnderWay: number;
}

/** Sends a hold to each of the doors, of which some are behind a dead process. */
async function fanOut(isDead: (door: number) => boolean): Promise<Run> {
  const clock = new TestClock();
  const sentAt = new Map<number, number>();
  let [underWay, maxUnderWay] = [0, 0];
  const context = {
    clock,
    log: pino({ level: 'silent' }),
    nudge: new Nudge(),
    downlink: {
      async publish(_gateway: string, _session: string, _channel: string, message: object) {
        const { door } = message as HoldCommand;
        sentAt.set(door, clock.monotonic());
        maxUnderWay = Math.max(maxUnderWay, ++underWay);
        if (isDead(door)) await clock.sleep(GIVEN_UP_AFTER_MS);
        else await Promise.resolve();
        underWay -= 1;
        if (isDead(door)) throw new Error('the process that holds the gateway does not answer');
      },
    },
    doors: {
      async transaction() {
        throw new Error('no database: what was not sent stays due');
      },
    },
  } as unknown as Context;
  const holdWrites = Array.from(
    { length: DOORS },
    (_, door) =>
      ({
        door: { lock_id: door, door, gateway_id: `gateway ${Math.floor(door / 10)}`, session: 'session' },
        write: { on: true, release_at: null, version: 1, ids: [`write ${door}`], next_at: 0 },
        command_id: null,
      }) as unknown as UnsentWrite,
  );
  const { sending } = settle(context, {
    holdWrites,
    deliveries: 0,
    accounts: new Set(),
    ended: [],
    presence: [],
    refused: new Map(),
    setBack: new Set(),
    commands: new Map(),
    lockIds: [],
  });
  while (underWay > 0) await clock.advance(10);
  await sending;
  const live = [...sentAt].filter(([door]) => !isDead(door));
  return { sentAt, allSentBy: Math.max(...live.map(([, at]) => at)), maxUnderWay };
}

test.each([
  ['300 that come first', (door: number) => door < 300, 200],
  ['300 in between', (door: number) => door % 10 < 3, 200],
  ['900', (door: number) => door < 900, 500],
])('doors behind a dead process, %s, do not hold up the others', async (_name, isDead, within) => {
  const { sentAt, allSentBy } = await fanOut(isDead);
  expect(sentAt.size).toBe(DOORS);
  expect(allSentBy).toBeLessThanOrEqual(within);
});

test('messages that are taken at once are 200 at a time', async () => {
  const { maxUnderWay, allSentBy } = await fanOut(() => false);
  expect([maxUnderWay, allSentBy]).toEqual([200, 0]);
});
