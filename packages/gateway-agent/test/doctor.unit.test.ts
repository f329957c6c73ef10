import { expect, test } from '@jest/globals';
import { bootPull, bootRisk } from '../src/tools/boot-pulls.js';
import { diskFinding } from '../src/tools/disk.js';
import { levelFinding } from '../src/tools/doctor-levels.js';
import { configText } from '../src/tools/init.js';

const EXT4 = 0xef53;
const OVERLAY = 0x794c7630;
const disk = (fields: Partial<Parameters<typeof diskFinding>[0]>) =>
  diskFinding({
    dataDir: '/var/lib/door-agent',
    type: EXT4,
    freeMb: 9000,
    refusal: null,
    commandLine: 'root=PARTUUID=1 rootwait',
    ...fields,
  });

test.each([
  ['a disk', {}, 'ok', '9000 MB are free'],
  ['a full disk', { freeMb: 12 }, 'warning', '12 MB are free'],
  ['memory', { type: 0x01021994 }, 'fault', 'is in memory'],
  [
    'the overlay of raspi-config',
    { type: OVERLAY, commandLine: 'overlayroot=tmpfs root=PARTUUID=1' },
    'fault',
    'lost at each reboot',
  ],
  [
    'the overlay of an older raspi-config',
    { type: OVERLAY, commandLine: 'boot=overlay root=PARTUUID=1' },
    'fault',
    'lost at each reboot',
  ],
  ['another overlay', { type: OVERLAY }, 'warning', 'is on an overlay'],
  [
    'a read-only root',
    { refusal: { code: 'EROFS', message: 'read-only file system' } },
    'fault',
    'read-only file system: no event can be kept',
  ],
  ['a folder of another user', { refusal: { code: 'EACCES', message: 'denied' } }, 'fault', 'denied'],
])('the doctor knows %s', (_name, fields, level, text) => {
  const finding = disk(fields);
  expect(finding).toMatchObject({ level, text: expect.stringContaining(text) });
  expect(finding.advice !== '').toBe(level !== 'ok');
});

const relay = (activeLow: boolean, failSafe = false) => ({
  relay: 'strike' as const,
  failSafe,
  point: { line: null, channel: null, address: 1, activeLow, bias: 'none' as const, debounceMs: 0 },
});

test('a Raspberry Pi pulls GPIO0 to GPIO8 up at boot and the rest of its header down', () => {
  const pulls = (chip: string) => [0, 8, 9, 27, 28].map((offset) => bootPull(chip, offset));
  for (const chip of ['pinctrl-bcm2835', 'pinctrl-bcm2711', 'pinctrl-rp1'])
    expect(pulls(chip)).toEqual(['up', 'up', 'down', 'down', null]);
  expect(pulls('gpio-mockup-A')).toEqual([null, null, null, null, null]);
});

test.each([
  ['a strike that switches on low, on a line pulled up', relay(true), 5, null],
  ['a strike that switches on high, on a line pulled down', relay(false), 17, null],
  [
    'a strike that switches on low, on a line pulled down',
    relay(true),
    17,
    /pulled down .* low level the door is open/,
  ],
  [
    'a strike that switches on high, on a line pulled up',
    relay(false),
    5,
    /pulled up .* high level the door is open/,
  ],
  ['a strike on the line of the boot console', relay(false), 14, /boot console/],
  ['a magnet whose coil draws current at boot', relay(true, true), 17, null],
  ['a magnet whose coil has none at boot', relay(false, true), 17, /the door is open/],
])('%s', (_name, wired, offset, text) => {
  const finding = bootRisk('door 1 (A)', wired, 'pinctrl-rp1', offset);
  if (text === null) expect(finding).toBeNull();
  else expect(finding).toMatchObject({ level: 'warning', text: expect.stringMatching(text) });
});

const door = { door: 1, name: 'A', contact: { debounceMs: 50, normally: 'closed' as const } };
const openable = { ...door, contact: { debounceMs: 50, normally: 'open' as const } };
test.each([
  [door, 'contact', true, 'ok', 'reads closed'],
  [door, 'contact', false, 'warning', 'reads open'],
  [openable, 'contact', true, 'warning', 'reads open'],
  [openable, 'contact', false, 'ok', 'reads closed'],
  [door, 'exit_button', false, 'ok', 'reads not pressed'],
  [door, 'exit_button', true, 'warning', 'reads pressed'],
] as const)('what %j has at %s while %p is reported in words', (which, input, active, level, text) => {
  expect(levelFinding(which, input, active)).toMatchObject({ level, text: expect.stringContaining(text) });
});

test('a contact that reads open while the door is shut: the doctor says which setting to turn', () => {
  expect(levelFinding(door, 'contact', false).advice).toContain('normally: open');
  expect(levelFinding(openable, 'contact', true).advice).toContain('normally: closed');
});

test.each([
  [true, /strike: \{ line: CHANGE, active_low: true \} .*GPIO4 to GPIO8/],
  [false, /strike: \{ line: CHANGE, active_low: false \} .*GPIO9 to GPIO27/],
])('init writes which lines keep still at boot, for active_low %p', (activeLow, text) => {
  const answers = { dataDir: '/d', doors: [{ name: 'A', driver: 'gpio', activeLow }] };
  expect(configText(answers, { chips: [], ports: [] })).toMatch(text);
});
