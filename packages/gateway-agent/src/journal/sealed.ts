import { crc32c } from './level/crc32c.js';

/* Values with a checksum over key and value: LevelDB does not look at those of its tables when it reads. */

const DIGITS = 8;

export const seal = (key: string, value: string): string => `${value}~${checksum(key, value)}`;

/** The value; null where it, or its key, is not what was written. */
export function unseal(key: string, sealed: string): string | null {
  const end = sealed.length - DIGITS - 1;
  const value = sealed.slice(0, Math.max(0, end));
  return sealed[end] === '~' && sealed.slice(end + 1) === checksum(key, value) ? value : null;
}

const checksum = (key: string, value: string): string =>
  crc32c(Buffer.from(`${key}=${value}`))
    .toString(16)
    .padStart(DIGITS, '0');
