// A door on a relay board whose USB plug is pulled and put in again.
import { openSync, readdirSync, watch, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { systemClock } from '../../../protocol/dist/clock.js';
import { listPorts } from '../../dist/drivers/boards/serial-find.js';
import { createDriver } from '../../dist/drivers/create.js';

const say = (name, value = {}) => writeSync(1, `@${name} ${JSON.stringify(value)}\n`);
const ports = () => readdirSync('/dev').filter((name) => /^ttyUSB/.test(name));
const point = (channel) => ({
  line: null,
  channel,
  address: 1,
  activeLow: false,
  bias: 'none',
  debounceMs: 0,
});
const driver = createDriver(
  {
    // It never answers, so an emulated machine cannot be too slow for it.
    driver: 'lcus',
    chip: null,
    port: { vendor: '0403', product: '6001', serial: null },
    baudRate: null,
    relayCount: null,
    inputs: [],
    relays: [
      { door: 1, relay: 'strike', failSafe: false, point: point(1) },
      { door: 1, relay: 'hold', failSafe: false, point: point(2) },
    ],
  },
  systemClock,
);
/** When a plug went, by the machine's own clock. */
let goneAt = null;
watch('/dev', (_event, name) => {
  if (/^ttyUSB/.test(name) && !ports().includes(name)) goneAt = systemClock.monotonic();
});
const listener = {
  onEdge: () => undefined,
  onMissedEdges: () => say('missed'),
  onNotice: (line) => say('notice', { line, sinceGone: systemClock.monotonic() - goneAt }),
};
const held = [];
const acts = {
  async open() {
    for (;;) {
      try {
        await driver.open(listener);
        return say('open', { port: listPorts().find(({ vendor }) => vendor !== null) });
      } catch (error) {
        say('not-open', { message: error.message });
        await systemClock.sleep(200);
      }
    }
  },
  hold: () => driver.setRelay(1, 'hold', true),
  strike: () => driver.setRelay(1, 'strike', true),
  /** A program that keeps the port's number taken while the plug is out. */
  occupy: async () => held.push(openSync(`/dev/${ports()[0]}`, 'r+')),
};
say('ready');
createInterface({ input: process.stdin }).on('line', async (line) => {
  const act = line.trim();
  try {
    await acts[act]?.();
    say(`done-${act}`);
  } catch (error) {
    say(`failed-${act}`, { message: error.message });
  }
});
