import { TestClock } from '@door-access/protocol';
import { expect, test } from '@jest/globals';
import { GpioDriver } from '../src/drivers/gpio-cdev.js';
import { findLine } from '../src/drivers/gpio-lines.js';
import type { ChipInfo, GpioKernel, GpioLine, LineEvent } from '../src/drivers/gpio-uapi.js';
import type { Guard, GuardAct } from '../src/drivers/guard.js';
import { safeScript } from '../src/drivers/safe-script.js';
import type { Point, Wiring } from '../src/drivers/wiring.js';

const CHIPS: ChipInfo[] = [
  { path: '/dev/gpiochip0', name: 'gpiochip0', label: 'pinctrl-rp1', lines: 54 },
  { path: '/dev/gpiochip4', name: 'gpiochip4', label: 'gpio-brcmstb', lines: 32 },
];

/** A kernel that remembers what was asked of it. */
class FakeKernel implements GpioKernel {
  readonly asked: string[] = [];
  readonly values = new Map<number, boolean>();
  readonly watchers = new Map<number, (event: LineEvent) => void>();
  stuck = false;

  chips(): ChipInfo[] {
    return CHIPS;
  }
  line(chip: string, offset: number) {
    return { offset, name: chip === '/dev/gpiochip0' ? `GPIO${offset}` : '', consumer: '', used: false };
  }
  input(_chip: string, offset: number): GpioLine {
    this.asked.push(`input ${offset}`);
    return this.#line(offset);
  }
  output(
    _chip: string,
    offset: number,
    { value, activeLow }: { value: boolean; activeLow: boolean },
  ): GpioLine {
    this.asked.push(`output ${offset} ${value ? 'on' : 'off'}${activeLow ? ' active-low' : ''}`);
    this.values.set(offset, value);
    return this.#line(offset);
  }
  #line(offset: number): GpioLine {
    return {
      fd: 100 + offset,
      get: () => this.values.get(offset) ?? false,
      set: (value) => void (this.stuck || this.values.set(offset, value)),
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

async function open(fields: Partial<Wiring>) {
  const kernel = new FakeKernel();
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
  const heard: { edges: { at: number; active: boolean }[]; missed: number } = { edges: [], missed: 0 };
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
    loadKernel: async () => kernel,
    guard: async (given) => {
      acts = given;
      return guard;
    },
    kernelTime: () => 5_000_000_000n,
  });
  await driver.open({ onEdge: (edge) => heard.edges.push(edge), onMissedEdges: () => heard.missed++ });
  return { kernel, driver, guarded, heard, acts };
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
  expect(guarded).toEqual(['arm strike/1 5000', 'disarm strike/1', 'close']);
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
  await expect(driver.setRelay(1, 'strike', true)).rejects.toThrow('reads back another level');
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
