import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Libc } from './libc.js';
import type { Bias } from './wiring.js';

/* The kernel's GPIO character device, version 2 of its interface (include/uapi/linux/gpio.h). */

export interface ChipInfo {
  readonly path: string;
  readonly name: string;
  readonly label: string;
  readonly lines: number;
  /** Other paths of the same device: Raspberry Pi OS links gpiochip4 to gpiochip0. */
  readonly links: readonly string[];
}

export interface LineInfo {
  readonly offset: number;
  readonly name: string;
  /** Who uses the line, where the kernel knows. */
  readonly consumer: string;
  readonly used: boolean;
}

export interface LineEvent {
  /** CLOCK_MONOTONIC nanoseconds, stamped in the interrupt. */
  readonly at: bigint;
  readonly rising: boolean;
  /** Numbers the events of the line, including lost ones. */
  readonly sequence: number;
}

/** One requested line. Values are logical: active_low is the kernel's business. */
export interface GpioLine {
  readonly fd: number;
  get(): boolean;
  set(value: boolean): void;
  watch(onEvent: (event: LineEvent) => void): void;
  close(): void;
}

export interface InputRequest {
  readonly activeLow: boolean;
  readonly bias: Bias;
  /** Microseconds; 0 for none. */
  readonly debounce: number;
}

/** What the drivers use of the kernel; tests simulate it. */
export interface GpioKernel {
  chips(): ChipInfo[];
  line(chip: string, offset: number): LineInfo;
  input(chip: string, offset: number, request: InputRequest): GpioLine;
  output(chip: string, offset: number, request: { activeLow: boolean; value: boolean }): GpioLine;
}

export const CONSUMER = 'door-agent';
/** Events of one line that the kernel keeps while the process is busy; its default is 16. */
const EVENT_BUFFER = 1024;

const SIZE = { chipInfo: 68, lineInfo: 256, request: 592, values: 16, event: 48 } as const;
const READ = 2;
const READ_WRITE = 3;
const command = (direction: number, number: number, size: number): number =>
  ((direction << 30) | (size << 16) | (0xb4 << 8) | number) >>> 0;
const CHIP_INFO = command(READ, 0x01, SIZE.chipInfo);
const LINE_INFO = command(READ_WRITE, 0x05, SIZE.lineInfo);
export const LINE_REQUEST = command(READ_WRITE, 0x07, SIZE.request);
const GET_VALUES = command(READ_WRITE, 0x0e, SIZE.values);
export const SET_VALUES = command(READ_WRITE, 0x0f, SIZE.values);

const FLAG = {
  used: 1n << 0n,
  activeLow: 1n << 1n,
  input: 1n << 2n,
  output: 1n << 3n,
  rising: 1n << 4n,
  falling: 1n << 5n,
  biasUp: 1n << 8n,
  biasDown: 1n << 9n,
} as const;
const BIAS: Record<Bias, bigint> = { pull_up: FLAG.biasUp, pull_down: FLAG.biasDown, none: 0n };

const ATTRIBUTE_VALUES = 2;
const ATTRIBUTE_DEBOUNCE = 3;
/** Offsets within `struct gpio_v2_line_request`. */
const AT = { consumer: 256, flags: 288, attributes: 320, count: 296, lines: 560, buffer: 564, fd: 588 };

interface Request {
  readonly flags: bigint;
  readonly value?: boolean;
  readonly debounce?: number;
}

/** `struct gpio_v2_line_request` for one line. */
function requestBytes(offset: number, { flags, value, debounce }: Request): Buffer {
  const bytes = Buffer.alloc(SIZE.request);
  bytes.writeUInt32LE(offset, 0);
  bytes.write(CONSUMER, AT.consumer, 'latin1');
  bytes.writeBigUInt64LE(flags, AT.flags);
  let attributes = 0;
  const attribute = (id: number, write: (at: number) => void) => {
    const at = AT.attributes + attributes++ * 24;
    bytes.writeUInt32LE(id, at);
    write(at + 8);
    bytes.writeBigUInt64LE(1n, at + 16);
  };
  if (value !== undefined) attribute(ATTRIBUTE_VALUES, (at) => bytes.writeBigUInt64LE(value ? 1n : 0n, at));
  if (debounce) attribute(ATTRIBUTE_DEBOUNCE, (at) => bytes.writeUInt32LE(debounce, at));
  bytes.writeUInt32LE(attributes, AT.count);
  bytes.writeUInt32LE(1, AT.lines);
  bytes.writeUInt32LE(EVENT_BUFFER, AT.buffer);
  return bytes;
}

/** The request that takes a line as an output and drives it at once. */
export const outputRequest = (offset: number, activeLow: boolean, value: boolean): Buffer =>
  requestBytes(offset, { flags: FLAG.output | (activeLow ? FLAG.activeLow : 0n), value });

/** `struct gpio_v2_line_values` that sets the only line of a request. */
export function valueBytes(value: boolean): Buffer {
  const bytes = Buffer.alloc(SIZE.values);
  bytes.writeBigUInt64LE(value ? 1n : 0n, 0);
  bytes.writeBigUInt64LE(1n, 8);
  return bytes;
}

export function gpioKernel(libc: Libc, folder = '/dev'): GpioKernel {
  const onChip = <T>(path: string, work: (fd: number) => T): T => {
    const fd = openSync(path, 'r+');
    try {
      return work(fd);
    } finally {
      closeSync(fd);
    }
  };
  const chipOf = (paths: readonly string[]): ChipInfo => {
    const [first = ''] = paths;
    const bytes = Buffer.alloc(SIZE.chipInfo);
    onChip(first, (fd) => libc.ioctl(fd, CHIP_INFO, bytes));
    const name = text(bytes, 0);
    // Links depend on udev rules; the kernel's own name is stable.
    const path = paths.find((each) => basename(each) === name) ?? first;
    return {
      path,
      name,
      label: text(bytes, 32),
      lines: bytes.readUInt32LE(64),
      links: paths.filter((each) => each !== path),
    };
  };
  const request = (chip: string, bytes: Buffer): GpioLine => {
    onChip(chip, (fd) => libc.ioctl(fd, LINE_REQUEST, bytes));
    return requested(libc, bytes.readInt32LE(AT.fd));
  };
  return {
    chips() {
      const paths = readdirSync(folder)
        .filter((name) => /^gpiochip\d+$/.test(name))
        .sort((a, b) => Number(a.slice(8)) - Number(b.slice(8)))
        .map((name) => join(folder, name));
      // A name may be a link; the device number identifies its chip.
      const devices = new Map<number, string[]>();
      for (const path of paths) {
        const device = statSync(path, { throwIfNoEntry: false })?.rdev;
        if (device !== undefined) devices.set(device, [...(devices.get(device) ?? []), path]);
      }
      return [...devices.values()].map((names) => chipOf(names));
    },
    line: (chip, offset) =>
      onChip(chip, (fd) => {
        const bytes = Buffer.alloc(SIZE.lineInfo);
        bytes.writeUInt32LE(offset, 64);
        libc.ioctl(fd, LINE_INFO, bytes);
        const flags = bytes.readBigUInt64LE(72);
        return {
          offset,
          name: text(bytes, 0),
          consumer: text(bytes, 32),
          used: (flags & FLAG.used) !== 0n,
        };
      }),
    input: (chip, offset, { activeLow, bias, debounce }) =>
      request(
        chip,
        requestBytes(offset, {
          flags: FLAG.input | FLAG.rising | FLAG.falling | BIAS[bias] | (activeLow ? FLAG.activeLow : 0n),
          debounce,
        }),
      ),
    output: (chip, offset, { activeLow, value }) => request(chip, outputRequest(offset, activeLow, value)),
  };
}

function requested(libc: Libc, fd: number): GpioLine {
  let stop: (() => void) | null = null;
  let open = true;
  const values = Buffer.alloc(SIZE.values);
  return {
    fd,
    get() {
      values.fill(0);
      values.writeBigUInt64LE(1n, 8);
      libc.ioctl(fd, GET_VALUES, values);
      return (values.readBigUInt64LE(0) & 1n) === 1n;
    },
    set: (value) => void libc.ioctl(fd, SET_VALUES, valueBytes(value)),
    watch(onEvent) {
      const bytes = Buffer.alloc(SIZE.event * 64);
      stop = libc.poll(fd, () => {
        if (!open) return;
        const length = readSync(fd, bytes, 0, bytes.length, null);
        for (let at = 0; at + SIZE.event <= length; at += SIZE.event) {
          onEvent({
            at: bytes.readBigUInt64LE(at),
            rising: bytes.readUInt32LE(at + 8) === 1,
            sequence: bytes.readUInt32LE(at + 20),
          });
        }
      });
    },
    close() {
      if (!open) return;
      open = false;
      stop?.();
      closeSync(fd);
    },
  };
}

const text = (bytes: Buffer, at: number): string => {
  const end = bytes.indexOf(0, at);
  return bytes.toString('latin1', at, Math.min(end < 0 ? at + 32 : end, at + 32));
};
