import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@door-access/protocol';
import type { RelayName } from '../relay.rules.js';
import type { Driver, DriverListener, InputLevel, SafeAct } from './driver.js';
import { type FoundLine, findLine } from './gpio-lines.js';
import { type ChipInfo, type GpioKernel, gpioKernel } from './gpio-uapi.js';
import type { GuardAct, startGuard } from './guard.js';
import { GuardKeeper } from './guard-keeper.js';
import { loadLibc } from './libc.js';
import { coil, relayKey, type WiredInput, type WiredRelay, type Wiring } from './wiring.js';

/* Doors on GPIO lines through sysfs, with onoff: for kernels whose character device is too old. */

export interface SysfsOptions {
  readonly wiring: Wiring;
  readonly clock: Clock;
  readonly loadOnoff?: () => Promise<OnoffModule>;
  /** Names of lines are only known through the character device. */
  readonly loadKernel?: () => Promise<Pick<GpioKernel, 'chips' | 'line'> | null>;
  readonly guard?: typeof startGuard;
  readonly root?: string;
}

/** What is used of onoff 6. */
export interface OnoffModule {
  Gpio: new (
    gpio: number,
    direction: 'in' | 'high' | 'low',
    edge: 'none' | 'both',
    options: { activeLow: boolean; reconfigureDirection: boolean },
  ) => OnoffLine;
}
export interface OnoffLine {
  readSync(): number;
  writeSync(value: 0 | 1): void;
  direction(): string;
  activeLow(): boolean;
  setActiveLow(invert: boolean): void;
  setDirection(direction: 'in' | 'high' | 'low'): void;
  setEdge(edge: 'none' | 'both'): void;
  edge(): string;
  watch(callback: (error: Error | null | undefined, value: number) => void): void;
  unexport(): void;
}

const GPIO_ROOT = '/sys/class/gpio';

interface OpenRelay extends WiredRelay {
  readonly line: OnoffLine;
  readonly number: number;
}

export class SysfsGpioDriver implements Driver {
  readonly #options: SysfsOptions;
  #inputs: (WiredInput & { line: OnoffLine })[] = [];
  readonly #relays = new Map<string, OpenRelay>();
  #guard: GuardKeeper | null = null;

  constructor(options: SysfsOptions) {
    this.#options = options;
  }

  async open(listener: DriverListener): Promise<void> {
    const { wiring, loadOnoff = importOnoff, loadKernel = characterDevice, guard } = this.#options;
    this.#letGo();
    const { Gpio } = await loadOnoff();
    const kernel = await loadKernel();
    try {
      for (const wired of wiring.relays) this.#takeRelay(Gpio, kernel, wired);
      for (const wired of wiring.inputs) this.#takeInput(Gpio, kernel, wired, listener);
    } catch (error) {
      this.#letGo();
      throw error;
    }
    if (this.#relays.size === 0) return;
    this.#guard = new GuardKeeper({
      clock: this.#options.clock,
      notice: (line) => listener.onNotice?.(line),
      ...(guard ? { start: guard } : {}),
    });
    await this.#guard.watch(this.#guardActs());
  }

  async levels(): Promise<InputLevel[]> {
    return this.#inputs.map(({ door, input, line }) => ({ door, input, active: line.readSync() === 1 }));
  }

  async setRelay(door: number, relay: RelayName, on: boolean): Promise<void> {
    const key = relayKey(door, relay);
    this.#switch(key, on);
    if (!on) this.#guard?.disarm(key);
  }

  async pulse(door: number, milliseconds: number): Promise<void> {
    const key = relayKey(door, 'strike');
    await this.#guard?.arm(key, milliseconds);
    this.#switch(key, true);
  }

  safeActs(): SafeAct[] {
    return [...this.#relays.values()].map((relay) => ({
      kind: 'file',
      path: this.#valueFile(relay.number),
      text: coil(relay, false) ? '1' : '0',
    }));
  }

  guardAlive(): boolean | null {
    return this.#relays.size > 0 ? (this.#guard?.alive ?? false) : null;
  }

  async close(): Promise<void> {
    for (const key of this.#relays.keys()) this.#switch(key, false);
    await this.#guard?.close();
    // An output stays exported: unexporting it may let the line float.
    for (const { line } of this.#inputs) line.unexport();
    this.#inputs = [];
    this.#letGo();
  }

  /**
   * 'high' and 'low' are physical levels whatever active_low says ('out' would drive an active-low relay on).
   * On a line that is exported already onoff swallows every error, so all of it is set again and read back.
   */
  #takeRelay(Gpio: OnoffModule['Gpio'], kernel: Kernel, wired: WiredRelay): void {
    const number = this.#number(kernel, wired.point.line ?? 0);
    const { activeLow } = wired.point;
    const level = coil(wired, false) !== activeLow ? 'high' : 'low';
    const line = this.#export(
      number,
      () => new Gpio(number, level, 'none', { activeLow, reconfigureDirection: true }),
    );
    if (line.activeLow() !== activeLow) line.setActiveLow(activeLow);
    if (line.direction() !== 'out') line.setDirection(level);
    const wanted = coil(wired, false);
    if (line.activeLow() !== activeLow || line.direction() !== 'out' || (line.readSync() === 1) !== wanted)
      throw new Error(`GPIO ${number} is exported already and does not take its settings: who else uses it?`);
    this.#relays.set(relayKey(wired.door, wired.relay), { ...wired, line, number });
  }

  #takeInput(Gpio: OnoffModule['Gpio'], kernel: Kernel, wired: WiredInput, listener: DriverListener): void {
    const number = this.#number(kernel, wired.point.line ?? 0);
    const { activeLow } = wired.point;
    const line = this.#export(
      number,
      () => new Gpio(number, 'in', 'both', { activeLow, reconfigureDirection: true }),
    );
    if (line.activeLow() !== activeLow) line.setActiveLow(activeLow);
    if (line.edge() !== 'both') line.setEdge('both');
    if (line.direction() !== 'in' || line.activeLow() !== activeLow || line.edge() !== 'both')
      throw new Error(`GPIO ${number} is exported already and does not take its settings: who else uses it?`);
    let last = line.readSync() === 1;
    this.#inputs.push({ ...wired, line });
    line.watch((error, value) => {
      if (error) return listener.onMissedEdges();
      const at = this.#options.clock.monotonic();
      const active = value === 1;
      // sysfs keeps no queue: two interrupts may be told as one. An equal level twice means a change and back.
      if (active === last) listener.onEdge({ door: wired.door, input: wired.input, active: !active, at });
      last = active;
      listener.onEdge({ door: wired.door, input: wired.input, active, at });
    });
  }

  #export(number: number, take: () => OnoffLine): OnoffLine {
    try {
      return take();
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EBUSY') throw new Error(`GPIO ${number} is in use by another driver or program`);
      throw new Error(`GPIO ${number} cannot be had through sysfs: ${code ?? message}`);
    }
  }

  /** The number sysfs knows a line by: the base of its chip, which changes from kernel to kernel, and its offset. */
  #number(kernel: Kernel, line: string | number): number {
    const { root = GPIO_ROOT, wiring } = this.#options;
    const bases = readBases(root);
    const found = kernel ? findLine(kernel, wiring.chip, line) : withoutNames(bases, wiring.chip, line);
    const base = bases.find(({ label, lines }) => label === found.chip.label && lines === found.chip.lines);
    if (!base) throw new Error(`sysfs does not show the chip ${found.chip.label}`);
    return base.base + found.offset;
  }

  #switch(key: string, on: boolean): void {
    const relay = this.#relays.get(key);
    if (!relay) throw new Error('the GPIO lines are not open');
    const value = coil(relay, on);
    relay.line.writeSync(value ? 1 : 0);
    if ((relay.line.readSync() === 1) !== value)
      throw new Error('the line reads back another level than it was given');
  }

  #guardActs(): Map<string, GuardAct> {
    return new Map(
      [...this.#relays].map(([key, relay]) => [
        key,
        {
          kind: 'write',
          path: this.#valueFile(relay.number),
          bytes: Buffer.from(coil(relay, false) ? '1' : '0'),
        },
      ]),
    );
  }

  #valueFile(number: number): string {
    return join(this.#options.root ?? GPIO_ROOT, `gpio${number}`, 'value');
  }

  #letGo(): void {
    for (const { line } of this.#inputs) line.unexport();
    this.#inputs = [];
    this.#relays.clear();
    this.#guard = null;
  }
}

type Kernel = Pick<GpioKernel, 'chips' | 'line'> | null;
interface SysfsChip extends ChipInfo {
  readonly base: number;
}

function readBases(root: string): SysfsChip[] {
  let names: string[];
  try {
    names = readdirSync(root).filter((name) => /^gpiochip\d+$/.test(name));
  } catch {
    throw new Error('this kernel has no GPIO in sysfs (CONFIG_GPIO_SYSFS): use driver gpio');
  }
  const read = (name: string, field: string) => readFileSync(join(root, name, field), 'utf8').trim();
  return names.map((name) => ({
    path: join(root, name),
    name,
    label: read(name, 'label'),
    lines: Number(read(name, 'ngpio')),
    base: Number(read(name, 'base')),
  }));
}

/** Where there is no character device, lines have numbers only. */
function withoutNames(chips: readonly SysfsChip[], chip: string | null, line: string | number): FoundLine {
  const noNames = () => {
    throw new Error(`line ${line}: names need the character device; give the line's number on its chip`);
  };
  return findLine({ chips: () => [...chips], line: noNames }, chip, line);
}

async function importOnoff(): Promise<OnoffModule> {
  try {
    const { default: onoff } = await import('onoff');
    return onoff;
  } catch (error) {
    throw new Error(
      'driver gpio-sysfs needs the package onoff, which npm could not build here: install python3, make and g++, then ' +
        `run npm ci again; or take the Debian package, or driver gpio (${(error as Error).message})`,
    );
  }
}

/** Null where the machine has no character device. */
async function characterDevice(): Promise<GpioKernel | null> {
  const kernel = gpioKernel(await loadLibc());
  try {
    return kernel.chips().length > 0 ? kernel : null;
  } catch {
    return null;
  }
}
