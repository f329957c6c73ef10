import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { readToken, writeNamedCookie } from '../http/pages/cookie.rules.js';
import type { KeyState } from '../keys/key.rules.js';

/* A phone that opens doors: its cookie, its keys and its presses (ADR 14). */

export const PHONE_TOKEN_BYTES = 32;
/** Browsers keep no cookie longer than 400 days; it is renewed as the phone is used. */
export const PHONE_COOKIE_SECONDS = 400 * 24 * 3_600;
/** The time of the last request is written, and the cookie renewed, no more often. */
export const SEEN_EVERY_MS = 3_600_000;
/** How long a browser that used a setup link can get its token again if the answer was lost. */
export const GIVEN_AGAIN_FOR_MS = 15 * 60_000;
/** How long a visit to a setup page is remembered. */
const VISIT_COOKIE_SECONDS = 3_600;
/** How long a code takes the keys to another phone. */
export const MOVE_LIFETIME_MS = 5 * 60_000;
export const MOVE_CODE_BYTES = 10;
/** A press that arrives later moves no door. */
export const PRESS_LIFETIME_MS = 10_000;

export const toPhoneToken = (random: Uint8Array): string => Buffer.from(random).toString('base64url');
/** 256 random bits need no slow hash. */
export const hashPhoneToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The phone's token in a Cookie header; null if there is none, or more than one. */
export const readPhoneCookie = (header: string | undefined, isHttps: boolean): string | null =>
  readToken(header, 'phone', isHttps);

/** The token of a browser that is setting up a phone and has no phone's token yet. It grants no access. */
export const readVisitCookie = (header: string | undefined, isHttps: boolean): string | null =>
  readToken(header, 'setup', isHttps);

/** Set-Cookie. Lax, as a setup link comes from a message and has to know the phone it is opened on. */
export function writePhoneCookie(token: string, isHttps: boolean): string {
  return writeNamedCookie('phone', token, isHttps, PHONE_COOKIE_SECONDS);
}

export const writeVisitCookie = (token: string, isHttps: boolean): string =>
  writeNamedCookie('setup', token, isHttps, VISIT_COOKIE_SECONDS);

/** Without letters and digits that are taken for each other. */
const MOVE_CHARACTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** `ABCDE-FGHJK`: some 48 bits, for five minutes. */
export function toMoveCode(random: Uint8Array): string {
  const code = [...random].map((byte) => MOVE_CHARACTERS[byte % MOVE_CHARACTERS.length]).join('');
  return `${code.slice(0, 5)}-${code.slice(5, 10)}`;
}

/** However it is typed. */
export function hashMoveCode(code: string): Buffer {
  const plain = code.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return createHash('sha256').update(`move ${plain}`).digest();
}

/** One press of one door's button on one phone. */
export interface Press {
  /** Becomes the command's. */
  id: string;
  /** Unix milliseconds, by the service's clock. */
  at: number;
}

/** A press as the phone carries it: sealed, valid for this phone and this door, once and briefly. */
export function writePress(key: Buffer, phoneId: string, lockId: number, { id, at }: Press): string {
  return `${id}.${at}.${pressMac(key, phoneId, lockId, id, String(at)).toString('base64url')}`;
}

/** Null for one that was not made here, for this phone and this door. */
export function readPress(key: Buffer, phoneId: string, lockId: number, text: string): Press | null {
  const [id = '', at = '', mac = ''] = text.split('.');
  const given = Buffer.from(mac, 'base64url');
  const right = pressMac(key, phoneId, lockId, id, at);
  return given.length === right.length && timingSafeEqual(given, right) ? { id, at: Number(at) } : null;
}

export const isOver = (press: Press, now: number): boolean => now - press.at >= PRESS_LIFETIME_MS;

function pressMac(key: Buffer, phoneId: string, lockId: number, id: string, at: string): Buffer {
  return createHmac('sha256', key).update(`press\n${phoneId}\n${lockId}\n${id}\n${at}`).digest();
}

export type PhoneKeyStatus = 'valid' | 'not_yet' | 'expired' | 'returned' | 'removed';

/** The state of a key on a phone now. A key that left the phone never returns to it. */
export function phoneKeyStatus(
  key: { state: KeyState | null; starts_at: Date; expires_at: Date | null; ended_at: Date | null },
  now: number,
): PhoneKeyStatus {
  if (key.state !== 'handed_over') return 'returned';
  if (key.ended_at !== null) return 'removed';
  if (key.expires_at !== null && key.expires_at.getTime() <= now) return 'expired';
  return key.starts_at.getTime() > now ? 'not_yet' : 'valid';
}

/** How long a phone may hold a door open; always with an end. */
export const HOLD_LENGTHS = ['quarter', 'hour', 'day'] as const;
export type HoldLength = (typeof HOLD_LENGTHS)[number];

const MINUTE_MS = 60_000;
const MAX_HOLD_MS = 12 * 60 * MINUTE_MS;

/** When such a hold ends: `day` ends at midnight in the lock's time zone, and no hold outlasts its key. */
export function holdEnd(
  length: HoldLength,
  now: number,
  { timezone, until }: { timezone: string; until: Date | null },
): Date {
  const midnight = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
    .add({ days: 1 })
    .toZonedDateTime(timezone).epochMilliseconds;
  const wanted = { quarter: now + 15 * MINUTE_MS, hour: now + 60 * MINUTE_MS, day: midnight }[length];
  const end = Math.min(wanted, now + MAX_HOLD_MS);
  return new Date(until === null ? end : Math.min(end, until.getTime()));
}

/** A key on a phone that is used at a lock. `fits`: the lock is in one of its groups. */
export interface PresentedKey {
  id: number;
  person_id: string | null;
  state: KeyState | null;
  starts_at: Date;
  expires_at: Date | null;
  ended_at: Date | null;
  fits: boolean;
}

/** Why none of these keys opens a lock, and the key that is named in the event; null if there are no keys. */
export function whyKeysAreRefused(keys: readonly PresentedKey[], now: number) {
  const reasonOf = (key: PresentedKey) => {
    const status = phoneKeyStatus(key, now);
    return key.fits && (status === 'not_yet' || status === 'expired') ? 'outside_time_window' : 'no_access';
  };
  const fitting = keys.filter(({ fits }) => fits);
  const key = fitting.find((one) => reasonOf(one) === 'outside_time_window') ?? fitting[0] ?? keys[0];
  return key ? { key, fits: key.fits, reason: reasonOf(key) as 'no_access' | 'outside_time_window' } : null;
}
