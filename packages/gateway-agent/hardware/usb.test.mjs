import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { plugIn } from './boards/plug.mjs';
import { Machine } from './machine.mjs';

/* A relay board behind a real USB serial driver (ftdi_sio), whose plug is pulled. */

let folder;
let machine;
let board;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'usb-'));
  board = await plugIn('lcus', path.join(folder, 'board'));
  machine = await Machine.boot({ role: 'usb', devices: ['-device', 'qemu-xhci,id=xhci'] });
  await machine.heard('@ready');
});
afterAll(async () => {
  await machine?.stop();
  await board?.unplug();
  rmSync(folder, { recursive: true, force: true });
});

let plugs = 0;
async function plug() {
  const id = `wire${++plugs}`;
  const device = { type: 'serial', data: { device: path.join(folder, 'board') } };
  await machine.monitor('chardev-add', { id, backend: device });
  await machine.monitor('device_add', {
    driver: 'usb-serial',
    id: `plug${plugs}`,
    chardev: id,
    bus: 'xhci.0',
  });
}
async function pull() {
  await machine.monitor('device_del', { id: `plug${plugs}` });
}
const notices = () => machine.reports('@notice').map(({ line }) => line);
const losses = () => notices().filter((line) => /does not answer/.test(line));
const returns = () => notices().filter((line) => /is back, on \/dev\/ttyUSB\d/.test(line));
const until = (condition, what) => machine.until(condition, what);
async function run(word) {
  const before = machine.log.length;
  machine.send(word);
  await until(() => machine.log.slice(before).some((line) => /^@(done|failed)-/.test(line)), word);
  return machine.log.slice(before).find((line) => /^@(done|failed)-/.test(line));
}

test('a board on a USB plug is found by what the plug says, and switched', async () => {
  await plug();
  await run('open');
  expect((await machine.heard('@open')).port).toMatchObject({ vendor: '0403', product: '6001' });
  expect(await run('hold')).toContain('@done');
  await until(() => board.relays[2], 'the hold');
});

test('its plug pulled, that is reported within two polls and commands fail; put in again, it works, with its hold', async () => {
  await pull();
  await until(() => notices().length === 1, 'a notice');
  expect(notices()[0]).toMatch(/does not answer/);
  // Polls are 250 ms apart, plus the delay of an emulated machine.
  expect(machine.reports('@notice')[0].sinceGone).toBeLessThan(1000);
  expect(await run('strike')).toMatch(/@failed-strike .*is not there/);
  board.relays[2] = false;
  await plug();
  await until(() => returns().length === 1, 'a return');
  await until(() => board.relays[2], 'the hold');
  // It lost its power: the hold was off meanwhile, which is reported.
  await until(
    () => notices().some((line) => /hold relay was off for a time and is on again/.test(line)),
    'a cut',
  );
});

test('it is found again as another ttyUSB, where its number is taken', async () => {
  const [, number] = /ttyUSB(\d)/.exec(returns()[0]);
  expect(await run('occupy')).toContain('@done');
  await pull();
  await until(() => losses().length === 2, 'a loss');
  await plug();
  await until(() => returns().length === 2, 'a return');
  expect(returns()[1]).not.toContain(`ttyUSB${number}`);
  expect(await run('strike')).toContain('@done');
  await until(() => board.relays[1], 'the strike');
});
