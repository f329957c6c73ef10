import { TestClock } from '@door-access/protocol';
import { beforeEach, expect, test } from '@jest/globals';
import { BenchHardware } from '../src/drivers/bench.js';
import type { RawEdge } from '../src/drivers/driver.js';

let clock: TestClock;
let edges: RawEdge[];
let bench: BenchHardware;
let random: () => number;

beforeEach(async () => {
  clock = new TestClock();
  edges = [];
  random = () => 0.99;
  bench = new BenchHardware({
    clock,
    random: () => random(),
    doors: [
      { door: 1, contact: { normally: 'closed' }, exitButton: true },
      { door: 2, contact: { normally: 'open' }, exitButton: false },
    ],
  });
  await bench.open({ onEdge: (edge) => edges.push(edge), onMissedEdges: () => undefined });
});

test('a latched door does not open by its handle, and nothing moves', async () => {
  expect(bench.pullOpen(1)).toBe(false);
  await clock.advance(100);
  expect(bench.view(1)).toMatchObject({ leaf: 'closed', latched: true });
  expect(edges).toEqual([]);
});

test.each(['strike', 'hold'] as const)(
  'a door whose %s is on opens, and latches by itself once it is closed and off again',
  async (relay) => {
    await bench.setRelay(1, relay, true);
    expect(bench.pullOpen(1)).toBe(true);
    bench.pushClosed(1);
    expect(bench.view(1)).toMatchObject({ leaf: 'closed', latched: false });
    await bench.setRelay(1, relay, false);
    expect(bench.view(1).latched).toBe(true);
    expect(bench.pullOpen(1)).toBe(false);
  },
);

test('force opens a latched door', () => {
  bench.force(1);
  expect(bench.view(1)).toMatchObject({ leaf: 'open', latched: false });
});

test('the exit button frees the lock in hardware while it is held and three seconds longer', async () => {
  bench.pressExit(1);
  await clock.advance(60_000);
  expect(bench.view(1)).toMatchObject({ exitPressed: true, latched: false });
  bench.releaseExit(1);
  await clock.advance(2999);
  expect(bench.view(1).latched).toBe(false);
  await clock.advance(1);
  expect(bench.view(1).latched).toBe(true);
});

test('a moving contact bounces, and rests at its new level', async () => {
  bench.force(1);
  await clock.advance(100);
  expect(edges.length).toBeGreaterThan(1);
  expect(edges.map(({ active }) => active)).toEqual(edges.map((_, index) => index % 2 === 1));
  expect(edges[0]).toEqual({ door: 1, input: 'contact', active: false, at: 0 });
  expect(await bench.levels()).toContainEqual({ door: 1, input: 'contact', active: false });
});

test('a contact that is normally open closes its circuit when the door opens', async () => {
  random = () => 0;
  expect(await bench.levels()).toContainEqual({ door: 2, input: 'contact', active: false });
  bench.force(2);
  await clock.advance(0);
  expect(edges).toEqual([{ door: 2, input: 'contact', active: true, at: 0 }]);
});

test('a board that is unplugged accepts no command and misses edges', async () => {
  bench.breakBoard();
  await expect(bench.setRelay(1, 'strike', true)).rejects.toThrow('the board does not answer');
  await expect(bench.levels()).rejects.toThrow('the board does not answer');
  bench.force(1);
  await clock.advance(100);
  expect(edges).toEqual([]);
});

test('the same randomness makes the same bounces', async () => {
  const run = async () => {
    edges = [];
    let seed = 7;
    random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const start = clock.monotonic();
    bench.force(1);
    await clock.advance(100);
    bench.pushClosed(1);
    await clock.advance(100);
    return edges.map(({ at, active }) => [Math.round((at - start) * 1000), active]);
  };
  expect(await run()).toEqual(await run());
});
