import { createHmac } from 'node:crypto';

/* The code that pairs a gateway: 40 bits, short enough to be read over the phone. */

/** Crockford's base32: no I, L, O or U to be misheard or misread. */
const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 8;
/** So many characters find the code, and only the rest is secret: a guess that finds one costs it a try. */
const SELECTOR_LENGTH = 3;

export const CODE_RANDOM_BYTES = CODE_LENGTH;
export const CODE_LIFETIME_MS = 10 * 60_000;
/** Of 2^25 endings. */
export const TRIES = 5;

/** @param random 8 bytes, of which 5 bits each are used */
export const makePairingCode = (random: Buffer): string =>
  [...random.subarray(0, CODE_LENGTH)].map((byte) => SYMBOLS[byte % SYMBOLS.length]).join('');

/** As people read it: `7KQ2-M9XD`. */
export const showPairingCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** Reads a code as a person types it; null if it cannot be one. */
export function parsePairingCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return code.length === CODE_LENGTH && [...code].every((symbol) => SYMBOLS.includes(symbol)) ? code : null;
}

export const pairingSelector = (code: string): string => code.slice(0, SELECTOR_LENGTH);

export const hashPairingCode = (key: Buffer, code: string): Buffer =>
  createHmac('sha256', key).update(code).digest();

/** A gateway's short name from its name, as the site file would spell it. */
export const refFromName = (name: string, otherwise: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 48) || otherwise;
