import type { Board } from './serial-board.js';
import type { SerialLink } from './serial-link.js';

/* KMtronic USB relay boards: `FF channel state`; `FF channel 03` asks, and is answered by `FF channel state`. */

const START = 0xff;
const ASK = 0x03;
const ANSWER_MS = 300;

const frame = (channel: number, on: boolean): Uint8Array => Uint8Array.of(START, channel, on ? 1 : 0);

/** The state of a channel; noise before the answer is skipped. */
function stateIn(received: Buffer, channel: number): boolean | undefined {
  for (let at = 0; at + 3 <= received.length; at++) {
    const [start, which, state] = received.subarray(at, at + 3);
    if (start === START && which === channel && (state === 0 || state === 1)) return state === 1;
  }
  return undefined;
}

const ask = (link: SerialLink, channel: number): Promise<boolean> =>
  link.exchange(Uint8Array.of(START, channel, ASK), (received) => stateIn(received, channel), ANSWER_MS);

export const kmtronicBoard: Board = {
  name: 'KMtronic',
  baudRate: 9600,
  pollMs: 500,
  async poll(link) {
    await ask(link, 1);
    return [];
  },
  async setCoil(link, channel, on) {
    await link.send(frame(channel, on), ANSWER_MS);
    if ((await ask(link, channel)) !== on) throw new Error(`relay ${channel} did not switch`);
  },
  coilBytes: frame,
};
