import { describe, expect, test } from '@jest/globals';
import { systemClock } from '../../protocol/dist/clock.js';
import { createDriver } from '../dist/drivers/create.js';
import { plugIn } from './boards/plug.mjs';
import { point, sleep, TALKERS, until, useRig } from './boards/rig.mjs';

/* The drivers of serial boards against emulated boards whose wire is silent for a while, or shared. */

const rig = useRig();

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
    const first = await rig.open(kind);
    await rig.driver.setRelay(1, 'hold', true);
    await rig.driver.pulse(1, 60_000);
    const { changes, relays } = record(rig.board.relays);
    rig.board.relays = relays;
    // Longer polls are slower to see it.
    for (const _turn of [1, 2]) {
      rig.board.fault = 'silence';
      await sleep(700);
      rig.board.fault = null;
      await sleep(900);
    }
    expect(changes).toEqual([]);
    expect(rig.board.relays[first] && rig.board.relays[first + 1]).toBe(true);
    expect(rig.heard).toMatchObject({ notices: [], cuts: [], missed: 0 });
    await rig.driver.setRelay(1, 'strike', false);
    expect(changes).toEqual([`${first} off`]);
  });

  test('in which a pulse was to end: it ends as soon as the board hears again', async () => {
    const first = await rig.open(kind);
    await rig.driver.pulse(1, 60_000);
    rig.board.fault = 'dead';
    await sleep(400);
    await expect(rig.driver.setRelay(1, 'strike', false)).rejects.toThrow();
    expect(rig.board.relays[first]).toBe(true);
    rig.board.fault = null;
    await until(() => !rig.board.relays[first], 1500);
  });

  test('in which the board lost its power: its relays are restored, and that is reported', async () => {
    const first = await rig.open(kind);
    await rig.driver.setRelay(1, 'hold', true);
    await rig.driver.pulse(1, 60_000);
    rig.board.fault = 'silence';
    await sleep(700);
    rig.board.relays[first] = rig.board.relays[first + 1] = false;
    rig.board.fault = null;
    await until(() => rig.board.relays[first] && rig.board.relays[first + 1]);
    await until(() => rig.heard.cuts.length === 2);
    expect(rig.heard.cuts).toEqual([
      { door: 1, relay: 'strike' },
      { door: 1, relay: 'hold' },
    ]);
    expect(rig.heard.notices).toHaveLength(2);
  });
});

describe('three waveshare boards on one RS-485 line', () => {
  const ADDRESSES = [1, 2, 7];
  async function openBus() {
    rig.board = await plugIn('waveshare', rig.port, ADDRESSES);
    rig.driver = createDriver(
      {
        driver: 'waveshare',
        chip: null,
        port: { path: rig.port },
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
    return rig.board.boards;
  }
  const noticed = (pattern) => until(() => rig.heard.notices.some((line) => pattern.test(line)));

  test('are polled in turn, and each is switched by its own address', async () => {
    const boards = await openBus();
    await rig.driver.open(rig.listener);
    expect((await rig.driver.levels()).map(({ door }) => door)).toEqual(ADDRESSES);
    for (const address of ADDRESSES) {
      boards[address].inputs[2] = true;
      await until(() => rig.heard.edges.some(({ door, active }) => door === address && active));
      await rig.driver.setRelay(address, 'hold', true);
      await rig.driver.pulse(address, 400);
    }
    for (const address of ADDRESSES)
      expect(boards[address].relays).toEqual({ 1: expect.any(Boolean), 2: true });
    await until(() => ADDRESSES.every((address) => boards[address].timed === 1));
    expect(rig.heard.edges).toHaveLength(3);
    expect(rig.heard.notices).toEqual([]);
  });

  test('one that falls silent is reported, and the others go on: inputs, relays and their holds', async () => {
    const boards = await openBus();
    await rig.driver.open(rig.listener);
    await rig.driver.setRelay(1, 'hold', true);
    await rig.driver.setRelay(2, 'hold', true);
    boards[2].fault = 'silence';
    await noticed(/board 2 on .* does not answer/);
    await expect(rig.driver.setRelay(2, 'strike', true)).rejects.toThrow(/board 2 on .* is not there/);
    expect([...rig.heard.faults].flatMap(([terminal, error]) => (error ? [terminal] : [])).sort()).toEqual(
      ['contact', 'hold', 'strike'].map((terminal) => `2/${terminal}`),
    );
    const waits = [];
    for (let turn = 0; turn < 10; turn++) {
      const began = performance.now();
      const before = rig.heard.edges.length;
      boards[7].inputs[2] = turn % 2 === 0;
      await until(() => rig.heard.edges.length > before);
      waits.push(performance.now() - began);
      await rig.driver.setRelay(7, 'strike', turn % 2 === 0);
      expect(boards[7].relays[1]).toBe(turn % 2 === 0);
    }
    // A question to the silent board takes a tenth of a second, twice a second.
    expect(Math.max(...waits)).toBeLessThan(400);
    expect(boards[1].relays[2]).toBe(true);
    boards[2].relays[2] = false;
    boards[2].fault = null;
    await noticed(/board 2 on .* is back/);
    await until(() => boards[2].relays[2]);
    await until(() => rig.heard.missed === 1);
    expect(rig.heard.cuts).toEqual([{ door: 2, relay: 'hold' }]);
    expect(rig.heard.notices).toHaveLength(3);
  });

  test('silence of 700 ms on the line moves no relay of any of them', async () => {
    const boards = await openBus();
    await rig.driver.open(rig.listener);
    const recorded = [];
    for (const address of ADDRESSES) {
      await rig.driver.setRelay(address, 'hold', true);
      await rig.driver.pulse(address, 4000);
      const { changes, relays } = record(boards[address].relays);
      boards[address].relays = relays;
      recorded.push(changes);
    }
    for (const address of ADDRESSES) boards[address].fault = 'silence';
    await sleep(700);
    for (const address of ADDRESSES) boards[address].fault = null;
    await sleep(1500);
    expect(recorded).toEqual([[], [], []]);
    expect(rig.heard).toMatchObject({ notices: [], cuts: [], missed: 0 });
    await until(() => ADDRESSES.every((address) => boards[address].timed === 1));
  });

  test('one that is away and kept its power is back without a click', async () => {
    const boards = await openBus();
    await rig.driver.open(rig.listener);
    await rig.driver.setRelay(2, 'hold', true);
    const { changes, relays } = record(boards[2].relays);
    boards[2].relays = relays;
    boards[2].fault = 'silence';
    await noticed(/board 2 on .* does not answer/);
    boards[2].fault = null;
    await noticed(/board 2 on .* is back/);
    expect(changes).toEqual([]);
    expect(rig.heard.cuts).toEqual([]);
  });

  test('one that is silent from the start does not keep the others from working', async () => {
    const boards = await openBus();
    boards[1].fault = 'silence';
    await rig.driver.open(rig.listener);
    expect((await rig.driver.levels()).map(({ door }) => door)).toEqual([2, 7]);
    await rig.driver.setRelay(7, 'hold', true);
    expect(boards[7].relays[2]).toBe(true);
    boards[1].fault = null;
    await noticed(/board 1 on .* is back/);
    expect((await rig.driver.levels()).map(({ door }) => door)).toEqual(ADDRESSES);
  });

  test('all silent: the start says each', async () => {
    const boards = await openBus();
    for (const address of ADDRESSES) boards[address].fault = 'silence';
    await expect(rig.driver.open(rig.listener)).rejects.toThrow(/board 1 on .*board 2 on .*board 7 on/);
  });

  test('the plug of all of them out and in again is reported, and holds come back', async () => {
    await openBus();
    await rig.driver.open(rig.listener);
    await rig.driver.setRelay(7, 'hold', true);
    await rig.board.unplug();
    await noticed(/does not answer/);
    rig.board = await plugIn('waveshare', rig.port, ADDRESSES);
    await until(() => rig.heard.missed > 0);
    await until(() => rig.board.boards[7].relays[2]);
  });
});
