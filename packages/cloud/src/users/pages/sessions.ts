import { z } from 'zod';
import type { Context } from '../../context.js';
import { endpoint, type PageEndpoint, type SignedIn } from '../../http/endpoint.js';
import type { LimiterFactory } from '../../http/limits/rate-limit.js';
import { ROLES } from '../../http/role.rules.js';
import { Named, Timestamp, UuidId } from '../../http/schemas.js';
import { isEmpty } from '../first-run.js';
import type { OpenId } from '../openid.js';
import { endSession, listSessions } from '../sessions.js';
import { createSignIn } from '../sign-in.js';
import { sessionCookie } from './session-cookie.js';

const Me = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  has_password: z.boolean(),
  role: z.enum(ROLES),
  account: Named,
  /** Where the role holds, and for all below it. */
  location: Named,
  /** What happened in the account up to then was made up, for the demo. */
  generated_until: Timestamp.nullable(),
});
const Session = z.strictObject({
  user: Me.nullable(),
  service_name: z.string(),
  first_run: z.boolean(),
  /** Another way to sign in, where one is set. */
  openid: z.strictObject({ label: z.string(), available: z.boolean() }).nullable(),
});
const SessionView = z.strictObject({
  id: z.uuid(),
  user_agent: z.string(),
  address: z.string(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  expires_at: Timestamp,
  is_this: z.boolean(),
});

const toMe = (user: SignedIn): z.input<typeof Me> => ({
  id: user.user.id,
  name: user.user.name,
  email: user.email,
  has_password: user.hasPassword,
  role: user.role,
  account: user.account,
  location: { id: user.homeLocationId, name: user.homeLocation },
  generated_until: user.generatedUntil,
});

export function sessionEndpoints(
  context: Context,
  make: LimiterFactory,
  isHttps: boolean,
  openId: OpenId | null,
): PageEndpoint[] {
  const signIn = createSignIn(context, make);
  return [
    endpoint({
      for: 'page',
      method: 'GET',
      path: '/session',
      role: null,
      status: 200,
      answer: Session,
      async handler({ user }) {
        return {
          body: {
            user: user ? toMe(user) : null,
            service_name: context.config.SERVICE_NAME,
            first_run: user === null && (await isEmpty(context)),
            openid: openId?.describe() ?? null,
          },
        };
      },
    }),
    endpoint({
      for: 'page',
      method: 'POST',
      path: '/session',
      role: null,
      body: z.strictObject({ email: z.string().max(320), password: z.string().max(1_000) }),
      status: 204,
      answer: null,
      async handler({ context, body, address, request, user }) {
        const userAgent = request.headers['user-agent'];
        const { token } = await signIn({ ...body, address, userAgent, log: context.log });
        if (user) await endSession(context, user.user.id, user.sessionId);
        return { headers: sessionCookie(token, isHttps) };
      },
    }),
    endpoint({
      for: 'page',
      method: 'DELETE',
      path: '/session',
      role: 'viewer',
      status: 204,
      answer: null,
      async handler({ user }) {
        await endSession(context, user.user.id, user.sessionId);
        return { headers: sessionCookie(null, isHttps) };
      },
    }),
    endpoint({
      for: 'page',
      method: 'GET',
      path: '/sessions',
      role: 'viewer',
      status: 200,
      answer: z.strictObject({ data: z.array(SessionView) }),
      async handler({ user }) {
        const sessions = await listSessions(context, user.user.id);
        return { body: { data: sessions.map((one) => ({ ...one, is_this: one.id === user.sessionId })) } };
      },
    }),
    endpoint({
      for: 'page',
      method: 'DELETE',
      path: '/sessions/{id}',
      role: 'viewer',
      params: UuidId,
      status: 204,
      answer: null,
      async handler({ user, params }) {
        await endSession(context, user.user.id, params.id);
        return {};
      },
    }),
  ];
}
