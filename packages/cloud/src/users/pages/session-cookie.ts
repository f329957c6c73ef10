import type { IncomingMessage } from 'node:http';
import type { Context } from '../../context.js';
import { writeCookie } from '../../http/pages/cookie.rules.js';
import { LIFETIME_MS } from '../session.rules.js';
import { startSession } from '../sessions.js';

/** Keeps the token of a session in the browser; null removes it. */
export const sessionCookie = (token: string | null, isHttps: boolean) => ({
  'Set-Cookie': writeCookie(token, isHttps, LIFETIME_MS / 1_000),
});

/** Starts a session for a user, as headers. */
export async function startedSession(
  context: Context,
  isHttps: boolean,
  userId: string,
  { address, request }: { address: string; request: IncomingMessage },
) {
  const from = { address, userAgent: request.headers['user-agent'] };
  const { token } = await startSession(context, userId, from);
  return sessionCookie(token, isHttps);
}
