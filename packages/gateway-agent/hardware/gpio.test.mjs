import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Machine } from './machine.mjs';

/* The GPIO drivers on a real arm64 kernel: inputs are moved and outputs seen from outside it. */

const CONTACT = 5;
const BUTTON = 4;
const STRIKE = 6;
const HOLD = 7;
const ACTIVE_LOW = 2;
const EDGES = 200;
/** The number of edges while the process is blocked. */
const WHILE_BUSY = 12;

let machine;
beforeAll(async () => {
  machine = await Machine.boot();
});
afterAll(() => machine.stop());

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const levels = (pin, moment) => machine.since(pin, moment).map(({ level }) => level);

test('a chip that Raspberry Pi OS links under a second name is one chip, its lines found by name and by label', async () => {
  const { label } = await machine.heard('@chip');
  const { chips, ...found } = await machine.heard('@linked');
  expect(chips).toMatchObject([
    { name: 'gpiochip0', label, path: '/dev/gpiochip0', links: ['/dev/gpiochip4'] },
  ]);
  expect(new Set(Object.values(found))).toEqual(new Set([`/dev/gpiochip0 ${CONTACT}`]));
});

describe('the character device', () => {
  let seen;
  let opened;
  beforeAll(async () => {
    opened = performance.now();
    await machine.heard('@cdev-edges');
    for (let edge = 1; edge <= EDGES; edge++) {
      if (edge === EDGES - WHILE_BUSY + 1) {
        machine.send('busy');
        await machine.heard('@cdev-busy');
      }
      await machine.set(CONTACT, edge % 2);
      // The kernel reads the level in a thread: a pulse shorter than that is invisible to it, on any machine.
      if (edge <= EDGES - WHILE_BUSY) await machine.heard(`@edge-${edge} `);
      else await pause(200);
    }
    seen = await machine.heard('@cdev-seen');
  });

  test(`loses none of ${EDGES} edges and keeps them in order, though the process is busy meanwhile`, () => {
    expect(seen.missed).toBe(0);
    expect(seen.edges.map(({ active }) => active)).toEqual(
      Array.from({ length: EDGES }, (_each, index) => index % 2 === 0),
    );
  });

  test('stamps edges in the kernel, when they happen and not when they are reported', () => {
    const times = seen.edges.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(new Set(times).size).toBe(EDGES);
    // While the process was busy, edges waited to be reported; their stamps are earlier.
    const waits = seen.edges.map(({ at, reported }) => reported - at);
    expect(Math.max(...waits)).toBeGreaterThan(250);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0);
  });

  test('switches outputs as seen from outside, active-low ones the other way round, and starts with all of them off', async () => {
    await machine.heard('@cdev-levels');
    expect(
      levels(STRIKE, opened)
        .filter((level, index, all) => level !== all[index - 1])
        .slice(-2),
    ).toEqual([1, 0]);
    expect(levels(ACTIVE_LOW, 0).slice(0, 3)).toEqual([1, 0, 1]);
  });

  test('reads levels', async () => {
    expect(await machine.heard('@cdev-levels')).toEqual([{ door: 1, input: 'contact', active: false }]);
  });

  test('says who uses a busy line, and what chips there are instead of one that is missing', async () => {
    const { busy, unknown } = await machine.heard('@cdev-errors');
    expect(busy).toMatch(/line \S+ of \/dev\/gpiochip0 is in use by door-agent/);
    expect(unknown).toMatch(/there is no GPIO chip pinctrl-rp1; there is \S+ \(gpiochip0\)/);
  });

  test('takes the free lines beside a busy one, and that one once it is free', async () => {
    const { notices, levels: before, holdIsOn } = await machine.heard('@cdev-mixed');
    expect(notices).toEqual([
      expect.stringMatching(/^contact of door 1: line GPIO5 of \/dev\/gpiochip0 is in use by door-agent/),
    ]);
    expect({ before, holdIsOn }).toEqual({ before: [], holdIsOn: true });
    expect(await machine.heard('@cdev-freed')).toEqual({
      notices: ['contact of door 1 is available now'],
      levels: [{ door: 1, input: 'contact', active: false }],
      holdIsOn: true,
    });
  });

  test('leaves bounces to the kernel', async () => {
    await machine.heard('@cdev-bounce');
    await pause(300);
    for (const level of [1, 0, 1, 0, 1]) await machine.set(BUTTON, level);
    await pause(150);
    machine.send('bounced');
    const { settled } = await machine.heard('@cdev-bounced');
    expect(settled.length).toBeLessThanOrEqual(3);
    expect(settled.at(-1)).toBe(true);
  });
});

describe('onoff', () => {
  test('finds lines behind the base of their chip, which is not 0, and sees edges in order', async () => {
    const { base } = await machine.heard('@chip');
    expect(base).toBeGreaterThan(0);
    await machine.heard('@sysfs-edges');
    for (const level of [1, 0, 1, 0]) {
      await machine.set(CONTACT, level);
      await pause(150);
    }
    machine.send('moved');
    const { edges } = await machine.heard('@sysfs-seen');
    expect(edges).toEqual([true, false, true, false]);
  });

  test('drives an active-low relay off, not on, when it starts, and switches both kinds', async () => {
    const from = machine.outputs.length;
    await machine.heard('@sysfs-levels');
    await machine.heard('@kill');
    const later = machine.outputs.slice(Math.max(0, from - 40));
    expect(later.filter(({ pin }) => pin === STRIKE).map(({ level }) => level)).toContain(1);
    expect(levels(ACTIVE_LOW, 0).at(-1)).toBe(1);
  });
});

describe('an agent that dies in the middle of a pulse', () => {
  const outside = (pin) => machine.outputs.filter((each) => each.pin === pin).at(-1).level;
  const isOff = (pin) => machine.until(() => outside(pin) === 0, `output ${pin} off`);

  test('by SIGKILL: strike and hold are off within half a second', async () => {
    const { wereOn, off } = await machine.heard('@killed');
    expect(wereOn).toBe(true);
    expect(off[STRIKE]).toBeLessThan(500);
    expect(off[HOLD]).toBeLessThan(500);
    await isOff(STRIKE);
    await isOff(HOLD);
    machine.send('next');
  });

  test('or hangs: the pulse of one second ends on time all the same, and the hold stays', async () => {
    const { off, holds } = await machine.heard('@hung');
    expect(off[STRIKE]).toBeGreaterThan(900);
    expect(off[STRIKE]).toBeLessThan(1650);
    expect(holds).toBe(true);
    await isOff(STRIKE);
    expect(outside(HOLD)).toBe(1);
    machine.send('next');
  });

  test('together with its guard: the supervisor’s script switches all off, without Node', async () => {
    expect(await machine.heard('@all-dead')).toEqual({ guard: true });
    expect([outside(STRIKE), outside(HOLD)]).toEqual([1, 1]);
    machine.send('script');
    expect(await machine.heard('@script-done')).toEqual({ code: 0 });
    await isOff(STRIKE);
    await isOff(HOLD);
  });
});
