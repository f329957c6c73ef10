import { describe, expect, test } from '@jest/globals';
import { imageTypeOf } from '../../src/floor-plans/image.rules.js';

const bytes = (...values: number[]) => Buffer.from(values);

describe('the type of a drawing is in its first bytes', () => {
  test.each([
    ['image/png', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0)],
    ['image/jpeg', bytes(0xff, 0xd8, 0xff, 0xe0, 0, 16)],
    ['image/webp', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1')],
    [null, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    [null, Buffer.from('RIFF\x10\0\0\0WAVEfmt ', 'latin1')],
    [null, Buffer.from('%PDF-1.7')],
    [null, Buffer.alloc(0)],
  ])('%s', (type, image) => {
    expect(imageTypeOf(image)).toBe(type);
  });
});
