import type { Board } from './serial-board.js';
import type { Asking, SerialLink } from './serial-link.js';

/*
 * Numato Lab USB relay modules: lines of text, each answered by an echo, the answer and a prompt. Up to 32 relays are named
 * by one character, 0 to 9 and A to V (numato.com/docs/32-channel-usb-relay-module, "The command set"); the module of 64
 * names them 00 to 63 (numato.com/docs/64-channel-usb-relay-module-user-guide, "The commands set"). `relay readall` answers
 * four relays a hexadecimal digit, which shows the relay count (numato.com/kb, "Understanding readall/writeall commands").
 */

const ANSWER_MS = 300;
const PROMPT = '>';
const MAX_BY_ONE_CHARACTER = 32;
const RELAYS_PER_DIGIT = 4;

/** The answer between the echo of the command and the prompt; the whole text where noise has eaten the echo. */
function answerIn(received: Buffer, command: string): string | undefined {
  const text = received.toString('latin1');
  if (!text.trimEnd().endsWith(PROMPT)) return undefined;
  const echo = text.lastIndexOf(`${command}\n`);
  if (echo < 0) return undefined;
  return text
    .slice(echo + command.length)
    .replaceAll(PROMPT, '')
    .trim();
}

const say = (link: SerialLink, command: string, asking?: Asking): Promise<string> =>
  link.exchange(Buffer.from(`${command}\r`), (received) => answerIn(received, command), ANSWER_MS, asking);

/** `relays` is the configured relay count; null for a module of up to 32. */
export function numatoBoard(relays: number | null): Board {
  const nameOf = (channel: number): string =>
    (relays ?? 0) > MAX_BY_ONE_CHARACTER
      ? String(channel).padStart(2, '0')
      : channel.toString(36).toUpperCase();
  const isOn = async (link: SerialLink, channel: number): Promise<boolean> => {
    const state = await say(link, `relay read ${nameOf(channel)}`, { fresh: true });
    if (state !== 'on' && state !== 'off') throw new Error(`relay ${channel} reads "${state.slice(0, 40)}"`);
    return state === 'on';
  };
  const command = (channel: number, on: boolean): string => `relay ${on ? 'on' : 'off'} ${nameOf(channel)}`;
  return {
    name: 'Numato',
    baudRate: 19_200,
    pollMs: 50,
    async start(link, channels) {
      const digits = (await say(link, 'relay readall', { fresh: true })).length;
      const has = digits * RELAYS_PER_DIGIT;
      const isLarge = has > MAX_BY_ONE_CHARACTER;
      if (isLarge !== (relays ?? 0) > MAX_BY_ONE_CHARACTER)
        throw new Error(
          isLarge
            ? `the module has ${has} relays: give the door relay_count: ${has}`
            : `the module has ${has} relays, not relay_count: ${relays}`,
        );
      const beyond = channels.find((channel) => channel >= has);
      if (beyond !== undefined) throw new Error(`relay ${beyond} is beyond the ${has} relays of this module`);
    },
    async poll(link, inputs) {
      if (inputs.length === 0) await say(link, 'relay readall');
      const levels: boolean[] = [];
      for (const channel of inputs) {
        const answer = await say(link, `gpio read ${nameOf(channel)}`);
        if (answer !== '0' && answer !== '1')
          throw new Error(`input ${channel} reads "${answer.slice(0, 40)}"`);
        levels.push(answer === '1');
      }
      return levels;
    },
    async coils(link, channels) {
      const coils: boolean[] = [];
      for (const channel of channels) coils.push(await isOn(link, channel));
      return coils;
    },
    async setCoil(link, channel, on) {
      await say(link, command(channel, on));
      if ((await isOn(link, channel)) !== on) throw new Error(`relay ${channel} did not switch`);
    },
    coilBytes: (channel, on) => Buffer.from(`\r${command(channel, on)}\r`),
  };
}
