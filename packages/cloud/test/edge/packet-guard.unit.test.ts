import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { packetMeter } from '../../src/edge/packet-guard.js';

/** A packet whose fixed header announces `remaining` bytes (MQTT 3.1.1, 2.2.3). */
function packet(remaining: number): Buffer {
  const length: number[] = [];
  let left = remaining;
  do {
    length.push((left % 128) | (left >= 128 ? 0x80 : 0));
    left = Math.floor(left / 128);
  } while (left > 0);
  return Buffer.concat([Buffer.from([0x30, ...length]), Buffer.alloc(remaining)]);
}

describe('the packet guard', () => {
  test.each([
    ['a ping', 0, true],
    ['the largest packet allowed, header included', 65_532, true],
    ['one byte more', 65_533, false],
    ['200 MB announced', 200_000_000, false],
  ])('%s passes: %#', (_name, remaining, passes) => {
    expect(packetMeter()(remaining > 1_000_000 ? packet(remaining).subarray(0, 5) : packet(remaining))).toBe(
      passes,
    );
  });

  test('a length of five bytes is malformed', () => {
    expect(packetMeter()(Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x01]))).toBe(false);
  });

  test('finds packet borders however the bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 20 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 700 })),
        (sizes, cuts) => {
          const bytes = Buffer.concat([...sizes.map(packet), packet(70_000)]);
          const meter = packetMeter();
          const good = bytes.length - packet(70_000).length;
          let at = 0;
          while (at < bytes.length) {
            const end = at + (cuts.next().value as number);
            const passes = meter(bytes.subarray(at, end));
            // The oversized packet is told by its fixed header, which is four bytes long.
            if (!passes) return end > good && at < good + 4;
            at = end;
          }
          return false;
        },
      ),
    );
  });
});
