import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { findPort, listPorts, type SerialRoots } from '../src/drivers/boards/serial-find.js';

let folder: string;
let roots: SerialRoots;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sys-'));
  roots = { sys: join(folder, 'class/tty'), dev: '/dev' };
  mkdirSync(roots.sys, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A USB board as the kernel shows it. */
function plug(tty: string, place: string, attributes: Record<string, string>): void {
  const usb = join(folder, 'devices/usb1', place);
  const device = join(usb, `${place}:1.0`, tty);
  mkdirSync(device, { recursive: true });
  for (const [name, value] of Object.entries(attributes)) writeFileSync(join(usb, name), `${value}\n`);
  mkdirSync(join(roots.sys, tty));
  symlinkSync(device, join(roots.sys, tty, 'device'));
}
const unplug = (tty: string) => rmSync(join(roots.sys, tty), { recursive: true });

const BOARD = { idVendor: '1a86', idProduct: '7523', serial: 'X1' };
const MATCH = { vendor: '1a86', product: '7523', serial: 'X1' };

test('a board is found by its plug, also when it comes back as another port', () => {
  plug('ttyUSB0', '1-1', BOARD);
  expect(findPort(MATCH, roots)).toBe('/dev/ttyUSB0');
  unplug('ttyUSB0');
  expect(() => findPort(MATCH, roots)).toThrow('no board is plugged in as USB 1a86:7523 X1');
  plug('ttyUSB1', '1-2', BOARD);
  expect(findPort(MATCH, roots)).toBe('/dev/ttyUSB1');
});

test('two boards alike are told apart by serial number, and without one are refused', () => {
  plug('ttyUSB0', '1-1', BOARD);
  plug('ttyUSB1', '1-2', { ...BOARD, serial: 'X2' });
  expect(findPort({ ...MATCH, serial: 'X2' }, roots)).toBe('/dev/ttyUSB1');
  expect(() => findPort({ ...MATCH, serial: null }, roots)).toThrow(
    /2 boards are plugged in as USB 1a86:7523 \(\/dev\/ttyUSB0, \/dev\/ttyUSB1\)/,
  );
});

test('ports that are no USB are listed too, empty ones are not', () => {
  for (const [name, type] of [
    ['ttyS0', '4'],
    ['ttyS1', '0'],
  ] as const) {
    mkdirSync(join(roots.sys, name, 'device'), { recursive: true });
    writeFileSync(join(roots.sys, name, 'type'), `${type}\n`);
  }
  expect(listPorts(roots)).toEqual([
    { path: '/dev/ttyS0', vendor: null, product: null, serial: null, description: null },
  ]);
});
