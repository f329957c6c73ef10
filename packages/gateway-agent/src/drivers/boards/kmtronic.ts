import type { Board } from './serial-board.js';
import type { SerialLink } from './serial-link.js';

/*
 * KMtronic USB relay boards: info.kmtronic.com/kmtronic-usb-relay-test-software.html. All take `FF relay 01|00`. Boards of
 * one and two relays answer `FF relay 03` by `FF relay state`; those of four and eight answer `FF 09 00` by a byte for each
 * relay and nothing else. The answer shows which board it is; `FF 09 00` switches nothing on any of them.
 */

const START = 0xff;
const ASK_ONE = 0x03;
const ASK_ALL = Uint8Array.of(START, 0x09, 0x00);
const ANSWER_MS = 300;
/** Eight bytes take 9 ms at 9600 baud. */
const QUIET_MS = 20;
const SMALL = 2;
const LARGE: readonly number[] = [4, 8];

const frame = (channel: number, on: boolean): Uint8Array => Uint8Array.of(START, channel, on ? 1 : 0);
const isState = (byte: number): boolean => byte === 0 || byte === 1;

/** The state of a relay, from `FF relay state`; noise before it is skipped. */
function stateIn(received: Buffer, channel: number): boolean | undefined {
  for (let at = 0; at + 3 <= received.length; at++) {
    const [start, which, state = -1] = received.subarray(at, at + 3);
    if (start === START && which === channel && isState(state)) return state === 1;
  }
  return undefined;
}

/** The states of all relays; the answer has no frame, so it must contain nothing else. */
const statesIn = (received: Buffer, sizes: readonly number[]): boolean[] | undefined =>
  sizes.includes(received.length) && received.every(isState)
    ? [...received].map((byte) => byte === 1)
    : undefined;

export function kmtronicBoard(): Board {
  /** The relay count of the board; null before it has answered. */
  let size: number | null = null;
  const askAll = (link: SerialLink, sizes: readonly number[], fresh: boolean) =>
    link.exchange(ASK_ALL, (received) => statesIn(received, sizes), ANSWER_MS, { fresh, quietMs: QUIET_MS });
  const askOne = (link: SerialLink, channel: number, fresh: boolean) =>
    link.exchange(
      Uint8Array.of(START, channel, ASK_ONE),
      (received) => stateIn(received, channel),
      ANSWER_MS,
      { fresh },
    );
  const read = async (link: SerialLink, channel: number, fresh: boolean): Promise<boolean> =>
    size === null || size === SMALL
      ? askOne(link, channel, fresh)
      : ((await askAll(link, [size], fresh))[channel - 1] ?? false);
  return {
    name: 'KMtronic',
    baudRate: 9600,
    pollMs: 500,
    safeAfterStart: true,
    async start(link, relays) {
      const states = await askAll(link, LARGE, false).catch(() => null);
      if (states === null) await askOne(link, 1, false);
      size = states?.length ?? SMALL;
      const beyond = relays.find((channel) => channel > (size ?? 0));
      if (beyond !== undefined)
        throw new Error(`relay ${beyond} is beyond the ${size} relays of this board: name another channel`);
    },
    async poll(link) {
      await read(link, 1, false);
      return [];
    },
    async coils(link, channels) {
      const coils: boolean[] = [];
      for (const channel of channels) coils.push(await read(link, channel, true));
      return coils;
    },
    async setCoil(link, channel, on) {
      await link.send(frame(channel, on), ANSWER_MS);
      if (size === null) return;
      if ((await read(link, channel, true)) !== on) throw new Error(`relay ${channel} did not switch`);
    },
    coilBytes: frame,
  };
}
