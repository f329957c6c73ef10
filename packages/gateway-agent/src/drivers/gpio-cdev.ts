import type { Clock } from '@door-access/protocol';
import type { RelayName } from '../relay.rules.js';
import type { Driver, DriverListener, InputLevel, SafeAct } from './driver.js';
import { findLine } from './gpio-lines.js';
import {
  CONSUMER,
  type GpioKernel,
  type GpioLine,
  gpioKernel,
  outputRequest,
  valueBytes,
} from './gpio-uapi.js';
import type { GuardAct, startGuard } from './guard.js';
import { GuardKeeper } from './guard-keeper.js';
import { loadLibc } from './libc.js';
import { coil, relayKey, type WiredInput, type WiredRelay, type Wiring } from './wiring.js';

/* Doors on lines of a GPIO chip, through the kernel's character device. */

export interface GpioOptions {
  readonly wiring: Wiring;
  readonly clock: Clock;
  readonly loadKernel?: () => Promise<GpioKernel>;
  readonly guard?: typeof startGuard;
  /** CLOCK_MONOTONIC in nanoseconds, the clock of the kernel's time stamps. */
  readonly kernelTime?: () => bigint;
}

/** The kernel filters shorter glitches, so that a bad wire cannot flood the process; the rest is debounced above. */
const LONGEST_KERNEL_DEBOUNCE_MS = 5;

interface OpenInput extends WiredInput {
  readonly line: GpioLine;
  sequence: number;
}
interface OpenRelay extends WiredRelay {
  readonly line: GpioLine;
  readonly chip: string;
  readonly offset: number;
}

export class GpioDriver implements Driver {
  readonly #options: GpioOptions;
  #inputs: OpenInput[] = [];
  readonly #relays = new Map<string, OpenRelay>();
  #guard: GuardKeeper | null = null;

  constructor(options: GpioOptions) {
    this.#options = options;
  }

  async open(listener: DriverListener): Promise<void> {
    const { wiring, loadKernel = async () => gpioKernel(await loadLibc()), guard } = this.#options;
    this.#letGo();
    const kernel = await loadKernel();
    try {
      // Relays first: taking a line drives it safe in the same call.
      for (const relay of wiring.relays) this.#takeRelay(kernel, relay);
      for (const input of wiring.inputs) this.#takeInput(kernel, input, listener);
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
    return this.#inputs.map(({ door, input, line }) => ({ door, input, active: line.get() }));
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
    return [...this.#relays.values()].map(({ chip, offset, point, failSafe }) => ({
      kind: 'line',
      chip,
      request: outputRequest(offset, point.activeLow, coil({ failSafe }, false)),
    }));
  }

  guardAlive(): boolean | null {
    return this.#relays.size > 0 ? (this.#guard?.alive ?? false) : null;
  }

  async close(): Promise<void> {
    for (const key of this.#relays.keys()) this.#switch(key, false);
    await this.#guard?.close();
    this.#letGo();
  }

  #takeRelay(kernel: GpioKernel, wired: WiredRelay): void {
    const { chip, offset } = this.#find(kernel, wired);
    const { activeLow } = wired.point;
    const line = this.#busy(kernel, chip.path, offset, () =>
      kernel.output(chip.path, offset, { activeLow, value: coil(wired, false) }),
    );
    this.#relays.set(relayKey(wired.door, wired.relay), { ...wired, line, chip: chip.path, offset });
  }

  #takeInput(kernel: GpioKernel, wired: WiredInput, listener: DriverListener): void {
    const { chip, offset } = this.#find(kernel, wired);
    const { activeLow, bias, debounceMs } = wired.point;
    const quietMs = Math.min(LONGEST_KERNEL_DEBOUNCE_MS, debounceMs / 5);
    const line = this.#busy(kernel, chip.path, offset, () =>
      kernel.input(chip.path, offset, { activeLow, bias, debounce: Math.round(quietMs * 1000) }),
    );
    const input: OpenInput = { ...wired, line, sequence: 0 };
    this.#inputs.push(input);
    const { clock, kernelTime = process.hrtime.bigint } = this.#options;
    // Both clocks are CLOCK_MONOTONIC, from different zeros; read in this order, no edge comes to lie in the future.
    const now = clock.monotonic();
    const zero = Number(kernelTime()) / 1e6 - now;
    line.watch(({ at, rising, sequence }) => {
      const missed = sequence !== input.sequence + 1;
      input.sequence = sequence;
      // The kernel stamps an edge when its debounce is over.
      const edgeAt = Number(at) / 1e6 - zero - quietMs;
      listener.onEdge({ door: wired.door, input: wired.input, active: rising, at: edgeAt });
      if (missed) listener.onMissedEdges();
    });
  }

  #find(kernel: GpioKernel, { point }: WiredInput | WiredRelay) {
    return findLine(kernel, this.#options.wiring.chip, point.line ?? 0);
  }

  #busy(kernel: GpioKernel, chip: string, offset: number, take: () => GpioLine): GpioLine {
    try {
      return take();
    } catch (error) {
      const { name, consumer, used } = kernel.line(chip, offset);
      const called = `line ${name || offset} of ${chip}`;
      if (!used) throw new Error(`${called} cannot be had: ${(error as Error).message}`);
      const ours = consumer === CONSUMER ? ' (is another agent running, or is it configured twice?)' : '';
      throw new Error(`${called} is in use by ${consumer || 'the kernel'}${ours}`);
    }
  }

  /** Written and read back: a line that does not follow is a fault to be told. */
  #switch(key: string, on: boolean): void {
    const relay = this.#relays.get(key);
    if (!relay) throw new Error('the GPIO lines are not open');
    const value = coil(relay, on);
    relay.line.set(value);
    if (relay.line.get() !== value) throw new Error('the line reads back another level than it was given');
  }

  #guardActs(): Map<string, GuardAct> {
    return new Map(
      [...this.#relays].map(([key, relay]) => [
        key,
        { kind: 'line', fd: relay.line.fd, values: valueBytes(coil(relay, false)) },
      ]),
    );
  }

  #letGo(): void {
    for (const { line } of [...this.#inputs, ...this.#relays.values()]) line.close();
    this.#inputs = [];
    this.#relays.clear();
    this.#guard = null;
  }
}
