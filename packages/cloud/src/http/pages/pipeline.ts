import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from '../../context.js';
import { ApiError } from '../../errors.js';
import { hasBody, NO_BODY, readBody } from '../body.js';
import { Deadlines } from '../deadlines.js';
import type { Endpoint, EndpointLimit, SignedIn } from '../endpoint.js';
import type { Outcome } from '../envelope.js';
import { Exchange } from '../exchange.js';
import { clientAddress } from '../limits/client-address.rules.js';
import { exceeded, type LimiterFactory, memoryLimiters, RateLimits } from '../limits/rate-limit.js';
import { readFields, readParams, readQuery, requireRoute } from '../read.js';
import { pathSegments, type Target } from '../request-target.rules.js';
import { mayAct } from '../role.rules.js';
import { compileRoutes } from '../routes.js';
import { isOwnRequest, knownOrigin, OWN_HEADER, readCookie } from './cookie.rules.js';
import { PAGES_PATH, type PageEndpoint } from './endpoint.js';

const DEADLINE_MS = 15_000;
const COMPRESSED_FROM = 16 * 1024;
/** A page that loads asks a dozen times; a script gone wild is held. */
const REQUESTS_PER_MINUTE = 1_200;
/** The location that a page looks at, below the user's own. */
export const LOCATION_HEADER = 'x-location';

export interface PageOptions {
  /** Whom a cookie's token signs in, at a location of theirs that they look at. @throws 404 for any other */
  findSession: (context: Context, token: string, lookAt: number | null) => Promise<SignedIn | null>;
  limiters?: LimiterFactory;
  checkAnswers?: boolean;
  signal: AbortSignal;
}

export type PagePipeline = (request: IncomingMessage, response: ServerResponse, target: Target) => void;

/**
 * Answers the pages' own requests: limit of the address → path and method → own page (for all that writes) → session →
 * role → path and query → body → the endpoint's own limit → handler.
 */
export function createPagePipeline(
  context: Context,
  declared: readonly PageEndpoint[],
  options: PageOptions,
): PagePipeline {
  const endpoints = new Map<Endpoint, PageEndpoint>();
  for (const endpoint of declared) {
    // Routing and reading are the interface's; roles take the place of its scopes.
    const routed = { ...endpoint, scopes: [], public: true, summary: '' } as unknown as Endpoint;
    endpoints.set(routed, endpoint);
  }
  const streams = new Set(declared.flatMap(({ stream, path }) => (stream ? `${PAGES_PATH}${path}` : [])));
  const routes = compileRoutes([...endpoints.keys()]);
  const deadlines = new Deadlines(context.clock, DEADLINE_MS, options.signal);
  const make = options.limiters ?? memoryLimiters(context.clock);
  const limits = new RateLimits(make);
  const limiter = make({ keyPrefix: 'dashboard', points: REQUESTS_PER_MINUTE, duration: 60 });
  const publicOrigin = knownOrigin(context);
  const isHttps = publicOrigin?.startsWith('https:') ?? false;

  async function countNamed(limit: EndpointLimit | undefined, user: SignedIn | null): Promise<void> {
    if (!limit || !user) return;
    const count = await limits.countNamed(limit, user.user.id);
    if (count.used > count.limit) throw exceeded(count);
  }

  async function decide(exchange: Exchange, target: Target): Promise<Outcome | null> {
    const { request } = exchange;
    const forwarded = request.headers['x-forwarded-for'] as string | undefined;
    const address = clientAddress(request.socket.remoteAddress, forwarded, context.config.TRUST_PROXY);
    const count = await limiter.penalty(address);
    if (count.consumedPoints > limiter.points) throw tooMany(count.msBeforeNext);

    const segments = pathSegments(target.path, PAGES_PATH);
    const match = routes(request.method ?? '', segments);
    exchange.route = match.route;
    const route = requireRoute(match, segments);
    const endpoint = endpoints.get(route.endpoint) as PageEndpoint;
    if (endpoint.stream && request.method === 'HEAD')
      throw new ApiError('method_not_allowed', { headers: { Allow: 'GET' } });
    if (endpoint.method !== 'GET') requireOwn(request, publicOrigin);

    const token = readCookie(request.headers.cookie, isHttps);
    const user = token === null ? null : await options.findSession(context, token, lookedAt(request, target));
    const { limit } = endpoint;
    if (limit?.countBeforeChecks) await countNamed(limit, user);
    if (endpoint.role !== null) requireRole(user, endpoint.role);

    const params = readParams(route, match.values);
    const query = readQuery(route.endpoint, target.query);
    const takesBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE';
    const bytes = takesBody && hasBody(request) ? await readBody(request) : NO_BODY;
    const body = takesBody
      ? await readFields(route, bytes, request, context, user ?? undefined, params)
      : undefined;
    const asked = {
      context,
      user: user as SignedIn,
      params,
      query,
      body,
      requestId: exchange.requestId,
      request,
      address,
      get signal() {
        return exchange.signal;
      },
    };
    if (endpoint.stream) {
      await endpoint.stream(asked, exchange.response);
      return null;
    }
    if (!limit?.countBeforeChecks) await countNamed(limit, user);
    exchange.requireTime();
    const answer = await endpoint.handler(asked);
    const status = answer.status ?? endpoint.status;
    if (options.checkAnswers) endpoint.answer?.parse(answer.body);
    const text = answer.body === undefined ? null : JSON.stringify(answer.body);
    if (text !== null && isWorthCompressing(request, text)) {
      await sendCompressed(exchange, status, text);
      return null;
    }
    return { status, body: text, headers: answer.headers ?? {} };
  }

  return (request, response, target) => {
    const exchange = new Exchange(context, request, response);
    const handled = streams.has(target.path) ? () => {} : deadlines.start(() => exchange.expire());
    decide(exchange, target)
      .then((outcome) => outcome && exchange.answer(outcome))
      .catch((error: unknown) => exchange.fail(error))
      .finally(handled);
  };
}

/** Lists of thousands of doors, on a phone. What writes answers little, and secrets only there. */
function isWorthCompressing(request: IncomingMessage, text: string): boolean {
  return (
    request.method === 'GET' &&
    text.length >= COMPRESSED_FROM &&
    /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  );
}

async function sendCompressed(
  { response, requestId }: Exchange,
  status: number,
  text: string,
): Promise<void> {
  const bytes = await promisify(gzip)(text, { level: 5 });
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Encoding': 'gzip',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  });
  response.end(bytes);
}

function requireOwn(request: IncomingMessage, publicOrigin: string | null): void {
  const header = (name: string) => request.headers[name] as string | undefined;
  const isOwn = isOwnRequest({
    origin: header('origin'),
    host: header('host'),
    fetchSite: header('sec-fetch-site'),
    ownHeader: header(OWN_HEADER),
    publicOrigin,
  });
  if (!isOwn)
    throw new ApiError('forbidden', { message: 'The request does not come from a page of this service.' });
}

function requireRole(user: SignedIn | null, role: NonNullable<PageEndpoint['role']>): void {
  if (!user) throw new ApiError('unauthenticated', { message: 'Sign in first.' });
  if (!mayAct(user.role, role))
    throw new ApiError('insufficient_scope', {
      message: `This takes the role ${role}; yours is ${user.role}.`,
    });
}

/** An event stream cannot send a header of its own, so there the query says it. */
function lookedAt(request: IncomingMessage, { query }: Target): number | null {
  const text = request.headers[LOCATION_HEADER] ?? /(?:^|&)location=([^&]*)/.exec(query)?.[1];
  if (text === undefined) return null;
  if (typeof text !== 'string' || !/^[1-9][0-9]{0,8}$/.test(text))
    throw new ApiError('invalid_request', { message: 'The location is no id.' });
  return Number(text);
}

export function tooMany(milliseconds: number): ApiError {
  return new ApiError('rate_limited', {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(milliseconds / 1_000))) },
  });
}
