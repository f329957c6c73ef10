import { findLine } from './gpio-lines.js';
import {
  CONSUMER,
  type GpioKernel,
  type GpioLine,
  gpioKernel,
  outputRequest,
  valueBytes,
} from './gpio-uapi.js';
import { loadLibc } from './libc.js';
import { LineDriver, type LineOptions, type LineSource } from './line-driver.js';
import { coil, type WiredInput, type WiredRelay } from './wiring.js';

/* Doors on lines of a GPIO chip, through the kernel's character device. */

export interface GpioOptions extends LineOptions {
  readonly loadKernel?: () => Promise<GpioKernel>;
  /** CLOCK_MONOTONIC in nanoseconds, the clock of the kernel's time stamps. */
  readonly kernelTime?: () => bigint;
}

/** The kernel filters shorter glitches, so that a bad wire cannot flood the process; the rest is debounced above. */
const MAX_KERNEL_DEBOUNCE_MS = 5;

export class GpioDriver extends LineDriver {
  constructor(options: GpioOptions) {
    const { loadKernel = async () => gpioKernel(await loadLibc()) } = options;
    super(options, async () => sourceOf(await loadKernel(), options));
  }
}

function sourceOf(kernel: GpioKernel, options: GpioOptions): LineSource {
  const { wiring, clock, kernelTime = process.hrtime.bigint } = options;
  const find = ({ point }: WiredInput | WiredRelay) => findLine(kernel, wiring.chip, point.line ?? 0);
  return {
    relay(wired) {
      const { chip, offset } = find(wired);
      const { activeLow } = wired.point;
      const safe = coil(wired, false);
      const line = take(kernel, chip.path, offset, () =>
        kernel.output(chip.path, offset, { activeLow, value: safe }),
      );
      return {
        get: () => line.get(),
        set: (value) => line.set(value),
        release: () => line.close(),
        guardAct: { kind: 'line', fd: line.fd, values: valueBytes(safe) },
        safeAct: { kind: 'line', chip: chip.path, request: outputRequest(offset, activeLow, safe) },
      };
    },
    input(wired, listener) {
      const { chip, offset } = find(wired);
      const { activeLow, bias, debounceMs } = wired.point;
      const quietMs = Math.min(MAX_KERNEL_DEBOUNCE_MS, debounceMs / 5);
      const line = take(kernel, chip.path, offset, () =>
        kernel.input(chip.path, offset, { activeLow, bias, debounce: Math.round(quietMs * 1000) }),
      );
      let last = 0;
      // Both clocks are CLOCK_MONOTONIC with different origins; reading them in this order puts no edge in the future.
      const now = clock.monotonic();
      const zero = Number(kernelTime()) / 1e6 - now;
      line.watch(({ at, rising, sequence }) => {
        const missed = sequence !== last + 1;
        last = sequence;
        // The kernel stamps an edge at the end of its debounce.
        const edgeAt = Number(at) / 1e6 - zero - quietMs;
        listener.onEdge({ door: wired.door, input: wired.input, active: rising, at: edgeAt });
        if (missed) listener.onMissedEdges();
      });
      return { get: () => line.get(), release: () => line.close() };
    },
  };
}

/** @throws an error that names the user of a busy line */
function take(kernel: GpioKernel, chip: string, offset: number, request: () => GpioLine): GpioLine {
  try {
    return request();
  } catch (error) {
    const { name, consumer, used } = kernel.line(chip, offset);
    const called = `line ${name || offset} of ${chip}`;
    if (!used) throw new Error(`${called} cannot be used: ${(error as Error).message}`);
    const ours = consumer === CONSUMER ? ' (is another agent running, or is it configured twice?)' : '';
    throw new Error(`${called} is in use by ${consumer || 'the kernel'}${ours}`);
  }
}
