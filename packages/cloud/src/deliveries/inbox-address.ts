import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.js';
import { publicOrigin } from '../public-origin.js';

/* The address of a location's test receiver: the only address of this service that a webhook may name. */

export const INBOX_PATH = '/inbox';
const TOKEN_CHARACTERS = 32;
const INBOX_KEY = 'webhook-inbox';
/** The status that the receiver answers instead of 204, to try the retries. */
const ANSWER = /^answer=([2-5]\d\d)$/;

/** The last part of its address: it cannot be guessed and need not be stored. */
function inboxToken(key: Buffer, locationId: number): string {
  const mac = createHmac('sha256', key).update(String(locationId));
  return `${locationId}-${mac.digest('base64url').slice(0, TOKEN_CHARACTERS)}`;
}

/** The location of an inbox; null for an invalid token. */
export function locationOfToken(tools: Pick<Context, 'secrets'>, token: string): number | null {
  const id = /^([1-9]\d{0,8})-[A-Za-z0-9_-]{32}$/.exec(token)?.[1];
  if (id === undefined) return null;
  const isRight = tools.secrets
    .keysFor(INBOX_KEY)
    .some((key) => timingSafeEqual(Buffer.from(inboxToken(key, Number(id))), Buffer.from(token)));
  return isRight ? Number(id) : null;
}

export function inboxUrl(
  context: Pick<Context, 'config' | 'origin' | 'secrets'>,
  locationId: number,
): string {
  return addressOf(context, inboxToken(context.secrets.derive(INBOX_KEY), locationId));
}

const addressOf = (context: Pick<Context, 'config' | 'origin'>, token: string): string =>
  `${publicOrigin(context)}${INBOX_PATH}/${token}`;

/**
 * Whether a url is, character by character, one that `inboxUrl` returns, with or without an answer status. It is not
 * parsed, because parsers differ.
 */
export function isInboxUrl(context: Pick<Context, 'config' | 'origin' | 'secrets'>, url: string): boolean {
  const [address = '', query, ...more] = url.split('?');
  const token = address.slice(address.lastIndexOf('/') + 1);
  if (locationOfToken(context, token) === null || address !== addressOf(context, token)) return false;
  return more.length === 0 && (query === undefined || ANSWER.test(query));
}

/** The status that a query requests. */
export const statusToAnswer = (query: string): number => Number(ANSWER.exec(query)?.[1] ?? 204);
