/* The smallest photo: eight by eight grey pixels, which every decoder draws. */

const segment = (marker: number, ...body: number[]): Buffer =>
  Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff, ...body]);
/** One code of one bit, for nothing. */
const codes = (table: number) => segment(0xc4, table, 1, ...Array<number>(15).fill(0), 0);

export interface JpegParts {
  width?: number;
  height?: number;
  bits?: number;
  /** Behind its beginning, as cameras write what they know. */
  metadata?: readonly Buffer[];
  /** Behind its end. */
  behind?: Buffer;
}

export function jpeg({
  width = 8,
  height = 8,
  bits = 8,
  metadata = [],
  behind = Buffer.alloc(0),
}: JpegParts = {}) {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...metadata,
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(0xc0, bits, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0),
    codes(0x00),
    codes(0x10),
    segment(0xda, 1, 1, 0, 0, 63, 0),
    Buffer.from([0x3f, 0xff, 0xd9]),
    behind,
  ]);
}

/** As EXIF with a position, which ends in `text`. */
export const exif = (text: string): Buffer =>
  segment(0xe1, ...Buffer.from('Exif\0\0MM\0*\0\0\0\b', 'latin1'), ...Buffer.from(text));
export const comment = (text: string): Buffer => segment(0xfe, ...Buffer.from(text));
