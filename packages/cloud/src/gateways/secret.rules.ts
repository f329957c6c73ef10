import { createHash } from 'node:crypto';

/** 256 random bits cannot be guessed, so a plain SHA-256 is safe to store, and a flood of connects stays cheap. */
export const SECRET_RANDOM_BYTES = 32;

export const makeGatewaySecret = (random: Buffer): string => random.toString('base64url');

/** What the broker compares with the password of a connection. */
export const hashGatewaySecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** How long the old secret of a gateway is valid that has not logged in with its new one. */
export const SECRET_GRACE_HOURS = 24;
export const LONGEST_GRACE_HOURS = 30 * 24;
