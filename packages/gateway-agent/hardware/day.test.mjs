import { EventEmitter } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import { TestClock } from '../../protocol/dist/clock.js';
import { Door } from '../dist/door.js';
import { kmtronicBoard } from '../dist/drivers/boards/kmtronic.js';
import { lcusBoard } from '../dist/drivers/boards/lcus.js';
import { waveshareBoard } from '../dist/drivers/boards/modbus.js';
import { numatoBoard } from '../dist/drivers/boards/numato.js';
import { SerialBoardDriver } from '../dist/drivers/boards/serial-driver.js';
import { SerialLink } from '../dist/drivers/boards/serial-link.js';
import { CorrectedClock } from '../dist/time.js';
import { emulate } from './boards/emulate.mjs';
import { point } from './boards/rig.mjs';

/*
 * A door on an emulated board for a simulated day, while the board answers late, wrongly, to another request, partly,
 * or not at all: every confirmed command has happened, and no relay is on for longer than requested.
 */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Longer than in a gateway: an idle board reports nothing, and a day takes seconds. */
const POLL_MS = 2000;
const STRIKE_MS = 3000;
/** Until an off that failed is written again, with the deadlines of the answers on the way. */
const SLACK_MS = 4000;
const FAULTS = ['silence', 'half a frame', 'wrong checksum', 'noise', 'late', 'deaf'];
const BOARDS = {
  waveshare: { board: waveshareBoard, first: 1 },
  'waveshare-plain': { board: waveshareBoard, first: 1 },
  'lcus-feedback': { board: lcusBoard, first: 1 },
  'lcus-query': { board: lcusBoard, first: 1 },
  'kmtronic-2': { board: kmtronicBoard, first: 1 },
  'kmtronic-8': { board: kmtronicBoard, first: 5 },
  'numato-32': { board: () => numatoBoard(null), first: 20 },
};

/** Numbers in [0, 1) that are the same on every run (mulberry32). */
function chance(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The agent never dies in these days. */
const NO_NEED_OF_A_GUARD = {
  alive: true,
  gone: new Promise(() => {}),
  arm() {},
  disarm() {},
  async leave() {},
  async close() {},
};

/** One opening of the port; late bytes of the board go to the newest. */
class Wire extends EventEmitter {
  isOpen = true;
  port = { fd: 1 };
  constructor(board) {
    super();
    this.board = board;
  }
  write(bytes, done) {
    this.board.hear(Buffer.from(bytes));
    done(null);
    return true;
  }
  close(done) {
    this.isOpen = false;
    done(null);
  }
}

async function live(kind, seed) {
  const { board: make, first } = BOARDS[kind];
  const random = chance(seed);
  const clock = new TestClock();
  const after = (milliseconds, work) => void clock.sleep(milliseconds).then(work);
  let wire = null;
  const board = emulate(kind, {
    after,
    write: (bytes) => after(5, () => wire?.emit('data', Buffer.from(bytes))),
  });
  const driver = new SerialBoardDriver({
    wiring: {
      driver: kind.split('-')[0],
      chip: null,
      port: { path: '/dev/board' },
      baudRate: null,
      relayCount: null,
      inputs: [],
      relays: [
        { door: 1, relay: 'strike', failSafe: false, point: point(first) },
        { door: 1, relay: 'hold', failSafe: false, point: point(first + 1) },
      ],
    },
    board: (address) => ({ ...make(address), pollMs: POLL_MS }),
    clock,
    open: async () => {
      wire = new Wire(board);
      return new SerialLink(wire, clock);
    },
    find: () => '/dev/board',
    guard: async () => NO_NEED_OF_A_GUARD,
  });
  const seen = { notices: [], confirmed: 0, failed: 0, wrong: [], longest: 0, faults: 0 };
  const opened = driver.open({
    onEdge() {},
    onMissedEdges() {},
    onNotice: (line) => seen.notices.push(line),
  });
  await clock.advance(5000);
  await opened;
  const door = new Door(
    {
      door: 1,
      name: 'Door',
      contact: null,
      exitButton: null,
      strike: true,
      hold: true,
      strikeMs: STRIKE_MS,
      exitReleases: false,
    },
    {
      driverOf: () => driver,
      clock,
      time: new CorrectedClock(clock),
      boot: 'boot',
      log: { info() {}, warn() {} },
      append() {},
      note: () => undefined,
      onChange() {},
    },
  );
  let onSince = null;
  const watch = () => {
    const on = board.relays[first] === true;
    if (on && onSince === null) onSince = clock.monotonic();
    if (!on) onSince = null;
    else seen.longest = Math.max(seen.longest, clock.monotonic() - onSince);
  };
  let version = 0;
  let heldWish = false;
  const conclude =
    (what, isSo) =>
    ({ outcome }) => {
      if (outcome !== 'confirmed') return seen.failed++;
      seen.confirmed++;
      if (!isSo()) seen.wrong.push(`${what} at ${clock.monotonic()}`);
    };
  for (const end = clock.monotonic() + DAY_MS; clock.monotonic() < end; ) {
    if (random() < 0.4) {
      board.fault = FAULTS[Math.floor(random() * FAULTS.length)];
      board.faults = board.fault === 'deaf' ? 1 : 1 + Math.floor(random() * 4);
      board.lateMs = 250 + random() * 700;
      seen.faults++;
    }
    if (random() < 0.6)
      void door.unlock(
        STRIKE_MS,
        'command',
        'id',
        conclude('unlock', () => board.relays[first] === true),
      );
    else {
      heldWish = !heldWish;
      const on = heldWish;
      void door.hold(
        { on, releaseAt: null, version: ++version },
        'id',
        'command',
        conclude(`hold ${on}`, () => (board.relays[first + 1] === true) === on),
      );
    }
    for (let step = 0; step < 80; step++) {
      await clock.advance(100);
      watch();
    }
    board.fault = null;
    for (let step = 0; step < 10 + random() * 100; step++) {
      await clock.advance(POLL_MS);
      watch();
    }
  }
  door.stop();
  const closed = driver.close();
  await clock.advance(5000);
  await closed;
  return seen;
}

describe.each(Object.keys(BOARDS))('a door on %s', (kind) => {
  test('for a simulated day of faults', async () => {
    const seen = await live(kind, 7);
    expect(seen.wrong).toEqual([]);
    expect(seen.longest).toBeLessThanOrEqual(STRIKE_MS + SLACK_MS);
    expect(seen.faults).toBeGreaterThan(100);
    expect(seen.confirmed).toBeGreaterThan(seen.failed);
  });
});

/** Two boards on one wire, each with a door that is held and one that is pulsed. */
async function liveOnALine(seed) {
  const random = chance(seed);
  const clock = new TestClock();
  const after = (milliseconds, work) => void clock.sleep(milliseconds).then(work);
  let wire = null;
  const line = emulate('waveshare', {
    addresses: [1, 2],
    after,
    write: (bytes) => after(5, () => wire?.emit('data', Buffer.from(bytes))),
  });
  const boards = Object.values(line.boards);
  const seen = {
    notices: [],
    cuts: [],
    refused: 0,
    silences: 0,
    pulses: 0,
    wrong: [],
    shortest: Infinity,
    longest: 0,
  };
  const onSince = [null, null];
  const lengths = (index, on) => {
    if (on) {
      onSince[index] ??= clock.monotonic();
      return;
    }
    if (onSince[index] === null) return;
    const length = clock.monotonic() - onSince[index];
    seen.pulses++;
    seen.shortest = Math.min(seen.shortest, length);
    seen.longest = Math.max(seen.longest, length);
    onSince[index] = null;
  };
  let isHeld = false;
  for (const [index, board] of boards.entries())
    board.relays = new Proxy(board.relays, {
      set(target, channel, on) {
        target[channel] = on;
        if (channel === '1') lengths(index, on);
        else if (isHeld && !on)
          seen.wrong.push(`a hold of board ${index + 1} dropped at ${clock.monotonic()}`);
        return true;
      },
    });
  const point = (address, channel) => ({
    line: null,
    channel,
    address,
    activeLow: false,
    bias: 'none',
    debounceMs: 0,
  });
  const driver = new SerialBoardDriver({
    wiring: {
      driver: 'waveshare',
      chip: null,
      port: { path: '/dev/line' },
      baudRate: null,
      relayCount: null,
      inputs: [],
      relays: [1, 2].flatMap((address) => [
        { door: address, relay: 'strike', failSafe: false, point: point(address, 1) },
        { door: address, relay: 'hold', failSafe: false, point: point(address, 2) },
      ]),
    },
    board: (address) => ({ ...waveshareBoard(address), pollMs: 200 }),
    clock,
    open: async () => {
      wire = new Wire(line);
      return new SerialLink(wire, clock);
    },
    find: () => '/dev/line',
    guard: async () => NO_NEED_OF_A_GUARD,
  });
  const opened = driver.open({
    onEdge() {},
    onMissedEdges() {},
    onCut: (cut) => seen.cuts.push(cut),
    onNotice: (notice) => seen.notices.push(notice),
  });
  await clock.advance(5000);
  await opened;
  const held = Promise.all([1, 2].map((door) => driver.setRelay(door, 'hold', true)));
  await clock.advance(1000);
  await held;
  isHeld = true;
  for (const end = clock.monotonic() + HOUR_MS; clock.monotonic() < end; ) {
    const door = random() < 0.5 ? 1 : 2;
    const pulsed = driver.pulse(door, STRIKE_MS).catch(() => seen.refused++);
    await clock.advance(200);
    await pulsed;
    // Simulates a line that is dead in both directions, or in one.
    const fault = random() < 0.5 ? 'dead' : 'silence';
    await clock.advance(Math.round(random() * 1500));
    for (const board of boards) board.fault = fault;
    seen.silences++;
    await clock.advance(700);
    for (const board of boards) board.fault = null;
    await clock.advance(STRIKE_MS + 2000 + Math.round(random() * 6000));
  }
  isHeld = false;
  const closed = driver.close();
  await clock.advance(5000);
  await closed;
  return seen;
}

test('a simulated hour of silences of 700 ms on a line with two boards shortens no pulse and drops no hold', async () => {
  const seen = await liveOnALine(11);
  expect(seen).toMatchObject({ wrong: [], notices: [], cuts: [], refused: 0 });
  expect(seen.silences).toBeGreaterThan(300);
  expect(seen.pulses).toBe(seen.silences);
  expect(seen.shortest).toBe(STRIKE_MS);
  expect(seen.longest).toBe(STRIKE_MS);
});
