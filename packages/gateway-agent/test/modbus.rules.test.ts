import { describe, expect, test } from '@jest/globals';
import {
  answerTo,
  bitsOf,
  READ_COILS,
  READ_DISCRETE_INPUTS,
  READ_HOLDING_REGISTERS,
  registersOf,
  request,
  WRITE_COIL,
} from '../src/drivers/boards/modbus.rules.js';

const bytes = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('requests are the frames of the Waveshare manual', () => {
  test.each([
    ['relay 1 on', request(1, WRITE_COIL, 0, 0xff00), '01 05 00 00 FF 00 8C 3A'],
    ['relay 1 off', request(1, WRITE_COIL, 0, 0), '01 05 00 00 00 00 CD CA'],
    ['relay 1 on for 3 s', request(1, WRITE_COIL, 0x0200, 30), '01 05 02 00 00 1E 4C 7A'],
    ['all inputs', request(1, READ_DISCRETE_INPUTS, 0, 8), '01 02 00 00 00 08 79 CC'],
    ['all relays', request(1, READ_COILS, 0, 8), '01 01 00 00 00 08 3D CC'],
  ])('%s', (_name, frame, expected) => {
    expect(frame).toEqual(bytes(expected));
  });
});

describe('an answer is accepted', () => {
  const on = request(1, WRITE_COIL, 2, 0xff00);
  const off = request(1, WRITE_COIL, 2, 0);
  const inputs = request(1, READ_DISCRETE_INPUTS, 0, 8);
  const sealed = (text: string): Buffer => {
    const body = bytes(text);
    return Buffer.concat([body, checksum(body)]);
  };

  test('for a write only if it repeats the write', () => {
    expect(answerTo(on, on)).toBeDefined();
    expect(answerTo(on, off)).toBeUndefined();
    expect(answerTo(on, request(1, WRITE_COIL, 3, 0xff00))).toBeUndefined();
    expect(answerTo(on, Buffer.concat([off, on]))).toBeDefined();
  });

  test('for a read only if it has the requested number of bytes', () => {
    expect(answerTo(inputs, sealed('01 02 01 05'))).toEqual(bytes('05'));
    expect(answerTo(inputs, sealed('01 02 02 05 00'))).toBeUndefined();
    expect(answerTo(inputs, sealed('01 01 01 05'))).toBeUndefined();
    expect(answerTo(request(1, READ_HOLDING_REGISTERS, 0x1000, 2), sealed('01 03 04 00 01 00 00'))).toEqual(
      bytes('00 01 00 00'),
    );
  });

  test('from the board asked alone, whole, with a right checksum, behind any noise', () => {
    const answer = sealed('01 02 01 05');
    expect(answerTo(inputs, sealed('02 02 01 05'))).toBeUndefined();
    expect(answerTo(inputs, answer.subarray(0, -1))).toBeUndefined();
    const broken = Buffer.from(answer);
    broken[3] = 0x04;
    expect(answerTo(inputs, broken)).toBeUndefined();
    expect(answerTo(inputs, Buffer.concat([bytes('00 81 01 01 02'), answer]))).toEqual(bytes('05'));
  });

  test('and a refusal is an error that says whether the board has such a thing', () => {
    expect(() => answerTo(inputs, sealed('01 82 01'))).toThrow(
      expect.objectContaining({ code: 1, isUnknown: true }),
    );
    expect(() => answerTo(inputs, sealed('01 82 04'))).toThrow(expect.objectContaining({ isUnknown: false }));
    expect(answerTo(inputs, sealed('01 81 01'))).toBeUndefined();
  });

  test('bits come first address first, registers high byte first', () => {
    expect(bitsOf(bytes('05 80'), 16).flatMap((bit, at) => (bit ? [at] : []))).toEqual([0, 2, 15]);
    expect(registersOf(bytes('00 01 12 34'))).toEqual([1, 0x1234]);
  });
});

/** CRC-16/MODBUS by polynomial division, apart from the code under test. */
function checksum(body: Buffer): Buffer {
  let crc = 0xffff;
  for (const byte of body) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc % 2 === 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return Buffer.of(crc % 256, crc >> 8);
}
