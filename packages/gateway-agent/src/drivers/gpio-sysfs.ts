import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FoundLine, findLine } from './gpio-lines.js';
import { type ChipInfo, type GpioKernel, gpioKernel } from './gpio-uapi.js';
import { loadLibc } from './libc.js';
import { LineDriver, type LineOptions, type LineSource } from './line-driver.js';
import { coil, type WiredInput, type WiredRelay } from './wiring.js';

/* Doors on GPIO lines through sysfs, with onoff: for kernels whose character device is too old. */

export interface SysfsOptions extends LineOptions {
  readonly loadOnoff?: () => Promise<OnoffModule>;
  /** Names of lines are only known through the character device. */
  readonly loadKernel?: () => Promise<Pick<GpioKernel, 'chips' | 'line'> | null>;
  readonly root?: string;
}

/** The used part of onoff 6. */
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

export class SysfsGpioDriver extends LineDriver {
  constructor(options: SysfsOptions) {
    const { loadOnoff = importOnoff, loadKernel = characterDevice } = options;
    super(options, async () => sourceOf((await loadOnoff()).Gpio, await loadKernel(), options));
  }
}

function sourceOf(Gpio: OnoffModule['Gpio'], kernel: Kernel, options: SysfsOptions): LineSource {
  const { wiring, clock, root = GPIO_ROOT } = options;
  const numberOf = ({ point }: WiredInput | WiredRelay) =>
    sysfsNumber(kernel, root, wiring.chip, point.line ?? 0);
  return {
    /**
     * 'high' and 'low' are physical levels whatever active_low says ('out' would drive an active-low relay on).
     * On an already exported line, onoff swallows every error, so all settings are written again and read back.
     */
    relay(wired) {
      const number = numberOf(wired);
      const { activeLow } = wired.point;
      const safe = coil(wired, false);
      const level = safe !== activeLow ? 'high' : 'low';
      const line = exported(
        number,
        () => new Gpio(number, level, 'none', { activeLow, reconfigureDirection: true }),
      );
      if (line.activeLow() !== activeLow) line.setActiveLow(activeLow);
      if (line.direction() !== 'out') line.setDirection(level);
      if (line.activeLow() !== activeLow || line.direction() !== 'out' || (line.readSync() === 1) !== safe)
        throw new Error(notTaking(number));
      const path = join(root, `gpio${number}`, 'value');
      const text = safe ? '1' : '0';
      return {
        get: () => line.readSync() === 1,
        set: (value) => line.writeSync(value ? 1 : 0),
        // An output stays exported: unexporting it may let the line float.
        release: () => undefined,
        guardAct: { kind: 'write', path, bytes: Buffer.from(text) },
        safeAct: { kind: 'file', path, text },
      };
    },
    input(wired, listener) {
      const { door, input } = wired;
      const number = numberOf(wired);
      const { activeLow } = wired.point;
      const line = exported(
        number,
        () => new Gpio(number, 'in', 'both', { activeLow, reconfigureDirection: true }),
      );
      if (line.activeLow() !== activeLow) line.setActiveLow(activeLow);
      if (line.edge() !== 'both') line.setEdge('both');
      if (line.direction() !== 'in' || line.activeLow() !== activeLow || line.edge() !== 'both')
        throw new Error(notTaking(number));
      let last = line.readSync() === 1;
      line.watch((error, value) => {
        if (error) return listener.onMissedEdges();
        const at = clock.monotonic();
        const active = value === 1;
        // sysfs keeps no queue: two interrupts may be reported as one. The same level twice means a change and back.
        if (active === last) listener.onEdge({ door, input, active: !active, at });
        last = active;
        listener.onEdge({ door, input, active, at });
      });
      return { get: () => line.readSync() === 1, release: () => line.unexport() };
    },
  };
}

const notTaking = (number: number): string =>
  `GPIO ${number} is already exported and rejects its settings: does another program use it?`;

function exported(number: number, take: () => OnoffLine): OnoffLine {
  try {
    return take();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EBUSY') throw new Error(`GPIO ${number} is in use by another driver or program`);
    throw new Error(`GPIO ${number} cannot be used through sysfs: ${code ?? message}`);
  }
}

/** The sysfs number of a line: the base of its chip, which differs between kernels, plus its offset. */
function sysfsNumber(kernel: Kernel, root: string, chip: string | null, line: string | number): number {
  const bases = readBases(root);
  const found = kernel ? findLine(kernel, chip, line) : withoutNames(bases, chip, line);
  const base = bases.find(({ label, lines }) => label === found.chip.label && lines === found.chip.lines);
  if (!base) throw new Error(`sysfs does not show the chip ${found.chip.label}`);
  return base.base + found.offset;
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
    links: [],
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
