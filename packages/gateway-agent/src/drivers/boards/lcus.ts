import type { Board } from './serial-board.js';
import type { SerialLink } from './serial-link.js';

/*
 * LCUS-n relay boards (CH340) and their successors. All take `A0 relay 01|00 sum`, sum being that of the three bytes before.
 * What they answer depends on the firmware:
 * - nothing (the LC Technology data sheet of LCUS-1 to LCUS-8);
 * - `A0 relay 05 sum` is answered by `A0 relay state sum` (LC Technology's later firmware, which also knows 02 and 03 as off
 *   and on with that answer, and 04 as toggle);
 * - `A0 relay 02 sum` is answered in text, "CH1: ON" (wiki.diustou.com, "USB Relay PRO").
 * 02 would switch off a relay of the second kind, so 05 is tried first, and relays are made safe after these queries.
 */

const START = 0xa0;
const OFF = 0;
const ON = 1;
const ASK_TEXT = 2;
const ASK_FRAME = 5;
const WRITE_MS = 300;
const ANSWER_MS = 300;

const frame = (channel: number, operation: number): Buffer =>
  Buffer.of(START, channel, operation, (START + channel + operation) & 0xff);
const coilFrame = (channel: number, on: boolean): Buffer => frame(channel, on ? ON : OFF);

type Dialect = (link: SerialLink, channel: number, fresh: boolean) => Promise<boolean>;

/** The state, from `A0 relay state sum`. */
const askFrame: Dialect = (link, channel, fresh) =>
  link.exchange(
    frame(channel, ASK_FRAME),
    (received) =>
      received.includes(coilFrame(channel, true))
        ? true
        : received.includes(coilFrame(channel, false))
          ? false
          : undefined,
    ANSWER_MS,
    { fresh },
  );

/** The state, from the line of the relay. */
const askText: Dialect = (link, channel, fresh) =>
  link.exchange(
    frame(channel, ASK_TEXT),
    (received) => {
      const said = new RegExp(`CH${channel}: *(ON|OFF)\\b`, 'i').exec(received.toString('latin1'))?.[1];
      return said === undefined ? undefined : said.toUpperCase() === 'ON';
    },
    ANSWER_MS,
    { fresh },
  );

export function lcusBoard(): Board {
  /** Null for a board that never answers: only its USB plug shows that it is present. */
  let ask: Dialect | null = null;
  let first = 1;
  return {
    name: 'LCUS',
    baudRate: 9600,
    pollMs: 500,
    safeAfterStart: true,
    async start(link, relays) {
      first = relays[0] ?? 1;
      // A board that has answered once is no silent one: noise must not have it taken for one, nor asked by what switches it.
      if (ask) return void (await ask(link, first, false));
      for (const dialect of [askFrame, askText]) {
        const answers = await dialect(link, first, false).then(
          () => true,
          () => false,
        );
        if (!answers) continue;
        ask = dialect;
        return;
      }
    },
    async poll(link) {
      await ask?.(link, first, false);
      return [];
    },
    async coils(link, channels) {
      if (!ask) return null;
      const coils: boolean[] = [];
      for (const channel of channels) coils.push(await ask(link, channel, true));
      return coils;
    },
    async setCoil(link, channel, on) {
      await link.send(coilFrame(channel, on), WRITE_MS);
      if (ask && (await ask(link, channel, true)) !== on) throw new Error(`relay ${channel} did not switch`);
    },
    coilBytes: coilFrame,
  };
}
