import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { comment, exif, jpeg } from '../../../../test/jpeg.js';
import { barePhoto } from '../../src/gateways/door-tests/photo.rules.js';

const bare = jpeg();

describe('a photo', () => {
  test('is kept with its size', () => {
    expect(barePhoto(bare)).toEqual({ image: bare, width: 8, height: 8 });
    expect(barePhoto(jpeg({ width: 4_096, height: 300 }))).toMatchObject({ width: 4_096, height: 300 });
  });

  test('loses where it was taken, its comments, and what stands behind its end', () => {
    const file = jpeg({
      metadata: [exif('60.1699 N 24.9384 E'), exif('again'), comment('the back door of the bank')],
      behind: Buffer.from('a film of three seconds'),
    });
    expect(barePhoto(file)?.image).toEqual(bare);
  });

  test('keeps restarts and stuffed bytes of its scan, and every scan', () => {
    const scan = bare.subarray(bare.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
    const whole = Buffer.concat([
      bare.subarray(0, -2),
      Buffer.from([0xff, 0x00, 0xff, 0xd0, 0x12]),
      scan,
      Buffer.from([0xff, 0xd9]),
    ]);
    expect(barePhoto(whole)?.image).toEqual(whole);
  });

  test.each([
    ['a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['nothing', Buffer.alloc(0)],
    ['a beginning alone', bare.subarray(0, 3)],
    ['no picture', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['a frame without a scan', Buffer.concat([bare.subarray(0, -13), Buffer.from([0xff, 0xd9])])],
    ['a side of no pixels', jpeg({ width: 0 })],
    ['a side of 4097', jpeg({ height: 4_097 })],
    ['twelve bits a sample', jpeg({ bits: 12 })],
  ])('is not %s', (_, file) => {
    expect(barePhoto(file)).toBeNull();
  });

  test('that is cut short anywhere is refused', () => {
    for (let length = 0; length < bare.length; length += 1)
      expect(barePhoto(bare.subarray(0, length))).toBeNull();
  });

  test('comes out of any bytes as itself, bare a second time, or not at all', () => {
    fc.assert(
      fc.property(fc.nat(bare.length), fc.uint8Array({ maxLength: 40 }), (at, noise) => {
        const file = Buffer.concat([bare.subarray(0, at), noise, bare.subarray(at)]);
        const photo = barePhoto(file);
        if (photo) expect(barePhoto(photo.image)).toEqual(photo);
      }),
    );
  });
});
