import {
  answerTo,
  bitsOf,
  ModbusException,
  READ_COILS,
  READ_DISCRETE_INPUTS,
  READ_HOLDING_REGISTERS,
  registersOf,
  request,
  WRITE_COIL,
} from './modbus.rules.js';
import type { Board } from './serial-board.js';
import type { Asking, SerialLink } from './serial-link.js';

/*
 * Waveshare Modbus RTU relay boards, with and without inputs: waveshare.com/wiki, "Modbus RTU Relay" and "Modbus RTU
 * Relay (D)", "Development Protocol": 01 reads relays, 05 switches one, 05 at 0x0200 and 0x0400 + relay "flashes" it on
 * or off for a time in 100 ms that the board keeps; on (D) boards 02 reads the inputs, and the holding registers from
 * 0x1000 say how each relay follows its input.
 */

const ANSWER_MS = 300;
/** A board that is there answers a short question within some 30 ms. */
const PROBE_MS = 100;
const FLASH_STEP_MS = 100;
const MAX_FLASH = 0x7fff;
const FLASH_ON = 0x0200;
const FLASH_OFF = 0x0400;
const ON = 0xff00;
const CONTROL_MODES = 0x1000;
const MODE_NAMES = ['normal', 'linkage', 'toggle', 'edge trigger'];

export function waveshareBoard(unit: number): Board {
  const ask = (link: SerialLink, asked: Buffer, milliseconds = ANSWER_MS, asking?: Asking) =>
    link.exchange(asked, (received) => answerTo(asked, received), milliseconds, asking);
  const read = async (link: SerialLink, code: number, channels: readonly number[], asking?: Asking) => {
    const count = Math.ceil(Math.max(1, ...channels) / 8) * 8;
    const data = await ask(link, request(unit, code, 0, count), ANSWER_MS, asking);
    const bits = bitsOf(data, count);
    return channels.map((channel) => bits[channel - 1] ?? false);
  };
  const confirm = async (link: SerialLink, channel: number, expected: boolean) => {
    const [actual] = await read(link, READ_COILS, [channel], { fresh: true });
    if (actual !== expected) throw new Error(`relay ${channel} did not switch`);
  };
  const write = (channel: number, value: boolean) => request(unit, WRITE_COIL, channel - 1, value ? ON : 0);
  return {
    name: 'Waveshare relay board',
    baudRate: 9600,
    pollMs: 20,
    async probe(link) {
      await ask(link, request(unit, READ_COILS, 0, 8), PROBE_MS);
    },
    async start(link, relays) {
      const modes = await controlModes(link, Math.max(1, ...relays));
      for (const channel of relays) {
        const mode = modes[channel - 1] ?? 0;
        if (mode !== 0)
          throw new Error(
            `relay ${channel} is in ${MODE_NAMES[mode] ?? `control mode ${mode}`} mode, so its input switches it: ` +
              'set the relay’s control mode to normal',
          );
      }
    },
    // A board without inputs does not support reading them: its relays are read instead.
    async poll(link, inputs) {
      if (inputs.length > 0) return read(link, READ_DISCRETE_INPUTS, inputs);
      await read(link, READ_COILS, []);
      return [];
    },
    coils: (link, channels) => read(link, READ_COILS, channels, { fresh: true }),
    async setCoil(link, channel, value) {
      await ask(link, write(channel, value));
      await confirm(link, channel, value);
    },
    async pulseCoil(link, channel, value, milliseconds) {
      const time = Math.min(MAX_FLASH, Math.max(1, Math.round(milliseconds / FLASH_STEP_MS)));
      await ask(link, request(unit, WRITE_COIL, (value ? FLASH_ON : FLASH_OFF) + channel - 1, time));
      await confirm(link, channel, value);
    },
    coilBytes: write,
  };

  /** Empty if the board has no inputs that a relay could follow: it rejects the request, or does not answer. */
  async function controlModes(link: SerialLink, count: number): Promise<number[]> {
    const asked = request(unit, READ_HOLDING_REGISTERS, CONTROL_MODES, count);
    // Twice, so that one lost answer does not hide a relay that is switched by its input.
    for (const _attempt of [1, 2]) {
      try {
        return registersOf(await ask(link, asked));
      } catch (error) {
        if (!(error instanceof ModbusException)) continue;
        if (error.isUnknown) return [];
        throw error;
      }
    }
    await ask(link, request(unit, READ_COILS, 0, 8), ANSWER_MS, { fresh: true });
    return [];
  }
}
