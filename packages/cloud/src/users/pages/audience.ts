import type { IncomingMessage } from 'node:http';
import type { Context } from '../../context.js';
import { ApiError } from '../../errors.js';
import type { PageEndpoint, SignedIn } from '../../http/endpoint.js';
import { exceeded, type LimiterFactory, RateLimits, spendOne } from '../../http/limits/rate-limit.js';
import { knownOrigin, OWN_HEADER, readCookie } from '../../http/pages/cookie.rules.js';
import type { Asked, Audience } from '../../http/pipeline.js';
import type { Target } from '../../http/request/target.rules.js';
import { mayAct } from '../../http/role.rules.js';
import { findSession } from '../sessions.js';

/** Where the pages' own routes lie; they are no part of the interface and change with the pages. */
export const PAGES_PATH = '/dashboard';
/** A page sends a dozen requests as it loads; this limits scripts. */
const REQUESTS_PER_MINUTE = 1_200;
/** The location that a page looks at, below the user's own. */
export const LOCATION_HEADER = 'x-location';

/** People at the pages, signed in by a cookie, with a role in place of scopes. */
export function pageAudience(
  context: Context,
  endpoints: readonly PageEndpoint[],
  limiters: LimiterFactory,
): Audience<PageEndpoint, { user: SignedIn | null }> {
  const limits = new RateLimits(limiters);
  const perAddress = limiters({ keyPrefix: 'dashboard', points: REQUESTS_PER_MINUTE, duration: 60 });

  async function countNamed(user: SignedIn | null, { endpoint }: Asked<PageEndpoint>, isBefore: boolean) {
    if (!user || !endpoint?.limit || (endpoint.limit.countBeforeChecks === true) !== isBefore) return;
    const count = await limits.countNamed(endpoint.limit, user.user.id);
    if (count.used > count.limit) throw exceeded(count);
  }

  return {
    path: PAGES_PATH,
    endpoints,
    ownHeader: OWN_HEADER,
    compresses: true,
    admit: (address) => spendOne(perAddress, address),
    identify: async ({ request, target }) => ({
      user: await signedIn(context, request, lookedAt(request, target)),
    }),
    count: ({ user }, asked) => countNamed(user, asked, true),
    permit({ user }, { role }) {
      if (role === null) return;
      if (!user) throw new ApiError('unauthenticated', { message: 'Sign in first.' });
      if (!mayAct(user.role, role))
        throw new ApiError('insufficient_scope', {
          message: `This takes the role ${role}; yours is ${user.role}.`,
        });
    },
    countChecked: ({ user }, asked) => countNamed(user, asked, false),
  };
}

/** Who asks, by the cookie; null for no one. @param locationId what they look at, below their own */
export async function signedIn(
  context: Context,
  { headers }: IncomingMessage,
  locationId: number | null,
): Promise<SignedIn | null> {
  const isHttps = knownOrigin(context)?.startsWith('https:') ?? false;
  const token = readCookie(headers.cookie, isHttps);
  return token === null ? null : findSession(context, token, locationId);
}

/** An event stream cannot send a header of its own, so there the query says it. */
function lookedAt(request: IncomingMessage, { query }: Target): number | null {
  const text = request.headers[LOCATION_HEADER] ?? /(?:^|&)location=([^&]*)/.exec(query)?.[1];
  if (text === undefined) return null;
  if (typeof text !== 'string' || !/^[1-9][0-9]{0,8}$/.test(text))
    throw new ApiError('invalid_request', { message: 'The location is no id.' });
  return Number(text);
}
