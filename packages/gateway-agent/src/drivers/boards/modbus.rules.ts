/*
 * Modbus RTU frames (modbus.org, "MODBUS over Serial Line", V1.02, and "MODBUS Application Protocol", V1.1b3): an answer
 * is accepted only for the request that it belongs to.
 */

export const READ_COILS = 0x01;
export const READ_DISCRETE_INPUTS = 0x02;
export const READ_HOLDING_REGISTERS = 0x03;
export const WRITE_COIL = 0x05;
const EXCEPTION = 0x80;
const ILLEGAL_FUNCTION = 1;
const ILLEGAL_DATA_ADDRESS = 2;

/** The board rejects a request: it has no such function, or nothing at that address. */
export class ModbusException extends Error {
  override readonly name = 'ModbusException';
  readonly code: number;

  constructor(code: number) {
    super(`the board refuses: Modbus exception ${code}`);
    this.code = code;
  }

  /** The requested function or address does not exist on this board. */
  get isUnknown(): boolean {
    return this.code === ILLEGAL_FUNCTION || this.code === ILLEGAL_DATA_ADDRESS;
  }
}

/** A request of eight bytes: reads take an address and a count, a write an address and a value. */
export function request(unit: number, code: number, address: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes[0] = unit;
  bytes[1] = code;
  bytes.writeUInt16BE(address, 2);
  bytes.writeUInt16BE(value, 4);
  bytes.writeUInt16LE(crc16(bytes.subarray(0, 6)), 6);
  return bytes;
}

/**
 * The data of the answer to a request, at any position within noise; undefined while it is incomplete. A write is
 * echoed, a read returns as many bytes as were requested: anything else belongs to another request.
 * @throws ModbusException where the board refuses the request
 */
export function answerTo(asked: Buffer, received: Buffer): Buffer | undefined {
  const [unit, code = 0] = asked;
  for (let at = 0; at + 5 <= received.length; at++) {
    if (received[at] !== unit) continue;
    const isRefusal = received[at + 1] === (code | EXCEPTION);
    if (!isRefusal && received[at + 1] !== code) continue;
    const length = isRefusal ? 5 : lengthOfAnswer(asked);
    if (at + length > received.length) continue;
    const answer = received.subarray(at, at + length);
    if (answer.readUInt16LE(length - 2) !== crc16(answer.subarray(0, -2))) continue;
    if (isRefusal) throw new ModbusException(answer[2] ?? 0);
    if (code === WRITE_COIL) {
      if (answer.equals(asked)) return Buffer.from(answer.subarray(2, -2));
    } else if (answer[2] === length - 5) return Buffer.from(answer.subarray(3, -2));
  }
  return undefined;
}

/** Bits of an answer, first address first. */
export const bitsOf = (data: Buffer, count: number): boolean[] =>
  Array.from({ length: count }, (_, at) => (((data[at >> 3] ?? 0) >> (at & 7)) & 1) === 1);

/** Registers of an answer. */
export const registersOf = (data: Buffer): number[] =>
  Array.from({ length: data.length >> 1 }, (_, at) => data.readUInt16BE(at * 2));

function lengthOfAnswer(asked: Buffer): number {
  const count = asked.readUInt16BE(4);
  if (asked[1] === WRITE_COIL) return 8;
  return 5 + (asked[1] === READ_HOLDING_REGISTERS ? count * 2 : Math.ceil(count / 8));
}

/** CRC-16/MODBUS: polynomial 0xA001 reflected, starting at 0xFFFF; sent low byte first. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
}
