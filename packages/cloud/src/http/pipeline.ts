import type { IncomingMessage, ServerResponse } from 'node:http';
import { authenticate, type Identity } from '../api-keys/authenticate.js';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import { hasBody, NO_BODY, readBody } from './body.js';
import { clientAddress } from './client-address.rules.js';
import { Deadlines } from './deadlines.js';
import type { Caller, Endpoint, EndpointAnswer } from './endpoint.js';
import type { Outcome } from './envelope.js';
import { Exchange } from './exchange.js';
import { withIdempotency } from './idempotency.js';
import { exceeded, type LimiterFactory, memoryLimiters, RateLimits } from './rate-limit.js';
import { readFields, readParams, readQuery, requireRoute } from './read.js';
import { pathSegments, type Target } from './request-target.rules.js';
import { compileRoutes, type Match, type Route } from './routes.js';

export const BASE_PATH = '/v1';
/** A database that does not answer costs a caller this long, not for ever. */
const AUTHENTICATION_DEADLINE_MS = 5_000;
/** A ping waits up to 10 seconds for its receiver. */
const HANDLER_DEADLINE_MS = 15_000;

export interface PipelineOptions {
  /** Where limits are counted: in this process unless told otherwise. */
  limiters?: LimiterFactory;
  /** Checks every answer against its declaration (tests): one that differs is a 500. */
  checkAnswers?: boolean;
  /** Ends what runs in the background. */
  signal?: AbortSignal;
}

export type Pipeline = (request: IncomingMessage, response: ServerResponse, target: Target) => void;

/**
 * Answers everything below the base path. The order of checks is fixed (docs/behaviour.md, Limits): failed-auth gate →
 * bearer → rate limits → path and method → platform mode → scope → path and query → idempotency → body → handler.
 */
export function createPipeline(
  context: Context,
  endpoints: readonly Endpoint[],
  options: PipelineOptions = {},
): Pipeline {
  const routes = compileRoutes(endpoints);
  const limits = new RateLimits(options.limiters ?? memoryLimiters(context.clock));
  const signal = options.signal ?? new AbortController().signal;
  const authenticating = new Deadlines(context.clock, AUTHENTICATION_DEADLINE_MS, signal);
  const handling = new Deadlines(context.clock, HANDLER_DEADLINE_MS, signal);

  /** Null: nobody, which only a public endpoint lets pass. */
  async function identify(request: IncomingMessage, match: Match): Promise<Identity | null> {
    const forwarded = request.headers['x-forwarded-for'] as string | undefined;
    const address = clientAddress(request.socket.remoteAddress, forwarded, context.config.TRUST_PROXY);
    await limits.requireOpenGate(address);
    const token = bearerToken(request.headers.authorization);
    if (token === null) {
      await limits.countAnonymous(address);
      if (match.route?.endpoint.public) return null;
      throw unauthenticated();
    }
    const identity = await authenticate(context, token);
    if (identity) return identity;
    if (await limits.countFailure(address))
      context.log.warn(
        { address },
        'too many failed authentications: the address is locked out for a minute',
      );
    throw unauthenticated();
  }

  async function countRequest(
    exchange: Exchange,
    { id }: Caller['apiKey'],
    route: Route | undefined,
  ): Promise<void> {
    const requests = await limits.countRequest(id);
    exchange.counts.requests = requests;
    const refused = requests.used > requests.limit;
    const limit = route?.endpoint.limit;
    if (limit) {
      // A request that the key's own limiter refuses does not reach the endpoint's.
      const counted = limit.countBeforeChecks === true && !refused;
      const named = counted ? await limits.countNamed(limit, id) : await limits.lookNamed(limit, id);
      const exhausted = !refused && named.used >= named.limit + (counted ? 1 : 0);
      if (limit.countBeforeChecks || exhausted) exchange.counts.named = named;
      if (exhausted) throw exceeded(named);
    }
    if (refused) throw exceeded(requests);
  }

  async function decide(exchange: Exchange, target: Target): Promise<Outcome> {
    const { request } = exchange;
    const segments = pathSegments(target.path, BASE_PATH);
    const match = routes(request.method ?? '', segments);
    exchange.route = match.route;
    const identified = authenticating.start(() => exchange.expire());
    const identity = await identify(request, match).finally(identified);
    if (identity) await countRequest(exchange, identity.caller.apiKey, match.route);

    const route = requireRoute(match, segments);
    if (identity) requirePermission(identity, route.endpoint);
    const params = readParams(route, match.values);
    const query = readQuery(route.endpoint, target.query);
    const bytes = takesBody(route.endpoint) && hasBody(request) ? await readBody(request) : NO_BODY;

    const run = async (): Promise<Outcome> => {
      const body = takesBody(route.endpoint)
        ? await readFields(route, bytes, request, context, identity?.caller, params)
        : undefined;
      if (identity) await countNamed(exchange, identity.caller.apiKey, route.endpoint);
      exchange.requireTime();
      const answer = await route.endpoint.handler({
        context,
        caller: identity?.caller as Caller,
        params,
        query,
        body,
        requestId: exchange.requestId,
        get signal() {
          return exchange.signal;
        },
      });
      return outcomeOf(route.endpoint, answer, options.checkAnswers === true);
    };
    const handled = handling.start(() => exchange.expire());
    if (!identity || !route.endpoint.idempotent) return run().finally(handled);
    const keyed = { request, path: target.path, bytes, apiKeyId: identity.caller.apiKey.id };
    return withIdempotency(context, keyed, run).finally(handled);
  }

  /** Limiters that count only what passed the checks. */
  async function countNamed(
    exchange: Exchange,
    { id }: Caller['apiKey'],
    { limit }: Endpoint,
  ): Promise<void> {
    if (!limit || limit.countBeforeChecks) return;
    const named = await limits.countNamed(limit, id);
    if (named.used <= named.limit) return;
    exchange.counts.named = named;
    throw exceeded(named);
  }

  return (request, response, target) => {
    const exchange = new Exchange(context, request, response);
    decide(exchange, target)
      .then((outcome) => exchange.answer(outcome))
      .catch((error: unknown) => exchange.fail(error));
  };
}

/** The token of `Authorization: Bearer <token>`; null where the request carries none, or another scheme. */
function bearerToken(header: string | undefined): string | null {
  const token = header === undefined ? undefined : /^bearer +(.*)$/i.exec(header)?.[1]?.trim();
  return token ? token : null;
}

function unauthenticated(): ApiError {
  return new ApiError('unauthenticated', { headers: { 'WWW-Authenticate': 'Bearer' } });
}

function requirePermission({ caller, platformMode }: Identity, endpoint: Endpoint): void {
  if (platformMode) throw new ApiError('platform_not_available');
  if (endpoint.public) return;
  if (endpoint.scopes.some((scope) => caller.scopes.has(scope))) return;
  const needed = endpoint.scopes.join(' or ');
  throw new ApiError('insufficient_scope', {
    message: `The API key lacks the scope that this endpoint needs: ${needed}. Scopes are chosen in the dashboard when a key is created.`,
  });
}

function takesBody({ method }: Endpoint): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

function outcomeOf(endpoint: Endpoint, answer: EndpointAnswer, check: boolean): Outcome {
  const status = answer.status ?? endpoint.status;
  if (check) requireDeclared(endpoint, status, answer.body);
  return {
    status,
    body:
      endpoint.answer === null || answer.body === undefined
        ? null
        : (answer.json ?? JSON.stringify(answer.body)),
    headers: answer.headers ?? {},
    personId: answer.personId,
  };
}

function requireDeclared(endpoint: Endpoint, status: number, body: unknown): void {
  const name = `${endpoint.method} ${endpoint.path}`;
  if (status !== endpoint.status && !endpoint.alsoStatus?.includes(status))
    throw new Error(`${name} does not declare status ${status}`);
  const parsed = endpoint.answer?.safeParse(body);
  if (parsed && !parsed.success)
    throw new Error(`${name} answered other than declared: ${parsed.error.message}`);
}
