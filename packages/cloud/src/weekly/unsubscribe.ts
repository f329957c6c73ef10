import type { Context } from '../context.js';
import { publicOrigin } from '../public-origin.js';

/* The link that ends a weekly report. It is sealed: it names no one, and no one can make another's. */

export const UNSUBSCRIBE_PATH = '/unsubscribe';
const SUBJECT = 'weekly-unsubscribe';
/** Of a sealed UUID; longer is none of ours. */
const LONGEST = 128;

export const unsubscribeUrl = (
  context: Pick<Context, 'config' | 'origin' | 'secrets'>,
  userId: string,
): string =>
  `${publicOrigin(context)}${UNSUBSCRIBE_PATH}/${context.secrets.seal(userId, SUBJECT).toString('base64url')}`;

/** Whose report a link ends; null where it is none. */
export function userOfLink({ secrets }: Pick<Context, 'secrets'>, token: string): string | null {
  if (token.length > LONGEST || !/^[A-Za-z0-9_-]+$/.test(token)) return null;
  try {
    return secrets.open(Buffer.from(token, 'base64url'), SUBJECT);
  } catch {
    return null;
  }
}
