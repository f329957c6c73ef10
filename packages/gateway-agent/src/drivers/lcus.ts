import type { Board } from './serial-board.js';

/* LCUS-n relay boards (CH340): four bytes a command and no answer to any, so only the plug tells that one is there. */

const START = 0xa0;
const WRITE_MS = 300;

const frame = (channel: number, on: boolean): Uint8Array => {
  const state = on ? 1 : 0;
  return Uint8Array.of(START, channel, state, (START + channel + state) & 0xff);
};

export const lcusBoard: Board = {
  name: 'LCUS',
  baudRate: 9600,
  pollMs: 250,
  poll: async () => [],
  setCoil: (link, channel, on) => link.send(frame(channel, on), WRITE_MS),
  coilBytes: frame,
};
