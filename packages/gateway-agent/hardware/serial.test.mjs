import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { plugIn } from './boards/plug.mjs';
import { FIRST, KINDS, sleep, TALKERS, until, useRig } from './boards/rig.mjs';

/* The drivers of serial boards against emulated boards. A wire that is silent is in line.test.mjs. */

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

const rig = useRig();

describe.each(KINDS)('%s', (kind) => {
  test('switches its relays, and all are off after the start though the board had them on', async () => {
    const first = FIRST[kind];
    rig.board = await plugIn(kind, rig.port);
    rig.board.relays[first] = rig.board.relays[first + 1] = true;
    await rig.board.unplug();
    await rig.open(kind);
    await until(() => !rig.board.relays[first] && !rig.board.relays[first + 1]);
    await rig.driver.setRelay(1, 'hold', true);
    await until(() => rig.board.relays[first + 1]);
    await rig.driver.setRelay(1, 'hold', false);
    await until(() => !rig.board.relays[first + 1]);
  });

  test('of a fail-safe lock has the coil on while the strike is off', async () => {
    const first = await rig.open(kind, { failSafe: true });
    await until(() => rig.board.relays[first]);
    await rig.driver.setRelay(1, 'strike', true);
    await until(() => !rig.board.relays[first]);
  });

  test('unplugged is noticed, commands fail, and it works again when plugged in, with its hold', async () => {
    const first = await rig.open(kind);
    await rig.driver.setRelay(1, 'hold', true);
    await rig.board.unplug();
    const began = performance.now();
    await until(() => rig.heard.notices.length > 0);
    expect(performance.now() - began).toBeLessThan(2000);
    await expect(rig.driver.setRelay(1, 'strike', true)).rejects.toThrow(/is not there/);
    expect(rig.heard.faults.get('1/strike')).toEqual(expect.any(String));
    expect(rig.heard.faults.get('1/hold')).toEqual(expect.any(String));
    expect(rig.driver.boards()).toMatchObject([{ ok: false, error: expect.any(String) }]);
    rig.board = await plugIn(kind, rig.port);
    await until(() => rig.heard.missed > 0);
    expect(rig.heard.notices.at(-1)).toMatch(/is back/);
    expect(new Set(rig.heard.faults.values())).toEqual(new Set([null]));
    expect(rig.driver.boards()).toMatchObject([{ ok: true, error: null }]);
    await until(() => rig.board.relays[first + 1]);
    await rig.driver.setRelay(1, 'strike', true);
    await until(() => rig.board.relays[first]);
  });
});

describe.each(['waveshare', 'numato-8'])('the inputs of %s', (kind) => {
  test('are polled into edges', async () => {
    const first = await rig.open(kind);
    expect(await rig.driver.levels()).toEqual([{ door: 1, input: 'contact', active: false }]);
    for (const level of [true, false, true]) {
      const before = rig.heard.edges.length;
      rig.board.inputs[first + 1] = level;
      await until(() => rig.heard.edges.length > before);
    }
    expect(rig.heard.edges.map(({ active }) => active)).toEqual([true, false, true]);
  });

  test('survive noise on the wire without an edge that was none', async () => {
    const first = await rig.open(kind);
    rig.board.fault = 'noise';
    await sleep(300);
    rig.board.inputs[first + 1] = true;
    await until(() => rig.heard.edges.length > 0);
    expect(rig.heard.edges).toMatchObject([{ active: true }]);
    expect(rig.heard.notices).toEqual([]);
  });
});

describe('waveshare', () => {
  test('times a pulse itself: it ends although nothing more is sent', async () => {
    await rig.open('waveshare');
    await rig.driver.pulse(1, 600);
    expect(rig.board.relays[1]).toBe(true);
    expect(rig.board.heard.findLast((frame) => frame.startsWith('0105'))).toMatch(/^010502000006/);
    await sleep(450);
    expect(rig.board.relays[1]).toBe(true);
    await until(() => !rig.board.relays[1], 500);
    expect(rig.board.timed).toBe(1);
  });

  test('of a fail-safe lock is pulsed with the coil off', async () => {
    await rig.open('waveshare', { failSafe: true });
    await rig.driver.pulse(1, 300);
    expect(rig.board.relays[1]).toBe(false);
    await until(() => rig.board.relays[1], 600);
  });

  test.each(['wrong checksum', 'silence', 'half a frame'])(
    'with one answer of %s is asked again',
    async (fault) => {
      await rig.open('waveshare');
      rig.board.fault = fault;
      rig.board.faults = 1;
      await rig.driver.setRelay(1, 'strike', true);
      expect(rig.board.relays[1]).toBe(true);
      expect(rig.heard.notices).toEqual([]);
    },
  );

  test('that goes silent is noticed after two seconds and comes back by itself', async () => {
    await rig.open('waveshare');
    rig.board.fault = 'silence';
    const began = performance.now();
    await until(() => rig.heard.notices.length > 0);
    expect(performance.now() - began).toBeGreaterThan(1900);
    expect(performance.now() - began).toBeLessThan(2900);
    await expect(rig.driver.setRelay(1, 'strike', true)).rejects.toThrow();
    rig.board.fault = null;
    await until(() => rig.heard.missed > 0);
  });

  test('whose input switches a relay by itself is refused', async () => {
    rig.board = await plugIn('waveshare', rig.port);
    await rig.board.unplug();
    await expect(rig.open('waveshare-linked')).rejects.toThrow(/relay 1 is in linkage mode/);
  });
});
describe.each(TALKERS)('%s', (kind) => {
  test('whose relay does not move is an error', async () => {
    await rig.open(kind);
    rig.board.fault = 'stuck';
    await expect(rig.driver.setRelay(1, 'strike', true)).rejects.toThrow(/did not switch|no answer/);
  });

  test('that gives the answer before once more confirms nothing by it', async () => {
    const first = await rig.open(kind);
    await rig.driver.setRelay(1, 'strike', true);
    await rig.driver.setRelay(1, 'strike', false);
    rig.board.fault = 'deaf';
    await expect(rig.driver.setRelay(1, 'strike', true)).rejects.toThrow();
    expect(rig.board.relays[first]).toBe(false);
  });

  test('whose answer comes too late is asked again, and the late one confirms nothing', async () => {
    const first = await rig.open(kind);
    await rig.driver.setRelay(1, 'hold', true);
    await rig.driver.setRelay(1, 'hold', false);
    rig.board.fault = 'late';
    rig.board.faults = 1;
    await rig.driver.setRelay(1, 'hold', true);
    expect(rig.board.relays[first + 1]).toBe(true);
    rig.board.fault = 'stuck';
    rig.board.faults = Number.POSITIVE_INFINITY;
    await expect(rig.driver.setRelay(1, 'hold', false)).rejects.toThrow();
    expect(rig.board.relays[first + 1]).toBe(true);
  });
});

test('a relay beyond the size of the board is refused, and moves no other', async () => {
  await expect(rig.open('kmtronic-4', { first: 4 })).rejects.toThrow(/relay 5 is beyond the 4 relays/);
  await rig.board.unplug();
  await expect(rig.open('numato-8', { first: 8 })).rejects.toThrow(/relay 8 is beyond the 8 relays/);
  expect(Object.values(rig.board.relays)).not.toContain(true);
});

test('a board without inputs is not asked for any', async () => {
  await rig.open('waveshare-plain');
  await rig.driver.setRelay(1, 'strike', true);
  await sleep(200);
  expect(rig.board.heard.filter((frame) => frame.startsWith('0102'))).toEqual([]);
  expect(rig.heard.notices).toEqual([]);
});

test('the questions of the start leave the relay of a fail-safe lock as it is', async () => {
  const first = await rig.open('lcus-feedback', { failSafe: true });
  expect(rig.board.relays[first]).toBe(true);
  // 02 asks some boards, and switches others off.
  expect(rig.board.heard.filter((frame) => frame.startsWith('a00102'))).toEqual([]);
});

describe('the agent under a supervisor', () => {
  test('says READY once its relays are safe, shows signs of life, and leaves the script that drives relays safe without it', async () => {
    rig.board = await plugIn('kmtronic-2', rig.port);
    rig.board.relays[1] = true;
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
        `  - { door: 1, name: Door, driver: kmtronic, port: ${rig.port}, strike: { channel: 1 }, hold: { channel: 2 } }\n`,
    );
    const agent = spawn(process.execPath, [MAIN, 'run', '--config', config], {
      stdio: 'ignore',
      env: { ...process.env, NOTIFY_SOCKET: socket, WATCHDOG_USEC: '600000' },
    });
    const gone = new Promise((resolve) => agent.once('exit', resolve));
    try {
      await until(() => heard.includes('READY=1'));
      expect(rig.board.relays[1]).toBe(false);
      await until(() => heard.split('WATCHDOG=1').length > 3);
      agent.kill('SIGKILL');
      await gone;
      await sleep(300);
      rig.board.relays[1] = rig.board.relays[2] = true;
      const script = spawn('sh', [path.join(folder, 'data/relays-safe.sh')], { stdio: 'inherit' });
      await new Promise((resolve) => script.once('exit', resolve));
      await until(() => !rig.board.relays[1] && !rig.board.relays[2]);
    } finally {
      agent.kill('SIGKILL');
      supervisor.kill();
      await gone;
      rmSync(folder, { recursive: true });
    }
  });

  test('that is killed with a hold on lets go at once', async () => {
    rig.board = await plugIn('lcus', rig.port);
    const holder = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, rig.port], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => holder.stdout.once('data', resolve));
    await until(() => rig.board.relays[1]);
    holder.kill('SIGKILL');
    const began = performance.now();
    await until(() => !rig.board.relays[1]);
    expect(performance.now() - began).toBeLessThan(500);
  });
});
