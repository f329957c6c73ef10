import { CRC_START, crc32c, crcEnd, crcStep, masked } from './crc32c.js';
import { unsnappy } from './snappy.js';

/*
 * LevelDB's tables: blocks of entries, each with a type and a checksum behind it, an index of them, and a footer that
 * says where the index is. LevelDB reads nothing of a table whose index is damaged, and does not look at checksums;
 * here every sound block is read.
 */

/** One version of a key; the value is null where it was deleted. */
export interface Version {
  readonly key: string;
  readonly value: string | null;
  readonly sequence: number;
}

const TRAILER = 5;
const FOOTER = 48;
const MAGIC = Buffer.from('57fb808b247547db', 'hex');
const PLAIN = 0;
const SNAPPY = 1;
const DELETED = 0;
/** A block ends once it has 4 KB; the last entry may go beyond. */
const LONGEST_BLOCK = 16_384;
/** The maximum number of steps of the search for blocks in one table: seconds. */
const MAX_STEPS = 300_000_000;

/** Every version of every key that can be read, in the order of the file. */
export function* readTable(bytes: Buffer): Generator<Version> {
  for (const block of indexedBlocks(bytes) ?? foundBlocks(bytes))
    for (const [key, value] of entriesOf(block)) {
      if (key.length < 8) continue;
      const tag = key.readBigUInt64LE(key.length - 8);
      yield {
        key: key.toString('utf8', 0, key.length - 8),
        value: Number(tag & 0xffn) === DELETED ? null : value.toString('utf8'),
        sequence: Number(tag >> 8n),
      };
    }
}

/** The sound blocks that the index names; null where the index cannot be read. */
function indexedBlocks(bytes: Buffer): Buffer[] | null {
  const footer = bytes.subarray(-FOOTER);
  if (bytes.length < FOOTER || !footer.subarray(-MAGIC.length).equals(MAGIC)) return null;
  try {
    const [, , at, size] = numbers(footer, 4);
    const index = blockAt(bytes, at ?? 0, size ?? 0);
    return (
      index &&
      entriesOf(index).flatMap(([, handle]) => {
        const [from = 0, length = 0] = numbers(handle, 2);
        return blockAt(bytes, from, length) ?? [];
      })
    );
  } catch {
    return null;
  }
}

/** Blocks follow one another: a block is found where a checksum is right. */
function* foundBlocks(bytes: Buffer): Generator<Buffer> {
  let steps = MAX_STEPS;
  for (let at = 0; at + TRAILER < bytes.length && steps > 0; ) {
    let crc = CRC_START;
    let size = 0;
    const longest = Math.min(LONGEST_BLOCK, bytes.length - TRAILER - at);
    for (; size < longest; size++) {
      const type = bytes[at + size] as number;
      if (
        type <= SNAPPY &&
        size > 0 &&
        masked(crcEnd(crcStep(crc, type))) === bytes.readUInt32LE(at + size + 1)
      )
        break;
      crc = crcStep(crc, type);
    }
    steps -= size;
    const block = size < longest ? blockAt(bytes, at, size) : null;
    if (block) yield block;
    at += block ? size + TRAILER : 1;
  }
}

/** The block's content; null where it is not sound. */
function blockAt(bytes: Buffer, at: number, size: number): Buffer | null {
  if (at + size + TRAILER > bytes.length) return null;
  const type = bytes[at + size];
  if (masked(crc32c(bytes.subarray(at, at + size + 1))) !== bytes.readUInt32LE(at + size + 1)) return null;
  const content = bytes.subarray(at, at + size);
  if (type === PLAIN) return content;
  return type === SNAPPY ? unsnappy(content) : null;
}

/** Keys share a prefix with the previous key; the restart points at the end of the block are not needed. */
function entriesOf(block: Buffer): [key: Buffer, value: Buffer][] {
  if (block.length < 4) return [];
  const end = block.length - 4 - 4 * block.readUInt32LE(block.length - 4);
  const entries: [Buffer, Buffer][] = [];
  let key: Buffer = Buffer.alloc(0);
  for (let at = 0; at < end; ) {
    const [shared = 0, own = 0, size = 0, next = 0] = numbers(block.subarray(at, end), 3);
    const begin = at + next;
    key = Buffer.concat([key.subarray(0, shared), block.subarray(begin, begin + own)]);
    at = begin + own + size;
    if (at <= end) entries.push([key, block.subarray(begin + own, at)]);
  }
  return entries;
}

/** So many varints, and behind them how many bytes they took. */
export function numbers(bytes: Buffer, count: number): number[] {
  const found: number[] = [];
  let at = 0;
  while (found.length < count) {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError('a number is cut off');
      value += (byte & 127) * factor;
      if (byte < 128) break;
    }
    found.push(value);
  }
  return [...found, at];
}
