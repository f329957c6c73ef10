import { fstatSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { findLine } from '../src/drivers/gpio-lines.js';
import { gpioKernel } from '../src/drivers/gpio-uapi.js';
import type { Libc } from '../src/drivers/libc.js';

/* Two character devices that every machine has stand in for two chips; the folder stands in for /dev. */

const CHIPS = [
  { device: '/dev/null', name: 'gpiochip0', label: 'pinctrl-rp1', line: 'GPIO' },
  { device: '/dev/zero', name: 'gpiochip10', label: 'gpio-brcmstb', line: 'BRCM' },
];
const LINES = 4;
const LINE_INFO_SIZE = 256;

/** A kernel that knows a chip by the number of the opened device. */
const libc: Libc = {
  ioctl(fd, _request, bytes) {
    const chip = CHIPS.find(({ device }) => statSync(device).rdev === fstatSync(fd).rdev);
    if (!chip) throw new Error('not a chip');
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    if (bytes.length === LINE_INFO_SIZE) buffer.write(`${chip.line}${buffer.readUInt32LE(64)}\0`, 0);
    else {
      buffer.write(`${chip.name}\0`, 0);
      buffer.write(`${chip.label}\0`, 32);
      buffer.writeUInt32LE(LINES, 64);
    }
    return 0;
  },
  poll: () => () => undefined,
  sendDatagram: () => false,
};

let dev: string;
beforeEach(() => {
  dev = mkdtempSync(join(tmpdir(), 'dev-'));
  for (const { device, name } of CHIPS) symlinkSync(device, join(dev, name));
});
afterEach(() => rmSync(dev, { recursive: true }));
const kernel = () => gpioKernel(libc, dev);

describe('a chip with a second name in /dev, as Raspberry Pi OS gives it', () => {
  beforeEach(() => symlinkSync('gpiochip0', join(dev, 'gpiochip4')));

  test('is one chip', () => {
    expect(kernel().chips()).toMatchObject([
      { name: 'gpiochip0', path: join(dev, 'gpiochip0'), links: [join(dev, 'gpiochip4')] },
      { name: 'gpiochip10', path: join(dev, 'gpiochip10'), links: [] },
    ]);
  });

  test('has its lines found by name, and by label and number', () => {
    const found = { chip: { path: join(dev, 'gpiochip0') }, offset: 3 };
    expect(findLine(kernel(), null, 'GPIO3')).toMatchObject(found);
    expect(findLine(kernel(), 'pinctrl-rp1', 'GPIO3')).toMatchObject(found);
    expect(findLine(kernel(), 'pinctrl-rp1', 3)).toMatchObject(found);
  });

  test('answers to its second name too, by name and by path', () => {
    const found = { chip: { path: join(dev, 'gpiochip0') }, offset: 3 };
    expect(findLine(kernel(), 'gpiochip4', 3)).toMatchObject(found);
    expect(findLine(kernel(), join(dev, 'gpiochip4'), 3)).toMatchObject(found);
  });
});

test('a chip is opened by the kernel’s own name for it, though a link comes before that', () => {
  symlinkSync('gpiochip10', join(dev, 'gpiochip1'));
  expect(kernel().chips()).toMatchObject([
    { name: 'gpiochip0' },
    { name: 'gpiochip10', path: join(dev, 'gpiochip10'), links: [join(dev, 'gpiochip1')] },
  ]);
});

test('a dangling link is not a chip', () => {
  symlinkSync('gpiochip7', join(dev, 'gpiochip4'));
  expect(kernel().chips()).toHaveLength(2);
});
