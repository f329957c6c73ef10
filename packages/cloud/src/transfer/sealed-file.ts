import { createCipheriv, createDecipheriv, createHash, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { hashRaw } from '@node-rs/argon2';

/*
 * A file sealed by a passphrase, written and read in one pass with little memory: a line of JSON, then frames of
 * AES-256-GCM. The number of a frame, and whether it is the last one, are in its nonce: frames that are changed,
 * exchanged, left out or cut off at the end do not open.
 */

export class SealedFileError extends Error {
  override name = 'SealedFileError';
}

const MAGIC = 'door-access-account';
const FRAME_BYTES = 256 * 1024;
const TAG_BYTES = 16;
const LONGEST_HEAD = 4096;
/** Argon2id, 64 MiB, three passes: half a second, once a file. */
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };
/** What a file may ask of this machine. */
const HIGHEST_COST = { memoryCost: 1_048_576, timeCost: 10, parallelism: 4 };

interface Keys {
  frames: Buffer;
  check: Buffer;
}

async function keysOf(passphrase: string, salt: Buffer, cost: typeof COST): Promise<Keys> {
  const key = await hashRaw(passphrase.normalize('NFKC'), { ...cost, algorithm: 2, outputLen: 32, salt });
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
  return { frames: derive('frames'), check: derive('check') };
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce[0] = isLast ? 1 : 0;
  nonce.writeUIntBE(number, 6, 6);
  return nonce;
}

/** @param salt 16 random bytes, never used before */
export async function sealing(passphrase: string, salt: Buffer): Promise<Transform> {
  const keys = await keysOf(passphrase, salt, COST);
  const head = Buffer.from(
    `${JSON.stringify({ format: MAGIC, version: 1, salt: salt.toString('hex'), ...COST, check: keys.check.toString('hex') })}\n`,
  );
  const associated = createHash('sha256').update(head).digest();
  let waiting: Buffer[] = [];
  let size = 0;
  let number = 0;
  const frame = (bytes: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', keys.frames, nonceOf(number++, isLast));
    cipher.setAAD(associated);
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(sealed.length);
    return Buffer.concat([length, sealed]);
  };
  let isBegun = false;
  const begin = (stream: Transform) => {
    if (!isBegun) stream.push(head);
    isBegun = true;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      begin(this);
      waiting.push(chunk);
      size += chunk.length;
      if (size > FRAME_BYTES) {
        const all = Buffer.concat(waiting);
        let at = 0;
        // What is left is never empty, so that the last frame is not known until the end.
        for (; all.length - at > FRAME_BYTES; at += FRAME_BYTES)
          this.push(frame(all.subarray(at, at + FRAME_BYTES), false));
        waiting = [all.subarray(at)];
        size = all.length - at;
      }
      done();
    },
    flush(done) {
      begin(this);
      this.push(frame(Buffer.concat(waiting), true));
      done();
    },
  });
}

/** What was sealed, from the first byte to the last. @throws SealedFileError */
export async function* opened(file: FileHandle, passphrase: string): AsyncGenerator<Buffer> {
  const { size } = await file.stat();
  const first = await read(file, 0, Math.min(size, LONGEST_HEAD));
  const end = first.indexOf('\n');
  const head = first.subarray(0, end + 1);
  const parameters = end < 0 ? null : readHead(head.toString());
  if (!parameters) throw new SealedFileError('this is not an exported account');
  const keys = await keysOf(passphrase, parameters.salt, parameters.cost);
  if (!timingSafeEqual(keys.check, parameters.check))
    throw new SealedFileError('the passphrase is wrong, or the first line of the file was changed');
  const associated = createHash('sha256').update(head).digest();
  const open = (sealed: Buffer, number: number, isLast: boolean): Buffer | null => {
    const decipher = createDecipheriv('aes-256-gcm', keys.frames, nonceOf(number, isLast));
    decipher.setAAD(associated);
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const plain = decipher.update(sealed.subarray(0, -TAG_BYTES));
    try {
      return Buffer.concat([plain, decipher.final()]);
    } catch {
      return null;
    }
  };
  let at = head.length;
  for (let number = 0; ; number++) {
    if (at + 4 > size) throw cut();
    const length = (await read(file, at, 4)).readUInt32BE();
    if (length < TAG_BYTES || length > FRAME_BYTES + TAG_BYTES) throw changed(at);
    if (at + 4 + length > size) throw cut();
    const sealed = await read(file, at + 4, length);
    const isLast = at + 4 + length === size;
    const plain = open(sealed, number, isLast);
    if (plain === null) throw isLast && open(sealed, number, false) !== null ? cut() : changed(at);
    yield plain;
    at += 4 + length;
    if (isLast) return;
  }
}

const cut = () => new SealedFileError('the file is cut off: its end is missing');
const changed = (at: number) =>
  new SealedFileError(`the file was changed or damaged, at byte ${at} or shortly behind`);

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(buffer, done, length - done, position + done);
    if (bytesRead === 0) throw cut();
    done += bytesRead;
  }
  return buffer;
}

function readHead(text: string): { salt: Buffer; check: Buffer; cost: typeof COST } | null {
  try {
    const { format, version, salt, check, memoryCost, timeCost, parallelism } = JSON.parse(text);
    const cost = { memoryCost, timeCost, parallelism };
    const isFair = Object.entries(HIGHEST_COST).every(([name, max]) => {
      const value = cost[name as keyof typeof cost];
      return Number.isInteger(value) && value > 0 && value <= max;
    });
    if (format !== MAGIC || version !== 1 || !isFair) return null;
    const bytes = { salt: Buffer.from(salt, 'hex'), check: Buffer.from(check, 'hex'), cost };
    return bytes.salt.length === 16 && bytes.check.length === 32 ? bytes : null;
  } catch {
    return null;
  }
}
