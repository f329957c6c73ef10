import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** 192 random bits: beyond guessing, so a plain SHA-256 is a safe thing to keep. */
export const TOKEN_RANDOM_BYTES = 24;

const START = 'sk_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_DIGITS = 33;
const CHECK_DIGITS = 6;
const SHAPE = new RegExp(`^${START}[0-9A-Za-z]{${RANDOM_DIGITS + CHECK_DIGITS}}$`);
const PREFIX_LENGTH = START.length + 6;

/** `sk_`, 33 base-62 digits of randomness, 6 of CRC-32 over all before them. */
export function makeToken(random: Uint8Array): string {
  if (random.length !== TOKEN_RANDOM_BYTES)
    throw new RangeError(`a token takes ${TOKEN_RANDOM_BYTES} random bytes`);
  const body = START + base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), RANDOM_DIGITS);
  return body + check(body);
}

/** A typo, or something that was never a token, is refused here without a query. */
export function isWellFormedToken(token: string): boolean {
  return SHAPE.test(token) && check(token.slice(0, -CHECK_DIGITS)) === token.slice(-CHECK_DIGITS);
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The readable start, for people to tell keys apart. */
export function tokenPrefix(token: string): string {
  return token.slice(0, PREFIX_LENGTH);
}

function check(body: string): string {
  return base62(BigInt(crc32(body)), CHECK_DIGITS);
}

function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = DIGITS[Number(rest % 62n)] + digits;
  return digits.padStart(length, '0');
}
