import { crc32c, masked } from './crc32c.js';

/*
 * LevelDB's write log: blocks of 32 KB of records, each with checksum, length and type (whole, first, middle, last).
 * LevelDB itself drops the rest of a block behind a damaged record and says nothing; here damage is reported, and all that
 * is sound is kept.
 */

const BLOCK = 32_768;
const HEADER = 7;
const WHOLE = 1;
const FIRST = 2;
const MIDDLE = 3;
const LAST = 4;

export interface LogContents {
  /** The batches, each written in one go, in order. */
  readonly batches: readonly Uint8Array[];
  /** True if a complete write cannot be read; a write that was cut off is no damage. */
  readonly damaged: boolean;
}

export function readLog(bytes: Buffer): LogContents {
  const batches: Buffer[] = [];
  let parts: Buffer[] | null = null;
  let damaged = false;
  let at = 0;
  while (at < bytes.length) {
    const left = BLOCK - (at % BLOCK);
    if (left < HEADER) {
      at += left;
      continue;
    }
    const record = recordAt(bytes, at);
    if (record === null) {
      // The end of a write cut off by the power: the file ends, or only zeros follow.
      if (isCutOff(bytes, at)) break;
      damaged = true;
      parts = null;
      at = nextSound(bytes, at + 1);
      continue;
    }
    const { type, data, end } = record;
    at = end;
    const isBegin = type === WHOLE || type === FIRST;
    // A begin without an end, or an end without a begin: the other half was lost.
    if (isBegin === (parts !== null)) damaged = true;
    if (type === WHOLE) batches.push(data);
    else if (type === FIRST) parts = [data];
    else if (parts) parts.push(data);
    if (type === LAST && parts) batches.push(Buffer.concat(parts));
    if (type === WHOLE || type === LAST) parts = null;
  }
  return { batches, damaged };
}

/** Builds a log of these batches. */
export function writeLog(batches: readonly Uint8Array[]): Buffer {
  const out: Buffer[] = [];
  let at = 0;
  const add = (part: Buffer) => {
    out.push(part);
    at += part.length;
  };
  for (const batch of batches) {
    let rest = batch;
    let type = FIRST;
    while (type !== LAST) {
      const left = BLOCK - (at % BLOCK);
      if (left < HEADER) add(Buffer.alloc(left));
      const data = rest.subarray(0, BLOCK - (at % BLOCK) - HEADER);
      rest = rest.subarray(data.length);
      const ends = rest.length === 0;
      add(physical(ends && type === FIRST ? WHOLE : ends ? LAST : type, data));
      type = ends ? LAST : MIDDLE;
    }
  }
  return Buffer.concat(out);
}

function physical(type: number, data: Uint8Array): Buffer {
  const record = Buffer.alloc(HEADER + data.length);
  record[6] = type;
  record.set(data, HEADER);
  record.writeUInt16LE(data.length, 4);
  record.writeUInt32LE(masked(crc32c(record.subarray(6))), 0);
  return record;
}

/** The record that begins here; null if there is no sound one. */
function recordAt(bytes: Buffer, at: number): { type: number; data: Buffer; end: number } | null {
  const end = endOf(bytes, at);
  const type = bytes[at + 6] ?? 0;
  if (end === null || end > bytes.length || type < WHOLE || type > LAST) return null;
  if (masked(crc32c(bytes.subarray(at + 6, end))) !== bytes.readUInt32LE(at)) return null;
  return { type, data: bytes.subarray(at + HEADER, end), end };
}

/** The end of a record that begins here; null if it does not fit into its block. */
function endOf(bytes: Buffer, at: number): number | null {
  if (at + HEADER > bytes.length) return null;
  const end = at + HEADER + bytes.readUInt16LE(at + 4);
  return end - at > BLOCK - (at % BLOCK) ? null : end;
}

/** Whether the last write was cut off here: the file ends in it, or only zeros follow. */
function isCutOff(bytes: Buffer, at: number): boolean {
  let written = bytes.length;
  while (written > at && bytes[written - 1] === 0) written--;
  if (at + HEADER > written) return true;
  const end = endOf(bytes, at);
  if (end === null || end <= written || (end <= bytes.length && written === bytes.length)) return false;
  // A damaged length looks the same, unless data follows or the checksum is right.
  const isWhole = masked(crc32c(bytes.subarray(at + 6))) === bytes.readUInt32LE(at);
  return !isWhole && nextSound(bytes, at + 1) === bytes.length;
}

function nextSound(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) if (recordAt(bytes, at)) return at;
  return bytes.length;
}
