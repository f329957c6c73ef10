import { systemClock } from '@door-access/protocol';
import { expect, test } from '@jest/globals';
import type { ConfiguredDoor } from '../src/config/config.js';
import type { SerialLink } from '../src/drivers/boards/serial-link.js';
import type { Wiring } from '../src/drivers/wiring.js';
import { boardLevels } from '../src/tools/doctor-levels.js';

const READ_COILS = 1;
const READ_INPUTS = 2;
const point = (channel: number, address: number) => ({ channel, address, activeLow: false });
const door = {
  door: 1,
  name: 'Main',
  contact: { debounceMs: 50, normally: 'closed' },
} as unknown as ConfiguredDoor;
const board = {
  driver: 'waveshare',
  port: { path: '/dev/null' },
  baudRate: null,
  inputs: [{ door: 1, input: 'contact', point: point(1, 1) }],
  relays: [{ door: 1, relay: 'strike', point: point(2, 1), failSafe: false }],
} as unknown as Wiring;

/** A board at address 1 whose second relay is in this control mode, on a line with nothing else. */
function line(mode: number, asked: number[] = []) {
  const exchange = async (frame: Buffer) => {
    const [address, code = 0] = frame;
    asked.push(code);
    if (address !== 1) throw new Error('no answer');
    if (code === READ_COILS) return Buffer.from([0]);
    if (code === READ_INPUTS) return Buffer.from([1]);
    return Buffer.from([0, 0, 0, mode]);
  };
  return async () => ({ exchange, close: async () => undefined }) as unknown as SerialLink;
}

test('a board that answers is reported with the levels of its inputs, and nothing is written to it', async () => {
  const asked: number[] = [];
  expect(await boardLevels(door, board, systemClock, line(0, asked))).toMatchObject([
    { level: 'ok', text: expect.stringContaining('address 1 answers') },
    { level: 'ok', text: expect.stringContaining('the contact reads closed') },
  ]);
  // 01, 02 and 03 read; 05, 06, 15 and 16 write.
  expect(asked.every((code) => code <= 3)).toBe(true);
});

test('a relay that its input switches past the agent is a fault', async () => {
  expect(await boardLevels(door, board, systemClock, line(1))).toMatchObject([
    {
      level: 'fault',
      text: expect.stringContaining('relay 2 is in linkage mode'),
      advice: expect.stringContaining('normal'),
    },
    { text: expect.stringContaining('the contact reads closed') },
  ]);
});

test('a board that does not answer is a fault that says what to check', async () => {
  const wiring = {
    ...board,
    inputs: [],
    relays: [{ door: 1, relay: 'strike', point: point(1, 2), failSafe: false }],
  };
  expect(await boardLevels(door, wiring as unknown as Wiring, systemClock, line(0))).toMatchObject([
    {
      level: 'fault',
      text: expect.stringContaining('no board answers at address 2'),
      advice: expect.stringContaining('A and B'),
    },
  ]);
});
