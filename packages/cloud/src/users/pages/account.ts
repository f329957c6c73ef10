import { z } from 'zod';
import { type Context, transaction } from '../../context.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import type { LimiterFactory } from '../../http/limits/rate-limit.js';
import { writeCookie } from '../../http/pages/cookie.rules.js';
import { requireFresh, requirePassword } from '../fresh.js';
import { hashChosen, replacePassword } from '../manage.js';
import { LIFETIME_MS, TRIES_PER_EMAIL } from '../session.rules.js';
import { startSession } from '../sessions.js';
import { createTries } from '../tries.js';

/** What everybody does with their own account. */
export function accountEndpoints(context: Context, make: LimiterFactory, isHttps: boolean): PageEndpoint[] {
  const tries = createTries(make, 'own-password', TRIES_PER_EMAIL);
  return [
    endpoint({
      for: 'page',
      method: 'PUT',
      path: '/account/password',
      role: 'viewer',
      body: z.strictObject({ current: z.string().max(1_000).optional(), password: z.string().max(1_000) }),
      status: 204,
      answer: null,
      async handler({ user, body, address, request }) {
        if (user.hasPassword) await requirePassword(context, user, tries, 'current', body.current ?? '');
        else requireFresh(context, user);
        const hash = await hashChosen(body.password);
        const { id } = user.user;
        await transaction(context.pool, (client) =>
          replacePassword(client, context, id, hash, 'user.change_password', 'themselves'),
        );
        context.nudge.emit('session', id);
        // All sessions ended, this one too: it goes on under a new cookie.
        const { token } = await startSession(context, id, {
          address,
          userAgent: request.headers['user-agent'],
        });
        return { headers: { 'Set-Cookie': writeCookie(token, isHttps, LIFETIME_MS / 1_000) } };
      },
    }),
  ];
}
