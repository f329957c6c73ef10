import { z } from 'zod';
import type { Context } from '../../context.js';
import { ApiError } from '../../errors.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import type { LimiterFactory } from '../../http/limits/rate-limit.js';
import { createFirstOwner, isEmpty } from '../first-run.js';
import { TRIES_PER_EMAIL } from '../session.rules.js';
import { createTries } from '../tries.js';
import { startedSession } from './session-cookie.js';

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
        const headers = await startedSession(context, isHttps, userId, { address, request });
        return { body: { id: userId }, headers };
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
        const headers = await startedSession(context, isHttps, id, { address, request });
        return { body: { email, password }, headers };
      },
    }),
  ];
}
