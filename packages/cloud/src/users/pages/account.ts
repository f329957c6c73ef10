import { z } from 'zod';
import { type Context, transaction } from '../../context.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import type { LimiterFactory } from '../../http/limits/rate-limit.js';
import { requireFresh, requirePassword } from '../fresh.js';
import { hashChosen, replacePassword } from '../manage.js';
import { TRIES_PER_EMAIL } from '../session.rules.js';
import { createTries } from '../tries.js';
import { startedSession } from './session-cookie.js';

/** A user's own account. */
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
        return { headers: await startedSession(context, isHttps, id, { address, request }) };
      },
    }),
  ];
}
