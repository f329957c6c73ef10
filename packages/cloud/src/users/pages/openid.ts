import { z } from 'zod';
import type { Context } from '../../context.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import type { LimiterFactory } from '../../http/limits/rate-limit.js';
import {
  knownOrigin,
  readNamedCookie,
  writeCookie,
  writeNamedCookie,
} from '../../http/pages/cookie.rules.js';
import { USER_BY_EMAIL } from '../account-user.sql.js';
import type { OpenId } from '../openid.js';
import { LIFETIME_MS, TRIES_PER_ADDRESS } from '../session.rules.js';
import { endSession } from '../sessions.js';
import { signInUser } from '../sign-in.js';
import { createTries } from '../tries.js';
import { PAGES_PATH } from './audience.js';

const CALLBACK = '/session/openid/callback';
const JOURNEY_COOKIE = 'openid';
const JOURNEY_SECONDS = 600;

const Given = z.string().max(8_000).optional();
/** What providers send back: the standard's own, and what Google, Keycloak and Entra add. */
const Returned = z.strictObject({
  code: Given,
  state: Given,
  iss: Given,
  error: Given,
  error_description: Given,
  error_uri: Given,
  session_state: Given,
  scope: Given,
  authuser: Given,
  hd: Given,
  prompt: Given,
});

/** To the OpenID Connect provider and back; without one set, the pages do not know of it and these lead nowhere. */
export function openIdEndpoints(
  context: Context,
  openId: OpenId | null,
  make: LimiterFactory,
  isHttps: boolean,
): PageEndpoint[] {
  const tries = createTries(make, 'openid', TRIES_PER_ADDRESS);
  const journey = (kept: string | null) => writeNamedCookie(JOURNEY_COOKIE, kept, isHttps, JOURNEY_SECONDS);
  return [
    endpoint({
      for: 'page',
      method: 'POST',
      path: '/session/openid',
      role: null,
      body: z.strictObject({}),
      status: 200,
      /** Null while the provider does not answer. */
      answer: z.strictObject({ url: z.url().nullable() }),
      async handler({ request, address }) {
        await tries(address);
        // Without PUBLIC_URL, the origin of the page, which the pipeline has verified to be ours.
        const origin = knownOrigin(context) ?? request.headers.origin;
        const redirectUri = `${origin}${PAGES_PATH}${CALLBACK}`;
        const begun = await openId?.begin(redirectUri);
        if (!begun) return { body: { url: null } };
        return { body: { url: begun.url }, headers: { 'Set-Cookie': journey(begun.kept) } };
      },
    }),
    endpoint({
      for: 'page',
      method: 'GET',
      path: CALLBACK,
      role: null,
      query: Returned,
      status: 303,
      answer: null,
      async handler({ context, request, address, query, user }) {
        await tries(address);
        const kept = readNamedCookie(request.headers.cookie, JOURNEY_COOKIE, isHttps);
        const outcome = (await openId?.finish(kept, query, context.log)) ?? { refused: 'failed' as const };
        const refuse = (why: string) => ({
          status: 303,
          headers: { Location: `/?refused=${why}`, 'Set-Cookie': journey(null) },
        });
        if ('refused' in outcome) return refuse(outcome.refused);
        const found = await USER_BY_EMAIL.row(context.pool, [outcome.email.trim().toLowerCase()]);
        if (!found) {
          context.log.warn({ address }, 'a sign-in by OpenID Connect of somebody who is no user');
          return refuse('no_user');
        }
        const userAgent = request.headers['user-agent'];
        const { token } = await signInUser(context, found.id, { address, userAgent }, 'openid');
        if (user) await endSession(context, user.user.id, user.sessionId);
        const cookies = [writeCookie(token, isHttps, LIFETIME_MS / 1_000), journey(null)];
        return { status: 303, headers: { Location: '/', 'Set-Cookie': cookies } };
      },
    }),
  ];
}
