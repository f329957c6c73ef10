import { TestClock } from '@door-access/protocol';
import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CorrectedClock } from '../src/time.js';

/** The cloud's time when the agent starts. */
const CLOUD = Date.parse('2026-01-07T06:00:00Z');
let clock: TestClock;
let time: CorrectedClock;

beforeEach(() => {
  // The machine's own clock is years off.
  clock = new TestClock(0);
  time = new CorrectedClock(clock);
});

/** The cloud's time by its own clock, which is `set` by so much. */
const cloudNow = (set = 0) => CLOUD + clock.monotonic() + set;

/** Asks for the time; the question and the answer are under way for so long. */
async function ask(up: number, down: number, set = 0): Promise<void> {
  const askedAt = clock.monotonic();
  await clock.advance(up);
  const said = cloudNow(set);
  await clock.advance(down);
  time.correct(said, askedAt);
}

describe('the time of the cloud', () => {
  test('is known as well as its first word was quick', async () => {
    expect(time.synced).toBe(false);
    await ask(30, 20);
    expect(time.at()).toBe(cloudNow() - 20);
    expect(time.latest()).toBe(cloudNow() + 30);
  });

  test('is not set back by a word that comes late, and nothing that has expired looks fresh', async () => {
    await ask(30, 20);
    await clock.advance(60_000);
    await ask(3_500, 12_000);
    expect(time.at()).toBe(cloudNow() - 20);
    expect(time.latest()).toBe(cloudNow() + 30);
  });

  test('that comes late at first is behind by its delay, but for what expires', async () => {
    await ask(30, 9_000);
    expect(time.at()).toBe(cloudNow() - 9_000);
    expect(time.latest()).toBe(cloudNow() + 30);
    expect(time.forEnds()).toBe(cloudNow() + 30 - 1_000);
    await ask(40, 20);
    expect(time.at()).toBe(cloudNow() - 20);
    expect(time.forEnds()).toBe(time.at());
  });

  test.each([
    ['back', -11_000],
    ['forward', 3_600_000],
  ])('is followed where the clock of the cloud is set %s', async (_, set) => {
    await ask(30, 20);
    await clock.advance(60_000);
    await ask(30, 20, set);
    expect(Math.abs(time.at() - cloudNow(set))).toBeLessThanOrEqual(30);
    expect(time.latest()).toBe(cloudNow(set) + 30);
  });

  test('set forward while its word is late: what expires is judged by the new time', async () => {
    await ask(30, 20);
    await ask(30, 9_000, 3_600_000);
    expect(time.latest()).toBe(cloudNow(3_600_000) + 30);
  });

  test('lies between the bounds, however late words come', async () => {
    const delay = fc.integer({ min: 0, max: 20_000 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(delay, delay), { minLength: 1, maxLength: 10 }), async (words) => {
        clock = new TestClock(0);
        time = new CorrectedClock(clock);
        for (const [up, down] of words) await ask(up, down);
        expect(time.at()).toBeLessThanOrEqual(cloudNow());
        expect(time.latest()).toBeGreaterThanOrEqual(cloudNow());
        expect(time.at()).toBe(cloudNow() - Math.min(...words.map(([, down]) => down)));
        expect(time.latest()).toBe(cloudNow() + Math.min(...words.map(([up]) => up)));
      }),
    );
  });
});
