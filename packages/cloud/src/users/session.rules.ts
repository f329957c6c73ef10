import { createHash } from 'node:crypto';

/* How long a sign-in lasts, and how often one may be tried. */

export const TOKEN_BYTES = 32;
const HOUR_MS = 3_600_000;
/** However much it is used. */
export const LIFETIME_MS = 7 * 24 * HOUR_MS;
/** Unused for so long, it is over. */
export const IDLE_MS = 12 * HOUR_MS;
/** `last seen` is written no more often than that. */
export const SEEN_EVERY_MS = 60_000;

export const TRIES_WINDOW_SECONDS = 15 * 60;
/** Of one address for one e-mail address. */
export const TRIES_PER_EMAIL = 10;
/** Of one address, for any user. */
export const TRIES_PER_ADDRESS = 50;
/**
 * The maximum of password links that one address may request for one e-mail address; more are silently not sent.
 * Counted by requester, because the user's address differs from a stranger's.
 */
export const RESETS_PER_ASKER = 3;
/** The maximum for all requesters together. The newest link that was sent stays valid. */
export const RESETS_PER_EMAIL = 12;
/** E-mails that one user may have sent to colleagues. */
export const INVITATIONS_PER_USER = 30;

/** What gives lasting access takes a sign-in of just now, or the password again: a browser left open is not enough. */
export const FRESH_FOR_MS = 15 * 60_000;

export function toToken(random: Uint8Array): string {
  if (random.length !== TOKEN_BYTES) throw new RangeError(`a session takes ${TOKEN_BYTES} random bytes`);
  return Buffer.from(random).toString('base64url');
}

export function hashSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function isLiving(session: { last_seen_at: Date; expires_at: Date }, now: number): boolean {
  return now < session.expires_at.getTime() && now - session.last_seen_at.getTime() < IDLE_MS;
}

/** A browser's own words, short enough to keep. */
export function deviceOf(userAgent: string | undefined): string {
  return (userAgent ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 300);
}
