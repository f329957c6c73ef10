import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.js';
import { publicOrigin } from '../public-origin.js';

/* The address of a location's test receiver: the only address of this service that a webhook may name. */

export const INBOX_PATH = '/inbox';
const TOKEN_CHARACTERS = 32;
/** The status that the receiver answers instead of 204, to try the retries. */
const ANSWER = /^answer=([2-5]\d\d)$/;

/** The last part of its address: it cannot be guessed and need not be stored. */
function inboxToken({ secrets }: Pick<Context, 'secrets'>, locationId: number): string {
  const mac = createHmac('sha256', secrets.derive('webhook-inbox')).update(String(locationId));
  return `${locationId}-${mac.digest('base64url').slice(0, TOKEN_CHARACTERS)}`;
}

/** The location of an inbox; null for an invalid token. */
export function locationOfToken(tools: Pick<Context, 'secrets'>, token: string): number | null {
  const id = /^([1-9]\d{0,8})-[A-Za-z0-9_-]{32}$/.exec(token)?.[1];
  if (id === undefined) return null;
  const right = Buffer.from(inboxToken(tools, Number(id)));
  return timingSafeEqual(right, Buffer.from(token)) ? Number(id) : null;
}

export function inboxUrl(
  context: Pick<Context, 'config' | 'origin' | 'secrets'>,
  locationId: number,
): string {
  return `${publicOrigin(context)}${INBOX_PATH}/${inboxToken(context, locationId)}`;
}

/**
 * Whether a url is, character by character, one that `inboxUrl` returns, with or without an answer status. It is not
 * parsed, because parsers differ.
 */
export function isInboxUrl(context: Pick<Context, 'config' | 'origin' | 'secrets'>, url: string): boolean {
  const [address = '', query, ...more] = url.split('?');
  const token = address.slice(address.lastIndexOf('/') + 1);
  const location = locationOfToken(context, token);
  if (location === null || address !== inboxUrl(context, location)) return false;
  return more.length === 0 && (query === undefined || ANSWER.test(query));
}

/** The status that a query requests. */
export const statusToAnswer = (query: string): number => Number(ANSWER.exec(query)?.[1] ?? 204);
