import type { IncomingMessage } from 'node:http';
import type { Context } from '../context.js';
import type { OfToken } from '../database/of-token.js';
import { ApiError } from '../errors.js';
import type { Caller, Endpoint, Known } from './endpoint.js';
import { exceeded, type LimiterFactory, RateLimits } from './limits/rate-limit.js';
import { Spent } from './limits/spent.js';
import { type Described, openApiEndpoint } from './openapi/document.js';
import type { Asked, Audience } from './pipeline.js';
import { isWhole } from './request/body.js';

export const BASE_PATH = '/v1';

export interface Identity {
  caller: Caller;
  /** The account is a reseller's, which v1 does not serve. */
  platformMode: boolean;
}

/** The interface: its base path, its header names, and how it identifies callers. */
export interface Api extends Described {
  /** The key of a bearer token; null for what cannot be a token. */
  keyOf(token: string): OfToken | null;
  /** Who holds the key now; null for an invalid one. */
  authenticate(context: Context, key: OfToken | null): Promise<Identity | null>;
}

interface KnownToApi extends Known {
  /** Without an API key: null, which only a public endpoint lets pass. */
  identity: Identity | null;
  key?: OfToken | null;
}

/** Programs with an API key, and anyone at a public endpoint. */
export function apiAudience(
  context: Context,
  { endpoints, webhooks, keyOf, authenticate }: Api,
  limiters: LimiterFactory,
): Audience<Endpoint, KnownToApi> {
  const limits = new RateLimits(limiters);
  const spent = new Spent(context.clock);
  return {
    path: BASE_PATH,
    endpoints: [...endpoints, openApiEndpoint({ endpoints, webhooks })],
    hidesPaths: true,
    admit: (address) => limits.requireOpenGate(address),
    async identify({ exchange, request, address, endpoint, read }) {
      const token = bearerToken(request);
      if (token === null) {
        await limits.countAnonymous(address);
        if (endpoint?.for === 'public') return { identity: null };
        throw unauthenticated();
      }
      const key = keyOf(token);
      const identified = authenticate(context, key);
      // A body that is still on its way may take its time, and what was found would be old.
      const goesAhead = endpoint?.ahead && key && isWhole(request) && !spent.has(key);
      const ahead = goesAhead ? lookAhead(context, endpoint, key, read) : null;
      const identity = await identified;
      if (identity) return { identity, key, caller: identity.caller, ahead };
      if (await limits.countFailure(address))
        exchange.context.log.warn(
          { address },
          'too many failed authentications: the address is locked out for a minute',
        );
      throw unauthenticated();
    },
    async count({ caller, key }, { exchange, endpoint }) {
      if (!caller) return;
      const { id } = caller.apiKey;
      const requests = await limits.countRequest(id);
      exchange.counts.requests = requests;
      const refused = requests.used > requests.limit;
      const limit = endpoint?.limit;
      if (limit) {
        // A request that the key's own limiter refuses does not reach the endpoint's.
        const counted = limit.countBeforeChecks === true && !refused;
        const named = counted ? await limits.countNamed(limit, id) : await limits.lookNamed(limit, id);
        const exhausted = !refused && named.used >= named.limit + (counted ? 1 : 0);
        if (limit.countBeforeChecks || exhausted) exchange.counts.named = named;
        if (exhausted) throw exceeded(named);
      }
      if (!refused) return;
      if (key) spent.add(key, requests.resetMs);
      throw exceeded(requests);
    },
    permit({ identity }, endpoint) {
      if (!identity) return;
      if (identity.platformMode) throw new ApiError('platform_not_available');
      if (endpoint.for === 'public') return;
      if (endpoint.scopes.some((scope) => identity.caller.scopes.has(scope))) return;
      const needed = endpoint.scopes.join(' or ');
      throw new ApiError('insufficient_scope', {
        message: `The API key lacks the scope that this endpoint needs: ${needed}. Scopes are chosen in the dashboard when a key is created.`,
      });
    },
    async countChecked({ caller }, { exchange, endpoint }) {
      if (!caller || !endpoint?.limit || endpoint.limit.countBeforeChecks) return;
      const named = await limits.countNamed(endpoint.limit, caller.apiKey.id);
      if (named.used <= named.limit) return;
      exchange.counts.named = named;
      throw exceeded(named);
    },
  };
}

/** What the endpoint looks up for the key, if the request is one that it could answer. */
function lookAhead(
  context: Context,
  endpoint: Endpoint,
  key: OfToken,
  read: Asked['read'],
): Promise<unknown> | null {
  let given: ReturnType<Asked['read']>;
  try {
    given = read();
  } catch {
    // Refused once the caller is known.
    return null;
  }
  const ahead = endpoint.ahead?.({ context, place: { locationId: key }, ...given }) ?? null;
  // Reported where it is used.
  ahead?.catch(() => {});
  return ahead;
}

/** The token of `Authorization: Bearer <token>`; null where the request carries none, or another scheme. */
function bearerToken({ headers }: IncomingMessage): string | null {
  const header = headers.authorization;
  const token = header === undefined ? undefined : /^bearer +(.*)$/i.exec(header)?.[1]?.trim();
  return token ? token : null;
}

function unauthenticated(): ApiError {
  return new ApiError('unauthenticated', { headers: { 'WWW-Authenticate': 'Bearer' } });
}
