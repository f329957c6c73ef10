/* What an uploaded drawing is, by its first bytes and not by its name. */

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** What the pages make of a photo or of a page of a PDF is below this. */
export const MAX_IMAGE_BYTES = 4 * 1024 * 1024;
/** Of each side, in pixels: what browsers draw without trouble, phones too. */
export const MAX_SIDE = 8_192;

const SIGNATURES: readonly { type: ImageType; at: number; bytes: string }[] = [
  // https://www.w3.org/TR/png-3/#3PNGsignature
  { type: 'image/png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  // ITU-T T.81, B.1.1.3: start of image, and the first byte of the marker that follows.
  { type: 'image/jpeg', at: 0, bytes: '\xff\xd8\xff' },
  // RFC 9649, 2.4: RIFF, a size, WEBP.
  { type: 'image/webp', at: 8, bytes: 'WEBP' },
];

/** Null: none that the pages show. */
export const imageTypeOf = (image: Buffer): ImageType | null =>
  SIGNATURES.find(({ at, bytes }) => image.subarray(at, at + bytes.length).toString('latin1') === bytes)
    ?.type ?? null;
