import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '../../protocol/dist/clock.js';
import { createDriver } from '../dist/drivers/create.js';
import { plugIn } from './boards/plug.mjs';

/* The drivers of serial boards against emulated boards, with the faults of real wires. */

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
/** A process that holds a relay on until it is killed. */
const HOLDER = `
import { systemClock } from '${new URL('../../protocol/dist/clock.js', import.meta.url)}';
import { createDriver } from '${new URL('../dist/drivers/create.js', import.meta.url)}';
const point = { line: null, channel: 1, address: 1, activeLow: false, bias: 'none', debounceMs: 0 };
const driver = createDriver({ driver: 'lcus', chip: null, port: { path: process.argv[1] }, baudRate: null, relayCount: null, inputs: [],
  relays: [{ door: 1, relay: 'hold', failSafe: false, point }] }, systemClock);
await driver.open({ onEdge() {}, onMissedEdges() {} });
await driver.setRelay(1, 'hold', true);
console.log('held');
`;

let board;
let driver;
let port;
let heard;

beforeEach(() => {
  port = path.join(tmpdir(), `board-${randomUUID()}`);
  heard = { faults: new Map(), edges: [], notices: [], cuts: [], missed: 0 };
});
afterEach(async () => {
  await driver?.close();
  await board?.unplug();
  driver = board = undefined;
});

const point = (channel, fields = {}) => ({
  line: null,
  channel,
  address: 1,
  activeLow: false,
  bias: 'none',
  debounceMs: 0,
  ...fields,
});
const sleep = (milliseconds) => systemClock.sleep(milliseconds);
const listener = {
  onEdge: (edge) => heard.edges.push(edge),
  onMissedEdges: () => heard.missed++,
  onCut: (cut) => heard.cuts.push(cut),
  onNotice: (line) => heard.notices.push(line),
  onFault: ({ door, terminal }, error) => heard.faults.set(`${door}/${terminal}`, error),
};
async function until(condition, milliseconds = 20_000) {
  const deadline = performance.now() + milliseconds;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`still not so after ${milliseconds} ms: ${condition}`);
    await sleep(5);
  }
}

/** The first of the two relays that a door uses. */
const FIRST = {
  waveshare: 1,
  'waveshare-linked': 1,
  'waveshare-plain': 1,
  lcus: 1,
  'lcus-feedback': 1,
  'lcus-query': 1,
  'kmtronic-2': 1,
  'kmtronic-4': 3,
  'kmtronic-8': 7,
  'numato-8': 0,
  'numato-32': 30,
  'numato-64': 40,
};
const KINDS = Object.keys(FIRST).filter((kind) => kind !== 'waveshare-linked');
/** Only the notices about the result of a command. */
const TALKERS = KINDS.filter((kind) => kind !== 'lcus');
async function open(kind, { failSafe = false, first = FIRST[kind] } = {}) {
  board = await plugIn(kind, port);
  const hasInputs = kind === 'waveshare' || kind === 'numato-8';
  driver = createDriver(
    {
      driver: kind.split('-')[0],
      chip: null,
      port: { path: port },
      baudRate: null,
      relayCount: kind === 'numato-64' ? 64 : null,
      inputs: hasInputs ? [{ door: 1, input: 'contact', point: point(first + 1) }] : [],
      relays: [
        { door: 1, relay: 'strike', failSafe, point: point(first) },
        { door: 1, relay: 'hold', failSafe, point: point(first + 1) },
      ],
    },
    systemClock,
  );
  await driver.open(listener);
  return first;
}

describe.each(KINDS)('%s', (kind) => {
  test('switches its relays, and all are off after the start though the board had them on', async () => {
    const first = FIRST[kind];
    board = await plugIn(kind, port);
    board.relays[first] = board.relays[first + 1] = true;
    await board.unplug();
    await open(kind);
    await until(() => !board.relays[first] && !board.relays[first + 1]);
    await driver.setRelay(1, 'hold', true);
    await until(() => board.relays[first + 1]);
    await driver.setRelay(1, 'hold', false);
    await until(() => !board.relays[first + 1]);
  });

  test('of a fail-safe lock has the coil on while the strike is off', async () => {
    const first = await open(kind, { failSafe: true });
    await until(() => board.relays[first]);
    await driver.setRelay(1, 'strike', true);
    await until(() => !board.relays[first]);
  });

  test('unplugged is noticed, commands fail, and it works again when plugged in, with its hold', async () => {
    const first = await open(kind);
    await driver.setRelay(1, 'hold', true);
    await board.unplug();
    const began = performance.now();
    await until(() => heard.notices.length > 0);
    expect(performance.now() - began).toBeLessThan(2000);
    await expect(driver.setRelay(1, 'strike', true)).rejects.toThrow(/is not there/);
    expect(heard.faults.get('1/strike')).toEqual(expect.any(String));
    expect(heard.faults.get('1/hold')).toEqual(expect.any(String));
    expect(driver.boards()).toMatchObject([{ ok: false, error: expect.any(String) }]);
    board = await plugIn(kind, port);
    await until(() => heard.missed > 0);
    expect(heard.notices.at(-1)).toMatch(/is back/);
    expect(new Set(heard.faults.values())).toEqual(new Set([null]));
    expect(driver.boards()).toMatchObject([{ ok: true, error: null }]);
    await until(() => board.relays[first + 1]);
    await driver.setRelay(1, 'strike', true);
    await until(() => board.relays[first]);
  });
});

describe.each(['waveshare', 'numato-8'])('the inputs of %s', (kind) => {
  test('are polled into edges', async () => {
    const first = await open(kind);
    expect(await driver.levels()).toEqual([{ door: 1, input: 'contact', active: false }]);
    for (const level of [true, false, true]) {
      const before = heard.edges.length;
      board.inputs[first + 1] = level;
      await until(() => heard.edges.length > before);
    }
    expect(heard.edges.map(({ active }) => active)).toEqual([true, false, true]);
  });

  test('survive noise on the wire without an edge that was none', async () => {
    const first = await open(kind);
    board.fault = 'noise';
    await sleep(300);
    board.inputs[first + 1] = true;
    await until(() => heard.edges.length > 0);
    expect(heard.edges).toMatchObject([{ active: true }]);
    expect(heard.notices).toEqual([]);
  });
});

describe('waveshare', () => {
  test('times a pulse itself: it ends although nothing more is sent', async () => {
    await open('waveshare');
    await driver.pulse(1, 600);
    expect(board.relays[1]).toBe(true);
    expect(board.heard.findLast((frame) => frame.startsWith('0105'))).toMatch(/^010502000006/);
    await sleep(450);
    expect(board.relays[1]).toBe(true);
    await until(() => !board.relays[1], 500);
    expect(board.timed).toBe(1);
  });

  test('of a fail-safe lock is pulsed with the coil off', async () => {
    await open('waveshare', { failSafe: true });
    await driver.pulse(1, 300);
    expect(board.relays[1]).toBe(false);
    await until(() => board.relays[1], 600);
  });

  test.each(['wrong checksum', 'silence', 'half a frame'])(
    'with one answer of %s is asked again',
    async (fault) => {
      await open('waveshare');
      board.fault = fault;
      board.faults = 1;
      await driver.setRelay(1, 'strike', true);
      expect(board.relays[1]).toBe(true);
      expect(heard.notices).toEqual([]);
    },
  );

  test('that goes silent is noticed after two seconds and comes back by itself', async () => {
    await open('waveshare');
    board.fault = 'silence';
    const began = performance.now();
    await until(() => heard.notices.length > 0);
    expect(performance.now() - began).toBeGreaterThan(1900);
    expect(performance.now() - began).toBeLessThan(2900);
    await expect(driver.setRelay(1, 'strike', true)).rejects.toThrow();
    board.fault = null;
    await until(() => heard.missed > 0);
  });

  test('whose input switches a relay by itself is refused', async () => {
    board = await plugIn('waveshare', port);
    await board.unplug();
    await expect(open('waveshare-linked')).rejects.toThrow(/relay 1 is in linkage mode/);
  });
});

/** Every change of the relays of a board, from now on. */
function record(relays) {
  const changes = [];
  return {
    changes,
    relays: new Proxy(relays, {
      set(target, channel, value) {
        if (Boolean(target[channel]) !== value) changes.push(`${channel} ${value ? 'on' : 'off'}`);
        target[channel] = value;
        return true;
      },
    }),
  };
}

describe.each(TALKERS)('silence of 700 ms on the line of %s', (kind) => {
  test('moves no relay: its hold and its pulse go on', async () => {
    const first = await open(kind);
    await driver.setRelay(1, 'hold', true);
    await driver.pulse(1, 60_000);
    const { changes, relays } = record(board.relays);
    board.relays = relays;
    // Longer polls are slower to see it.
    for (const _turn of [1, 2]) {
      board.fault = 'silence';
      await sleep(700);
      board.fault = null;
      await sleep(900);
    }
    expect(changes).toEqual([]);
    expect(board.relays[first] && board.relays[first + 1]).toBe(true);
    expect(heard).toMatchObject({ notices: [], cuts: [], missed: 0 });
    await driver.setRelay(1, 'strike', false);
    expect(changes).toEqual([`${first} off`]);
  });

  test('in which a pulse was to end: it ends as soon as the board hears again', async () => {
    const first = await open(kind);
    await driver.pulse(1, 60_000);
    board.fault = 'dead';
    await sleep(400);
    await expect(driver.setRelay(1, 'strike', false)).rejects.toThrow();
    expect(board.relays[first]).toBe(true);
    board.fault = null;
    await until(() => !board.relays[first], 1500);
  });

  test('in which the board lost its power: its relays are restored, and that is reported', async () => {
    const first = await open(kind);
    await driver.setRelay(1, 'hold', true);
    await driver.pulse(1, 60_000);
    board.fault = 'silence';
    await sleep(700);
    board.relays[first] = board.relays[first + 1] = false;
    board.fault = null;
    await until(() => board.relays[first] && board.relays[first + 1]);
    await until(() => heard.cuts.length === 2);
    expect(heard.cuts).toEqual([
      { door: 1, relay: 'strike' },
      { door: 1, relay: 'hold' },
    ]);
    expect(heard.notices).toHaveLength(2);
  });
});

describe('three waveshare boards on one RS-485 line', () => {
  const ADDRESSES = [1, 2, 7];
  async function openBus() {
    board = await plugIn('waveshare', port, ADDRESSES);
    driver = createDriver(
      {
        driver: 'waveshare',
        chip: null,
        port: { path: port },
        baudRate: null,
        relayCount: null,
        inputs: ADDRESSES.map((address) => ({
          door: address,
          input: 'contact',
          point: point(2, { address }),
        })),
        relays: ADDRESSES.flatMap((address) => [
          { door: address, relay: 'strike', failSafe: false, point: point(1, { address }) },
          { door: address, relay: 'hold', failSafe: false, point: point(2, { address }) },
        ]),
      },
      systemClock,
    );
    return board.boards;
  }
  const noticed = (pattern) => until(() => heard.notices.some((line) => pattern.test(line)));

  test('are polled in turn, and each is switched by its own address', async () => {
    const boards = await openBus();
    await driver.open(listener);
    expect((await driver.levels()).map(({ door }) => door)).toEqual(ADDRESSES);
    for (const address of ADDRESSES) {
      boards[address].inputs[2] = true;
      await until(() => heard.edges.some(({ door, active }) => door === address && active));
      await driver.setRelay(address, 'hold', true);
      await driver.pulse(address, 400);
    }
    for (const address of ADDRESSES)
      expect(boards[address].relays).toEqual({ 1: expect.any(Boolean), 2: true });
    await until(() => ADDRESSES.every((address) => boards[address].timed === 1));
    expect(heard.edges).toHaveLength(3);
    expect(heard.notices).toEqual([]);
  });

  test('one that falls silent is reported, and the others go on: inputs, relays and their holds', async () => {
    const boards = await openBus();
    await driver.open(listener);
    await driver.setRelay(1, 'hold', true);
    await driver.setRelay(2, 'hold', true);
    boards[2].fault = 'silence';
    await noticed(/board 2 on .* does not answer/);
    await expect(driver.setRelay(2, 'strike', true)).rejects.toThrow(/board 2 on .* is not there/);
    expect([...heard.faults].flatMap(([terminal, error]) => (error ? [terminal] : [])).sort()).toEqual(
      ['contact', 'hold', 'strike'].map((terminal) => `2/${terminal}`),
    );
    const waits = [];
    for (let turn = 0; turn < 10; turn++) {
      const began = performance.now();
      const before = heard.edges.length;
      boards[7].inputs[2] = turn % 2 === 0;
      await until(() => heard.edges.length > before);
      waits.push(performance.now() - began);
      await driver.setRelay(7, 'strike', turn % 2 === 0);
      expect(boards[7].relays[1]).toBe(turn % 2 === 0);
    }
    // A question to the silent board takes a tenth of a second, twice a second.
    expect(Math.max(...waits)).toBeLessThan(400);
    expect(boards[1].relays[2]).toBe(true);
    boards[2].relays[2] = false;
    boards[2].fault = null;
    await noticed(/board 2 on .* is back/);
    await until(() => boards[2].relays[2]);
    await until(() => heard.missed === 1);
    expect(heard.cuts).toEqual([{ door: 2, relay: 'hold' }]);
    expect(heard.notices).toHaveLength(3);
  });

  test('silence of 700 ms on the line moves no relay of any of them', async () => {
    const boards = await openBus();
    await driver.open(listener);
    const recorded = [];
    for (const address of ADDRESSES) {
      await driver.setRelay(address, 'hold', true);
      await driver.pulse(address, 4000);
      const { changes, relays } = record(boards[address].relays);
      boards[address].relays = relays;
      recorded.push(changes);
    }
    for (const address of ADDRESSES) boards[address].fault = 'silence';
    await sleep(700);
    for (const address of ADDRESSES) boards[address].fault = null;
    await sleep(1500);
    expect(recorded).toEqual([[], [], []]);
    expect(heard).toMatchObject({ notices: [], cuts: [], missed: 0 });
    await until(() => ADDRESSES.every((address) => boards[address].timed === 1));
  });

  test('one that is away and kept its power is back without a click', async () => {
    const boards = await openBus();
    await driver.open(listener);
    await driver.setRelay(2, 'hold', true);
    const { changes, relays } = record(boards[2].relays);
    boards[2].relays = relays;
    boards[2].fault = 'silence';
    await noticed(/board 2 on .* does not answer/);
    boards[2].fault = null;
    await noticed(/board 2 on .* is back/);
    expect(changes).toEqual([]);
    expect(heard.cuts).toEqual([]);
  });

  test('one that is silent from the start does not keep the others from working', async () => {
    const boards = await openBus();
    boards[1].fault = 'silence';
    await driver.open(listener);
    expect((await driver.levels()).map(({ door }) => door)).toEqual([2, 7]);
    await driver.setRelay(7, 'hold', true);
    expect(boards[7].relays[2]).toBe(true);
    boards[1].fault = null;
    await noticed(/board 1 on .* is back/);
    expect((await driver.levels()).map(({ door }) => door)).toEqual(ADDRESSES);
  });

  test('all silent: the start says each', async () => {
    const boards = await openBus();
    for (const address of ADDRESSES) boards[address].fault = 'silence';
    await expect(driver.open(listener)).rejects.toThrow(/board 1 on .*board 2 on .*board 7 on/);
  });

  test('the plug of all of them out and in again is reported, and holds come back', async () => {
    await openBus();
    await driver.open(listener);
    await driver.setRelay(7, 'hold', true);
    await board.unplug();
    await noticed(/does not answer/);
    board = await plugIn('waveshare', port, ADDRESSES);
    await until(() => heard.missed > 0);
    await until(() => board.boards[7].relays[2]);
  });
});

describe.each(TALKERS)('%s', (kind) => {
  test('whose relay does not move is an error', async () => {
    await open(kind);
    board.fault = 'stuck';
    await expect(driver.setRelay(1, 'strike', true)).rejects.toThrow(/did not switch|no answer/);
  });

  test('that gives the answer before once more confirms nothing by it', async () => {
    const first = await open(kind);
    await driver.setRelay(1, 'strike', true);
    await driver.setRelay(1, 'strike', false);
    board.fault = 'deaf';
    await expect(driver.setRelay(1, 'strike', true)).rejects.toThrow();
    expect(board.relays[first]).toBe(false);
  });

  test('whose answer comes too late is asked again, and the late one confirms nothing', async () => {
    const first = await open(kind);
    await driver.setRelay(1, 'hold', true);
    await driver.setRelay(1, 'hold', false);
    board.fault = 'late';
    board.faults = 1;
    await driver.setRelay(1, 'hold', true);
    expect(board.relays[first + 1]).toBe(true);
    board.fault = 'stuck';
    board.faults = Number.POSITIVE_INFINITY;
    await expect(driver.setRelay(1, 'hold', false)).rejects.toThrow();
    expect(board.relays[first + 1]).toBe(true);
  });
});

test('a relay beyond the size of the board is refused, and moves no other', async () => {
  await expect(open('kmtronic-4', { first: 4 })).rejects.toThrow(/relay 5 is beyond the 4 relays/);
  await board.unplug();
  await expect(open('numato-8', { first: 8 })).rejects.toThrow(/relay 8 is beyond the 8 relays/);
  expect(Object.values(board.relays)).not.toContain(true);
});

test('a board without inputs is not asked for any', async () => {
  await open('waveshare-plain');
  await driver.setRelay(1, 'strike', true);
  await sleep(200);
  expect(board.heard.filter((frame) => frame.startsWith('0102'))).toEqual([]);
  expect(heard.notices).toEqual([]);
});

test('the questions of the start leave the relay of a fail-safe lock as it is', async () => {
  const first = await open('lcus-feedback', { failSafe: true });
  expect(board.relays[first]).toBe(true);
  // 02 asks some boards, and switches others off.
  expect(board.heard.filter((frame) => frame.startsWith('a00102'))).toEqual([]);
});

describe('the agent under a supervisor', () => {
  test('says READY once its relays are safe, shows signs of life, and leaves the script that drives relays safe without it', async () => {
    board = await plugIn('kmtronic-2', port);
    board.relays[1] = true;
    const folder = mkdtempSync(path.join(tmpdir(), 'agent-'));
    const socket = path.join(folder, 'notify');
    const supervisor = spawn('socat', ['-u', `UNIX-RECV:${socket}`, '-'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let heard = '';
    supervisor.stdout.on('data', (data) => (heard += data));
    await until(() => existsSync(socket));
    const config = path.join(folder, 'gateway.yaml');
    writeFileSync(
      config,
      `gateway_id: ${randomUUID()}\nsecret: sesame\ncloud_url: mqtt://127.0.0.1:1\ndata_dir: data\ndoors:\n` +
        `  - { door: 1, name: Door, driver: kmtronic, port: ${port}, strike: { channel: 1 }, hold: { channel: 2 } }\n`,
    );
    const agent = spawn(process.execPath, [MAIN, 'run', '--config', config], {
      stdio: 'ignore',
      env: { ...process.env, NOTIFY_SOCKET: socket, WATCHDOG_USEC: '600000' },
    });
    const gone = new Promise((resolve) => agent.once('exit', resolve));
    try {
      await until(() => heard.includes('READY=1'));
      expect(board.relays[1]).toBe(false);
      await until(() => heard.split('WATCHDOG=1').length > 3);
      agent.kill('SIGKILL');
      await gone;
      await sleep(300);
      board.relays[1] = board.relays[2] = true;
      const script = spawn('sh', [path.join(folder, 'data/relays-safe.sh')], { stdio: 'inherit' });
      await new Promise((resolve) => script.once('exit', resolve));
      await until(() => !board.relays[1] && !board.relays[2]);
    } finally {
      agent.kill('SIGKILL');
      supervisor.kill();
      await gone;
      rmSync(folder, { recursive: true });
    }
  });

  test('that is killed with a hold on lets go at once', async () => {
    board = await plugIn('lcus', port);
    const holder = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, port], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => holder.stdout.once('data', resolve));
    await until(() => board.relays[1]);
    holder.kill('SIGKILL');
    const began = performance.now();
    await until(() => !board.relays[1]);
    expect(performance.now() - began).toBeLessThan(500);
  });
});
