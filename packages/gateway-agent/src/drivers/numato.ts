import type { Board } from './serial-board.js';
import type { SerialLink } from './serial-link.js';

/* Numato USB relay modules: lines of text, each answered by an echo, the answer and a prompt. */

const ANSWER_MS = 300;
const PROMPT = '>';

/** Channels beyond 9 are letters. */
const nameOf = (channel: number): string => channel.toString(36).toUpperCase();
const relayCommand = (channel: number, on: boolean): string =>
  `relay ${on ? 'on' : 'off'} ${nameOf(channel)}`;

/** The answer between the echo of the command and the prompt; the whole text where noise has eaten the echo. */
function answerIn(received: Buffer, command: string): string | undefined {
  const text = received.toString('latin1');
  if (!text.trimEnd().endsWith(PROMPT)) return undefined;
  const echo = text.lastIndexOf(command);
  if (echo < 0) return undefined;
  return text
    .slice(echo + command.length)
    .replaceAll(PROMPT, '')
    .trim();
}

const tell = (link: SerialLink, command: string): Promise<string> =>
  link.exchange(Buffer.from(`${command}\r`), (received) => answerIn(received, command), ANSWER_MS);

export const numatoBoard: Board = {
  name: 'Numato',
  baudRate: 19_200,
  pollMs: 50,
  async poll(link, inputs) {
    if (inputs.length === 0) await tell(link, 'relay readall');
    const levels: boolean[] = [];
    for (const channel of inputs) {
      const answer = await tell(link, `gpio read ${nameOf(channel)}`);
      if (answer !== '0' && answer !== '1')
        throw new Error(`input ${channel} reads "${answer.slice(0, 40)}"`);
      levels.push(answer === '1');
    }
    return levels;
  },
  async setCoil(link, channel, on) {
    await tell(link, relayCommand(channel, on));
    const state = await tell(link, `relay read ${nameOf(channel)}`);
    if (state !== (on ? 'on' : 'off')) throw new Error(`relay ${channel} did not switch`);
  },
  coilBytes: (channel, on) => Buffer.from(`\r${relayCommand(channel, on)}\r`),
};
