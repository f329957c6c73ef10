import { EventEmitter } from 'node:events';
import type { Board } from './serial-board.js';
import type { SerialLink } from './serial-link.js';

/*
 * Waveshare Modbus RTU relay boards. Reads and single coils go through modbus-serial; a pulse is a frame of its own
 * ("flash", coil address 0x0200 or 0x0400 + channel, value in 100 ms), which the board times itself.
 */

/** What is used of modbus-serial's client. */
interface ModbusRTU {
  open(done: (error?: unknown) => void): void;
  setID(address: number): void;
  setTimeout(milliseconds: number): void;
  readDiscreteInputs(from: number, count: number): Promise<{ data: boolean[] }>;
  readHoldingRegisters(from: number, count: number): Promise<{ data: number[] }>;
  writeCoil(coil: number, value: boolean): Promise<unknown>;
}

const ANSWER_MS = 300;
/** A board that is there answers a short question within some 30 ms. */
const PROBE_MS = 100;
/** modbus-serial gives up after this, when the link has. */
const CLIENT_MS = ANSWER_MS + 20;
const FLASH_UNIT_MS = 100;
const LONGEST_FLASH = 0x7fff;
const READ_INPUTS = 0x02;
const WRITE_COIL = 0x05;
const EXCEPTION = 0x80;
const FLASH_ON = 0x0200;
const FLASH_OFF = 0x0400;
/** Holding registers: how each relay follows the inputs. */
const CONTROL_MODES = 0x1000;
const MODE_NAMES = ['normal', 'linkage', 'toggle', 'edge trigger'];
const ILLEGAL_FUNCTION = 1;
const ILLEGAL_ADDRESS = 2;

export function waveshareBoard(address: number): Board {
  let client: { readonly link: SerialLink; readonly modbus: Promise<ModbusRTU> } | null = null;
  const on = <T>(link: SerialLink, work: (modbus: ModbusRTU) => Promise<T>): Promise<T> => {
    if (client?.link !== link) client = { link, modbus: clientOn(link, address) };
    const { modbus } = client;
    return link.inTurn(async () => work(await modbus));
  };
  const coil = (channel: number, value: boolean) =>
    frame(address, WRITE_COIL, channel - 1, value ? 0xff00 : 0);
  return {
    name: 'Waveshare relay board',
    baudRate: 9600,
    pollMs: 20,
    async probe(link) {
      const request = frame(address, READ_INPUTS, 0, 8);
      await link.exchange(request, (received) => answerIn(received, request), PROBE_MS);
    },
    async start(link, relays) {
      const modes = await on(link, (modbus) =>
        modbus.readHoldingRegisters(CONTROL_MODES, Math.max(1, ...relays)),
      ).catch((error: Error & { modbusCode?: number }) => {
        // Boards without inputs have no such register.
        if (error.modbusCode === ILLEGAL_FUNCTION || error.modbusCode === ILLEGAL_ADDRESS) return null;
        throw error;
      });
      for (const channel of relays) {
        const mode = modes?.data[channel - 1] ?? 0;
        if (mode !== 0)
          throw new Error(
            `relay ${channel} is in ${MODE_NAMES[mode] ?? `control mode ${mode}`} mode, so its input switches it: ` +
              'set the relay’s control mode to normal',
          );
      }
    },
    async poll(link, inputs) {
      const most = Math.max(8, ...inputs);
      const { data } = await on(link, (modbus) => modbus.readDiscreteInputs(0, most));
      return inputs.map((channel) => data[channel - 1] ?? false);
    },
    async setCoil(link, channel, value) {
      await on(link, (modbus) => modbus.writeCoil(channel - 1, value));
    },
    async pulseCoil(link, channel, value, milliseconds) {
      const units = Math.min(LONGEST_FLASH, Math.max(1, Math.round(milliseconds / FLASH_UNIT_MS)));
      const request = frame(address, WRITE_COIL, (value ? FLASH_ON : FLASH_OFF) + channel - 1, units);
      await link.exchange(request, (received) => echoIn(received, request), ANSWER_MS);
    },
    coilBytes: coil,
  };
}

async function clientOn(link: SerialLink, address: number): Promise<ModbusRTU> {
  const { default: Client } = (await import('modbus-serial')) as unknown as {
    default: new (port: LinkPort) => ModbusRTU;
  };
  const client = new Client(new LinkPort(link));
  await new Promise<void>((resolve, reject) => {
    client.open((error?: unknown) => (error ? reject(error as Error) : resolve()));
  });
  client.setID(address);
  client.setTimeout(CLIENT_MS);
  return client;
}

/**
 * The port that modbus-serial talks to: it hands on one whole answer with a right checksum, whatever noise came
 * before it, and forgets what was left of an answer that came late. Only used by work that has its turn on the link.
 */
class LinkPort extends EventEmitter {
  readonly #link: SerialLink;

  constructor(link: SerialLink) {
    super();
    this.#link = link;
  }

  get isOpen(): boolean {
    return this.#link.alive;
  }

  open(done: (error?: Error) => void): void {
    done();
  }

  close(done: (error?: Error) => void): void {
    done();
  }

  write(request: Buffer): void {
    this.#link
      .ask(Buffer.from(request), (received) => answerIn(received, request), ANSWER_MS)
      .then(
        (answer) => this.emit('data', answer),
        // No answer: modbus-serial's own deadline would be told later and say less.
        () => undefined,
      );
  }
}

/** The answer to a request: same address, same function (or its exception), right checksum, at any place. */
function answerIn(received: Buffer, request: Uint8Array): Buffer | undefined {
  const [address, code = 0] = request;
  for (let at = 0; at + 5 <= received.length; at++) {
    if (received[at] !== address) continue;
    const length =
      received[at + 1] === (code | EXCEPTION)
        ? 5
        : received[at + 1] === code
          ? lengthOf(received, at, code)
          : 0;
    if (length < 5 || at + length > received.length) continue;
    const answer = received.subarray(at, at + length);
    if (answer.readUInt16LE(length - 2) === crc16(answer.subarray(0, -2))) return Buffer.from(answer);
  }
  return undefined;
}

/** Writes are echoed in eight bytes; reads say how many bytes follow. */
const lengthOf = (received: Buffer, at: number, code: number): number =>
  code === WRITE_COIL ? 8 : 5 + (received[at + 2] ?? 0);

function echoIn(received: Buffer, request: Buffer): true | undefined {
  const answer = answerIn(received, request);
  if (!answer) return undefined;
  if (!answer.equals(request)) throw new Error('the board refused the pulse');
  return true;
}

function frame(address: number, code: number, place: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes[0] = address;
  bytes[1] = code;
  bytes.writeUInt16BE(place, 2);
  bytes.writeUInt16BE(value, 4);
  bytes.writeUInt16LE(crc16(bytes.subarray(0, 6)), 6);
  return bytes;
}

export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
}
