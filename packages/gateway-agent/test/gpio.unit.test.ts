import { TestClock } from '@door-access/protocol';
import { describe, expect, test } from '@jest/globals';
import { GpioDriver } from '../src/drivers/gpio-cdev.js';
import { findLine } from '../src/drivers/gpio-lines.js';
import type { ChipInfo, GpioKernel, GpioLine, LineEvent } from '../src/drivers/gpio-uapi.js';
import type { Guard, GuardAct } from '../src/drivers/guard.js';
import { safeScript } from '../src/drivers/safe-script.js';
import type { Point, Wiring } from '../src/drivers/wiring.js';

const CHIPS: ChipInfo[] = [
  { path: '/dev/gpiochip0', name: 'gpiochip0', label: 'pinctrl-rp1', lines: 54, links: [] },
  { path: '/dev/gpiochip4', name: 'gpiochip4', label: 'gpio-brcmstb', lines: 32, links: [] },
];

/** A kernel that records its requests. */
class FakeKernel implements GpioKernel {
  readonly asked: string[] = [];
  readonly values = new Map<number, boolean>();
  readonly watchers = new Map<number, (event: LineEvent) => void>();
  stuck = false;
  /** Why the kernel cannot be used at all. */
  fault: string | null = null;
  /** Lines that another program uses. */
  readonly busy = new Map<number, string>();
  /** Lines whose writes fail. */
  readonly broken = new Set<number>();

  chips(): ChipInfo[] {
    return CHIPS;
  }
  line(chip: string, offset: number) {
    return {
      offset,
      name: chip === '/dev/gpiochip0' ? `GPIO${offset}` : '',
      consumer: this.busy.get(offset) ?? '',
      used: this.busy.has(offset),
    };
  }
  input(_chip: string, offset: number): GpioLine {
    this.asked.push(`input ${offset}`);
    this.#requireFree(offset);
    return this.#line(offset);
  }
  output(
    _chip: string,
    offset: number,
    { value, activeLow }: { value: boolean; activeLow: boolean },
  ): GpioLine {
    this.asked.push(`output ${offset} ${value ? 'on' : 'off'}${activeLow ? ' active-low' : ''}`);
    this.#requireFree(offset);
    this.values.set(offset, value);
    return this.#line(offset);
  }
  #requireFree(offset: number): void {
    if (this.busy.has(offset)) throw new Error('the kernel refused: EBUSY');
  }
  #line(offset: number): GpioLine {
    return {
      fd: 100 + offset,
      get: () => this.values.get(offset) ?? false,
      set: (value) => {
        if (this.broken.has(offset)) throw new Error('the kernel refused: EIO');
        if (!this.stuck) this.values.set(offset, value);
      },
      watch: (onEvent) => void this.watchers.set(offset, onEvent),
      close: () => undefined,
    };
  }
}

const point = (line: number | string, fields: Partial<Point> = {}): Point => ({
  line,
  channel: null,
  address: 1,
  activeLow: false,
  bias: 'none',
  debounceMs: 0,
  ...fields,
});

async function open(fields: Partial<Wiring>, prepare: (kernel: FakeKernel) => void = () => undefined) {
  const kernel = new FakeKernel();
  prepare(kernel);
  const guarded: string[] = [];
  let acts: ReadonlyMap<string, GuardAct> = new Map();
  const guard: Guard = {
    alive: true,
    arm: (key, milliseconds) => guarded.push(`arm ${key} ${milliseconds}`),
    disarm: (key) => guarded.push(`disarm ${key}`),
    gone: new Promise(() => undefined),
    leave: async () => void guarded.push('leave'),
    close: async () => void guarded.push('close'),
  };
  const heard: { edges: { at: number; active: boolean }[]; missed: number; notices: string[] } = {
    edges: [],
    missed: 0,
    notices: [],
  };
  const clock = new TestClock();
  await clock.advance(1000);
  const wiring: Wiring = {
    driver: 'gpio',
    chip: null,
    port: null,
    baudRate: null,
    relayCount: null,
    inputs: [],
    relays: [],
    ...fields,
  };
  const driver = new GpioDriver({
    wiring,
    clock,
    loadKernel: async () => {
      if (kernel.fault !== null) throw new Error(kernel.fault);
      return kernel;
    },
    guard: async (given) => {
      acts = given;
      guarded.push(`guard ${[...given.keys()]}`);
      return guard;
    },
    kernelTime: () => 5_000_000_000n,
  });
  await driver.open({
    onEdge: (edge) => heard.edges.push(edge),
    onMissedEdges: () => heard.missed++,
    onNotice: (line) => heard.notices.push(line),
  });
  return { kernel, driver, guarded, heard, acts, clock };
}

const strike = (line: number, fields: Partial<Point> = {}, failSafe = false) =>
  ({ door: 1, relay: 'strike', failSafe, point: point(line, fields) }) as const;

test('relays are taken before inputs, and with their safe value in the same call', async () => {
  const { kernel } = await open({
    chip: 'pinctrl-rp1',
    inputs: [{ door: 1, input: 'contact', point: point('GPIO17') }],
    relays: [strike(5, { activeLow: true }), { ...strike(6, {}, true), relay: 'hold' }],
  });
  expect(kernel.asked).toEqual(['output 5 off active-low', 'output 6 on', 'input 17']);
});

test('a pulse is armed at the guard before the relay goes on, and disarmed once it is off', async () => {
  const { driver, kernel, guarded, acts } = await open({ chip: 'gpiochip0', relays: [strike(5)] });
  expect([...acts.keys()]).toEqual(['strike/1']);
  await driver.pulse(1, 5000);
  expect(kernel.values.get(5)).toBe(true);
  await driver.setRelay(1, 'strike', false);
  await driver.close();
  expect(guarded).toEqual(['guard strike/1', 'arm strike/1 5000', 'disarm strike/1', 'close']);
});

test('an edge bears the kernel’s time on the agent’s clock', async () => {
  const { kernel, heard } = await open({
    chip: 'pinctrl-rp1',
    inputs: [{ door: 1, input: 'contact', point: point(17, { debounceMs: 50 }) }],
  });
  // The kernel debounces 5 ms of the 50 and stamps the end of them.
  kernel.watchers.get(17)?.({ at: 5_250_000_000n, rising: true, sequence: 1 });
  expect(heard.edges).toMatchObject([{ active: true, at: 1245 }]);
});

test('a hole in the kernel’s numbers has the levels read again', async () => {
  const { kernel, heard } = await open({
    chip: 'pinctrl-rp1',
    inputs: [{ door: 1, input: 'contact', point: point(17) }],
  });
  const edge = (sequence: number) =>
    kernel.watchers.get(17)?.({ at: 1n, rising: sequence % 2 === 1, sequence });
  edge(1);
  edge(2);
  expect(heard.missed).toBe(0);
  edge(5);
  expect(heard).toMatchObject({ missed: 1, edges: { length: 3 } });
});

test('a line that does not follow is an error', async () => {
  const { kernel, driver } = await open({ chip: 'pinctrl-rp1', relays: [strike(5)] });
  kernel.stuck = true;
  await expect(driver.setRelay(1, 'strike', true)).rejects.toThrow('reads back a different level');
});

test('lines are found by label and name, whatever their numbers are this time', () => {
  const kernel = new FakeKernel();
  expect(findLine(kernel, null, 'GPIO17')).toMatchObject({ chip: { name: 'gpiochip0' }, offset: 17 });
  expect(findLine(kernel, 'gpio-brcmstb', 3)).toMatchObject({ chip: { name: 'gpiochip4' }, offset: 3 });
  expect(() => findLine(kernel, null, 3)).toThrow(
    'line 3 could be on any chip: name one of pinctrl-rp1 (gpiochip0), gpio-brcmstb (gpiochip4)',
  );
  expect(() => findLine(kernel, 'pinctrl-rp1', 99)).toThrow('pinctrl-rp1 has lines 0 to 53, not 99');
  expect(() => findLine(kernel, 'pinctrl-bcm2711', 3)).toThrow(
    'there is no GPIO chip pinctrl-bcm2711; there is pinctrl-rp1',
  );
});

test('the supervisor’s script has one act for each relay and needs no Node', async () => {
  const { driver } = await open({ chip: 'pinctrl-rp1', relays: [strike(5)] });
  const script = safeScript([
    ...driver.safeActs(),
    { kind: 'serial', path: '/dev/ttyUSB0', baudRate: 9600, bytes: Uint8Array.of(0xff, 1, 0) },
    { kind: 'file', path: '/sys/class/gpio/gpio517/value', text: '0' },
  ]);
  const lines = script.split('\n');
  expect(lines[0]).toBe('#!/bin/sh');
  expect(script).not.toMatch(/node/);
  expect(lines).toContain("serial '/dev/ttyUSB0' 9600 '\\377\\001\\000'");
  expect(lines).toContain("echo '0' > '/sys/class/gpio/gpio517/value'");
  expect(lines.find((line) => line.startsWith("line '/dev/gpiochip0'"))).toMatch(
    /^line '\/dev\/gpiochip0' 05000000[0-9a-f]{1176}$/,
  );
});

describe('a line that cannot be used', () => {
  const twoDoors = {
    chip: 'pinctrl-rp1',
    inputs: [
      { door: 1, input: 'contact', point: point('GPIO17') },
      { door: 2, input: 'contact', point: point('GPIO18') },
    ],
    relays: [strike(5), { ...strike(6), door: 2 }],
  } as const;
  const inUse = 'line GPIO5 of /dev/gpiochip0 is in use by w1';

  test('does not affect other lines of the chip, and is reported with its door', async () => {
    const { driver, kernel, heard } = await open(twoDoors, ({ busy }) => busy.set(5, 'w1'));
    expect(heard.notices).toEqual([`strike of door 1: ${inUse}`]);
    await driver.pulse(2, 5000);
    expect(kernel.values.get(6)).toBe(true);
    expect((await driver.levels()).map(({ door }) => door)).toEqual([1, 2]);
  });

  test('fails each command to it with the reason', async () => {
    const { driver } = await open(twoDoors, ({ busy }) => busy.set(5, 'w1'));
    await expect(driver.pulse(1, 5000)).rejects.toThrow(inUse);
    await expect(driver.setRelay(1, 'strike', false)).rejects.toThrow(inUse);
  });

  test('has no level if it is an input', async () => {
    const { driver, heard } = await open(twoDoors, ({ busy }) => busy.set(18, 'w1'));
    expect((await driver.levels()).map(({ door }) => door)).toEqual([1]);
    expect(heard.notices).toEqual(['contact of door 2: line GPIO18 of /dev/gpiochip0 is in use by w1']);
  });

  test('that does not exist is handled like one in use', async () => {
    const { heard } = await open({
      ...twoDoors,
      relays: [strike(5), { ...strike(0), door: 2, point: point('GPIO99') }],
    });
    expect(heard.notices).toEqual(['strike of door 2: no line is called GPIO99 on pinctrl-rp1 (gpiochip0)']);
  });

  test('is tried again every second until it is free; then it is safe, guarded, reported and read', async () => {
    const { driver, kernel, heard, guarded, clock } = await open(twoDoors, ({ busy }) =>
      busy.set(5, 'w1').set(17, 'w1'),
    );
    await driver.setRelay(2, 'strike', true);
    await clock.advance(5000);
    expect(kernel.asked.filter((each) => each === 'output 5 off')).toHaveLength(6);
    expect(heard).toMatchObject({ missed: 0, notices: { length: 2 } });
    kernel.busy.clear();
    await clock.advance(1000);
    expect(heard.notices.slice(2)).toEqual([
      'strike of door 1 is available now',
      'contact of door 1 is available now',
    ]);
    expect(heard.missed).toBe(1);
    expect(await driver.levels()).toHaveLength(2);
    // The guard of the others keeps running: its end would switch their relays off.
    expect(guarded).toEqual(['guard strike/2', 'guard strike/1']);
    expect(kernel.values.get(6)).toBe(true);
    await driver.pulse(1, 5000);
    expect(guarded.at(-1)).toBe('arm strike/1 5000');
    await clock.advance(5000);
    expect(kernel.asked.filter((each) => each === 'output 5 off')).toHaveLength(7);
  });

  test('that is now used by another program is reported again', async () => {
    const { kernel, heard, clock } = await open(twoDoors, ({ busy }) => busy.set(5, 'w1'));
    kernel.busy.set(5, 'spi0');
    await clock.advance(3000);
    expect(heard.notices.slice(1)).toEqual([
      'strike of door 1: line GPIO5 of /dev/gpiochip0 is in use by spi0',
    ]);
  });

  test('reports once that the kernel cannot be asked, not at every attempt', async () => {
    const { kernel, heard, clock } = await open(twoDoors, ({ busy }) => busy.set(5, 'w1'));
    kernel.fault = 'no GPIO here';
    await clock.advance(5000);
    expect(heard.notices.slice(1)).toEqual(['no GPIO here']);
  });

  test('is not tried again once the driver is closed', async () => {
    const { driver, kernel, clock } = await open(twoDoors, ({ busy }) => busy.set(5, 'w1'));
    await driver.close();
    const asked = kernel.asked.length;
    await clock.advance(5000);
    expect(kernel.asked).toHaveLength(asked);
  });

  test('fails the opening if no other line can be used either, with each reason once', async () => {
    await expect(open({ ...twoDoors, chip: 'pinctrl-rp2' })).rejects.toThrow(
      /^strike of door 1, strike of door 2, contact of door 1 and 1 more: there is no GPIO chip pinctrl-rp2; there is/,
    );
  });
});

test('closing continues past a relay that fails, and reports it at the end', async () => {
  const { driver, kernel, guarded } = await open({
    chip: 'pinctrl-rp1',
    relays: [strike(5), { ...strike(6), door: 2 }],
  });
  await driver.setRelay(1, 'strike', true);
  await driver.setRelay(2, 'strike', true);
  kernel.broken.add(5);
  await expect(driver.close()).rejects.toThrow('strike of door 1 does not go off: the kernel refused: EIO');
  expect(kernel.values.get(6)).toBe(false);
  expect(guarded.at(-1)).toBe('close');
});
