/*
 * A photo of a tested door: a JPEG with what its picture takes and nothing else. Where it was taken, when and with what, a
 * smaller picture, a comment, and what stands behind its end are left out. Pure; its pixels are never decoded here.
 */

/** What the pages make of a photo is well below these. */
export const MAX_PHOTO_BYTES = 1024 * 1024;
/** Of each side, in pixels. */
export const MAX_PHOTO_SIDE = 4_096;
/** Of one test. */
export const MAX_PHOTOS = 4;

export interface Photo {
  image: Buffer;
  width: number;
  height: number;
}

/* ITU-T T.81, table B.1. */
const FILL = 0xff;
const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
/** Baseline, extended and progressive, all Huffman coded: what browsers and readers of PDFs decode. */
const FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2];
/** Of Huffman codes, of quantisation, and the interval of restarts. */
const TABLES: readonly number[] = [0xc4, 0xdb, 0xdd];
const isMetadata = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
const isWithinScan = (marker: number): boolean => marker === 0 || (marker >= 0xd0 && marker <= 0xd7);

/** Null: no whole JPEG in grey or in colour, or one that is too large. */
export function barePhoto(file: Buffer): Photo | null {
  if (file[0] !== FILL || file[1] !== START) return null;
  const kept = [file.subarray(0, 2)];
  let size: { width: number; height: number } | null = null;
  let hasScan = false;
  let at = 2;
  for (;;) {
    if (file[at] !== FILL) return null;
    while (file[at + 1] === FILL) at += 1;
    const marker = file[at + 1];
    if (marker === undefined) return null;
    if (marker === END) {
      if (size === null || !hasScan) return null;
      return { image: Buffer.concat([...kept, file.subarray(at, at + 2)]), ...size };
    }
    if (at + 4 > file.length) return null;
    const length = file.readUInt16BE(at + 2);
    const next = at + 2 + length;
    if (length < 2 || next > file.length) return null;
    if (FRAMES.includes(marker)) {
      if (size !== null) return null;
      size = sizeOf(file.subarray(at + 4, next));
      if (size === null) return null;
    } else if (marker === SCAN) {
      const end = endOfScan(file, next);
      kept.push(file.subarray(at, end));
      hasScan = true;
      at = end;
      continue;
    } else if (!TABLES.includes(marker)) {
      if (!isMetadata(marker)) return null;
      at = next;
      continue;
    }
    kept.push(file.subarray(at, next));
    at = next;
  }
}

function sizeOf(frame: Buffer): { width: number; height: number } | null {
  if (frame.length < 6) return null;
  const [bits, components] = [frame[0], frame[5]];
  const height = frame.readUInt16BE(1);
  const width = frame.readUInt16BE(3);
  const fits = Math.min(width, height) > 0 && Math.max(width, height) <= MAX_PHOTO_SIDE;
  return fits && bits === 8 && (components === 1 || components === 3) ? { width, height } : null;
}

/** Where the next marker stands that is not within the scan; the length of the file where there is none. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(FILL, from); at >= 0; at = file.indexOf(FILL, at + 1)) {
    const marker = file[at + 1];
    if (marker !== undefined && marker !== FILL && !isWithinScan(marker)) return at;
  }
  return file.length;
}
