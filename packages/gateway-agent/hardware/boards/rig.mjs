import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';
import { systemClock } from '../../../protocol/dist/clock.js';
import { createDriver } from '../../dist/drivers/create.js';
import { plugIn } from './plug.mjs';

/* A driver, the emulated board that it drives, and what it reports: new for each test. */

/** The first of the two relays that a door uses. */
export const FIRST = {
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
export const KINDS = Object.keys(FIRST).filter((kind) => kind !== 'waveshare-linked');
/** Only the notices about the result of a command. */
export const TALKERS = KINDS.filter((kind) => kind !== 'lcus');

export const point = (channel, fields = {}) => ({
  line: null,
  channel,
  address: 1,
  activeLow: false,
  bias: 'none',
  debounceMs: 0,
  ...fields,
});
export const sleep = (milliseconds) => systemClock.sleep(milliseconds);

export async function until(condition, milliseconds = 20_000) {
  const deadline = performance.now() + milliseconds;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`still not so after ${milliseconds} ms: ${condition}`);
    await sleep(5);
  }
}

/** For the tests of a file: `board` and `driver` are set by `open`, or by a test that opens them in its own way. */
export function useRig() {
  const rig = {
    board: undefined,
    driver: undefined,
    port: '',
    heard: undefined,
    listener: {
      onEdge: (edge) => rig.heard.edges.push(edge),
      onMissedEdges: () => rig.heard.missed++,
      onCut: (cut) => rig.heard.cuts.push(cut),
      onNotice: (line) => rig.heard.notices.push(line),
      onFault: ({ door, terminal }, error) => rig.heard.faults.set(`${door}/${terminal}`, error),
    },
    /** A door with two relays of the board, from `first` on; resolves with it. */
    async open(kind, { failSafe = false, first = FIRST[kind] } = {}) {
      rig.board = await plugIn(kind, rig.port);
      const hasInputs = kind === 'waveshare' || kind === 'numato-8';
      rig.driver = createDriver(
        {
          driver: kind.split('-')[0],
          chip: null,
          port: { path: rig.port },
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
      await rig.driver.open(rig.listener);
      return first;
    },
  };
  beforeEach(() => {
    rig.port = path.join(tmpdir(), `board-${randomUUID()}`);
    rig.heard = { faults: new Map(), edges: [], notices: [], cuts: [], missed: 0 };
  });
  afterEach(async () => {
    await rig.driver?.close();
    await rig.board?.unplug();
    rig.driver = rig.board = undefined;
  });
  return rig;
}
