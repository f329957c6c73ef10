import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import { hasBody, NO_BODY, readBody } from '../http/body.js';
import { clientAddress } from '../http/limits/client-address.rules.js';
import { Deadlines } from '../http/deadlines.js';
import type { Endpoint } from '../http/endpoint.js';
import type { Outcome } from '../http/envelope.js';
import { Exchange } from '../http/exchange.js';
import { isOwnRequest, knownOrigin } from '../http/pages/cookie.rules.js';
import { type LimiterFactory, memoryLimiters } from '../http/limits/rate-limit.js';
import { readFields, readParams, readQuery, requireRoute } from '../http/read.js';
import { pathSegments, type Target } from '../http/request-target.rules.js';
import { compileRoutes } from '../http/routes.js';
import { findPhone } from '../keys/phones.js';
import { phoneToken } from './cookie.js';
import { PHONE_API_PATH, type PhoneEndpoint, routed } from './endpoint.js';

/** What only our page sets: a form of another site cannot, and a script of another site may not. */
const OWN_HEADER = 'x-phone';
const DEADLINE_MS = 15_000;
/** Many phones may stand behind one address; one asks every few seconds. */
const REQUESTS_PER_ADDRESS = 3_000;
const REQUESTS_PER_PHONE = 300;
const UNLOCKS_PER_PHONE = 30;
/** Cookies that no phone has, from one address: nobody mistypes 256 bits so often. */
const MISSES_PER_ADDRESS = 30;
const WINDOW_SECONDS = 60;

export interface PhoneOptions {
  limiters?: LimiterFactory;
  /** Checks every answer against its declaration (tests). */
  checkAnswers?: boolean;
  signal: AbortSignal;
}

/**
 * Answers the phone key's own requests: limits of the address → path and method → own page (for all that writes) →
 * phone → its limits → path and query → body → handler.
 */
export function createPhonePipeline(
  context: Context,
  declared: readonly PhoneEndpoint[],
  options: PhoneOptions,
): (request: IncomingMessage, response: ServerResponse, target: Target) => void {
  const endpoints = new Map<Endpoint, PhoneEndpoint>(declared.map((one) => [routed(one), one]));
  const routes = compileRoutes([...endpoints.keys()]);
  const deadlines = new Deadlines(context.clock, DEADLINE_MS, options.signal);
  const make = options.limiters ?? memoryLimiters(context.clock);
  const limiter = (name: string, points: number) =>
    make({ keyPrefix: `limit:phone-${name}`, points, duration: WINDOW_SECONDS });
  const perAddress = limiter('address', REQUESTS_PER_ADDRESS);
  const misses = limiter('miss', MISSES_PER_ADDRESS);
  const perPhone = limiter('requests', REQUESTS_PER_PHONE);
  const unlocks = limiter('unlocks', UNLOCKS_PER_PHONE);
  const publicOrigin = knownOrigin(context);

  async function requireFewGuesses(address: string): Promise<void> {
    const missed = await misses.get(address);
    if (missed && missed.consumedPoints >= misses.points) throw tooMany(missed.msBeforeNext);
  }

  async function identify(request: IncomingMessage, address: string) {
    const token = phoneToken(context, request);
    const phone = token === null ? null : await findPhone(context, token);
    if (token !== null && phone) return { token, phone };
    // Who guesses shares an address with a whole building, whose doors go on opening.
    await requireFewGuesses(address);
    if (token !== null) await misses.penalty(address);
    throw new ApiError('unauthenticated', { message: 'There is no key on this phone.' });
  }

  async function decide(exchange: Exchange, target: Target): Promise<Outcome> {
    const { request } = exchange;
    const forwarded = request.headers['x-forwarded-for'] as string | undefined;
    const address = clientAddress(request.socket.remoteAddress, forwarded, context.config.TRUST_PROXY);
    await spend(perAddress, address);
    const segments = pathSegments(target.path, PHONE_API_PATH);
    const match = routes(request.method ?? '', segments);
    exchange.route = match.route;
    const route = requireRoute(match, segments);
    const endpoint = endpoints.get(route.endpoint) as PhoneEndpoint;
    if (endpoint.method !== 'GET') requireOwn(request, publicOrigin);
    const known = endpoint.anybody
      ? { token: phoneToken(context, request) ?? '', phone: undefined as never }
      : await identify(request, address);
    if (endpoint.anybody) await requireFewGuesses(address);
    else await spend(perPhone, known.phone.id);
    if (endpoint.limited) await spend(unlocks, known.phone.id);

    const params = readParams(route, match.values);
    const query = readQuery(route.endpoint, target.query);
    const takesBody = endpoint.method === 'POST';
    const bytes = takesBody && hasBody(request) ? await readBody(request) : NO_BODY;
    const body = takesBody ? await readFields(route, bytes, request, context, undefined, params) : undefined;
    exchange.requireTime();
    const handled = endpoint.handler({
      context,
      ...known,
      params,
      query,
      body,
      request,
      get signal() {
        return exchange.signal;
      },
    });
    const answer = await handled.catch(async (error: unknown) => {
      if (endpoint.anybody && error instanceof ApiError) await misses.penalty(address);
      throw error;
    });
    if (options.checkAnswers) endpoint.answer.parse(answer.body);
    return { status: endpoint.status, body: JSON.stringify(answer.body), headers: answer.headers ?? {} };
  }

  return (request, response, target) => {
    const exchange = new Exchange(context, request, response);
    const handled = deadlines.start(() => exchange.expire());
    decide(exchange, target)
      .then((outcome) => exchange.answer(outcome))
      .catch((error: unknown) => exchange.fail(error))
      .finally(handled);
  };
}

async function spend(limiter: ReturnType<LimiterFactory>, key: string): Promise<void> {
  const count = await limiter.penalty(key);
  if (count.consumedPoints > limiter.points) throw tooMany(count.msBeforeNext);
}

function tooMany(milliseconds: number): ApiError {
  return new ApiError('rate_limited', {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(milliseconds / 1_000))) },
  });
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
    throw new ApiError('forbidden', { message: 'The request does not come from the page of this service.' });
}
