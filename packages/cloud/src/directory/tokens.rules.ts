import { createHash } from 'node:crypto';

/** 256 random bits: beyond guessing, so a plain SHA-256 is a safe thing to keep. */
export const DIRECTORY_TOKEN_BYTES = 32;

const START = 'scim_';
const SHAPE = /^scim_[A-Za-z0-9_-]{43}$/;
const PREFIX_LENGTH = START.length + 6;

export function makeDirectoryToken(random: Uint8Array): string {
  if (random.length !== DIRECTORY_TOKEN_BYTES)
    throw new RangeError(`a token takes ${DIRECTORY_TOKEN_BYTES} random bytes`);
  return START + Buffer.from(random).toString('base64url');
}

export const isDirectoryToken = (token: string): boolean => SHAPE.test(token);
export const hashDirectoryToken = (token: string): Buffer => createHash('sha256').update(token).digest();
/** The readable start, for people to tell tokens apart. */
export const directoryTokenPrefix = (token: string): string => token.slice(0, PREFIX_LENGTH);
