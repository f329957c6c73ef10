import { z } from 'zod';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import type { LimiterFactory } from '../http/rate-limit.js';
import { activateInvitation } from '../keys/invitations.js';
import { hashLinkToken } from '../keys/key.rules.js';
import { writeCookie } from './cookie.rules.js';
import { type DashboardEndpoint, page } from './endpoint.js';
import { createFirstOwner, isEmpty } from './first-run.js';
import { tooMany } from './pipeline.js';
import { LIFETIME_MS, TRIES_PER_EMAIL, TRIES_WINDOW_SECONDS } from './session.rules.js';
import { startSession } from './sessions.js';

/* For those who are not signed in: the recipient of a setup link, and the first owner of an empty service. */

const Link = z.strictObject({ token: z.string().min(1).max(200) });
type SetupState = z.output<typeof SetupView>['state'];
const UNKNOWN = {
  state: 'unknown' as SetupState,
  organisation: null,
  location: null,
  key_name: null,
  person_name: null,
};
const SetupView = z.strictObject({
  state: z.enum(['pending', 'activated', 'expired', 'cancelled', 'unknown']),
  organisation: z.string().nullable(),
  location: z.string().nullable(),
  key_name: z.string().nullable(),
  person_name: z.string().nullable(),
});

export function arrivalEndpoints(
  context: Context,
  make: LimiterFactory,
  isHttps: boolean,
): DashboardEndpoint[] {
  const limiter = (name: string, points: number) =>
    make({ keyPrefix: `limit:${name}`, points, duration: TRIES_WINDOW_SECONDS });
  const links = limiter('setup-link', 100);
  const firstRuns = limiter('first-run', TRIES_PER_EMAIL);
  const count = async (limit: ReturnType<LimiterFactory>, address: string) => {
    const counted = await limit.penalty(address);
    if (counted.consumedPoints > limit.points) throw tooMany(counted.msBeforeNext);
  };
  return [
    // A body, as a link's token in a path would be kept in logs on the way.
    page({
      method: 'POST',
      path: '/setup/look',
      role: null,
      body: Link,
      status: 200,
      answer: SetupView,
      async handler({ body, address }) {
        await count(links, address);
        const { rows } = await context.pool.query<z.input<typeof SetupView> & { due_at: Date | null }>(
          `select i.state, i.due_at, a.name as organisation, o.name as location, k.name as key_name, p.name as person_name
           from invitation i join account a on a.id = i.account_id join location o on o.id = i.location_id
           join access_key k on k.id = i.access_key_id left join person p on p.id = i.person_id
           where i.token_hash = $1`,
          [hashLinkToken(body.token)],
        );
        if (!rows[0]) return { body: UNKNOWN };
        const { due_at, ...view } = rows[0];
        const isOver =
          view.state === 'pending' && due_at !== null && due_at.getTime() <= context.clock.now();
        return { body: isOver ? { ...view, state: 'expired' as SetupState } : view };
      },
    }),
    page({
      method: 'POST',
      path: '/setup/activate',
      role: null,
      body: Link,
      status: 200,
      answer: z.strictObject({ state: SetupView.shape.state }),
      async handler({ body, address }) {
        await count(links, address);
        const state: SetupState = (await activateInvitation(context, body.token)) ?? 'unknown';
        return { body: { state } };
      },
    }),
    page({
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
        await count(firstRuns, address);
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
  ];
}
