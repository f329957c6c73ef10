import { z } from 'zod';
import type { Context } from '../../context.js';
import { ApiError } from '../../errors.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import type { LimiterFactory } from '../../http/limits/rate-limit.js';
import { writeCookie } from '../../http/pages/cookie.rules.js';
import { createFirstOwner, isEmpty } from '../first-run.js';
import { LIFETIME_MS, TRIES_PER_EMAIL } from '../session.rules.js';
import { startSession } from '../sessions.js';
import { createTries } from '../tries.js';

/** Fills an empty service with the demo site; whom to sign in. @throws 403, 404, 422 on `code` */
export type ApplyDemo = (
  context: Context,
  code: string,
) => Promise<{ id: string; email: string; password: string }>;

/** For those who are not signed in: the first owner of an empty service. */
export function arrivalEndpoints(
  context: Context,
  make: LimiterFactory,
  isHttps: boolean,
  applyDemo: ApplyDemo,
): PageEndpoint[] {
  const tries = createTries(make, 'first-run', TRIES_PER_EMAIL);
  return [
    endpoint({
      for: 'page',
      method: 'POST',
      path: '/first-run',
      role: null,
      body: z.strictObject({
        code: z.string().max(50),
        organisation: z.string().trim().min(1).max(200),
        location: z.string().trim().min(1).max(200),
        timezone: z.string().min(1).max(100),
        name: z.string().trim().min(1).max(200),
        email: z.email().max(254),
        password: z.string().max(1_000),
      }),
      status: 201,
      answer: z.strictObject({ id: z.uuid() }),
      async handler({ body, address, request }) {
        await tries(address);
        if (!(await isEmpty(context)))
          throw new ApiError('forbidden', { message: 'The service has an owner already.' });
        const { userId } = await createFirstOwner(context, body);
        const { token } = await startSession(context, userId, {
          address,
          userAgent: request.headers['user-agent'],
        });
        const cookie = writeCookie(token, isHttps, LIFETIME_MS / 1_000);
        return { body: { id: userId }, headers: { 'Set-Cookie': cookie } };
      },
    }),
    endpoint({
      for: 'page',
      method: 'POST',
      path: '/first-run/demo',
      role: null,
      body: z.strictObject({ code: z.string().max(50) }),
      status: 201,
      answer: z.strictObject({ email: z.string(), password: z.string() }),
      async handler({ body, address, request }) {
        await tries(address);
        const { id, email, password } = await applyDemo(context, body.code);
        const { token } = await startSession(context, id, {
          address,
          userAgent: request.headers['user-agent'],
        });
        const cookie = writeCookie(token, isHttps, LIFETIME_MS / 1_000);
        return { body: { email, password }, headers: { 'Set-Cookie': cookie } };
      },
    }),
  ];
}
