import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../context.js';
import { Deadlines } from '../deadlines.js';
import { ApiError } from '../errors.js';
import type { Declared, EndpointAnswer, Known } from './endpoint.js';
import type { Outcome } from './envelope.js';
import { Exchange } from './exchange.js';
import { withIdempotency } from './idempotency.js';
import { callerAddress } from './limits/address.js';
import { compressed, isWorthCompressing } from './pages/compress.js';
import { isOwnRequest, knownOrigin } from './pages/cookie.rules.js';
import { readFields, readParams, readQuery, requireRoute } from './read.js';
import { accepts } from './request/accept.rules.js';
import { hasBody, NO_BODY, readBody } from './request/body.js';
import { createRequestContexts } from './request/context.js';
import { pathSegments, type Target } from './request/target.rules.js';
import { compileRoutes, type Route } from './routes.js';

/** A database that does not answer costs a caller this long, not for ever. */
const IDENTIFY_DEADLINE_MS = 1_500;
/** A ping waits up to 10 seconds for its receiver. */
const HANDLER_DEADLINE_MS = 15_000;
/** Where a caller may ask for up to 30 seconds of waiting. */
const WAITING_DEADLINE_MS = 45_000;

/** A request on its way to its endpoint, which is undefined for an unknown path or method. */
export interface Asked<E extends Declared = Declared> {
  exchange: Exchange;
  request: IncomingMessage;
  target: Target;
  address: string;
  endpoint: E | undefined;
  /** The parameters of its path and of its query, once they are asked for. @throws 400 */
  read(): { params: unknown; query: unknown };
}

/** One kind of callers: where their endpoints lie, how they are known, and how much they may. */
export interface Audience<E extends Declared, K extends Known> {
  /** Where the endpoints lie, such as `/v1`. */
  path: string;
  endpoints: readonly E[];
  /** Callers that are not known get no 404 and no 405. */
  hidesPaths?: true;
  /** The header that our own pages set; for callers known by a cookie, all that writes must come from such a page. */
  ownHeader?: string;
  /** Compresses long answers. */
  compresses?: true;
  /** The limits of an address. @throws 429 */
  admit(address: string): Promise<void>;
  /** @throws 401, 429 */
  identify(asked: Asked<E>): Promise<K>;
  /** The limits of a caller that count every request. @throws 429 */
  count(known: K, asked: Asked<E>): Promise<void>;
  /** @throws 403 */
  permit(known: K, endpoint: E): void;
  /** The limits that count only what passed the checks. @throws 429 */
  countChecked?(known: K, asked: Asked<E>): Promise<void>;
  /** Notes that the handler failed. */
  failed?(asked: Asked<E>, error: unknown): Promise<void>;
}

export interface PipelineOptions {
  /** Checks every answer against its declaration (tests): one that differs is a 500. */
  checkAnswers?: boolean;
  /** Ends what runs in the background. */
  signal?: AbortSignal;
}

export type Pipeline = (request: IncomingMessage, response: ServerResponse, target: Target) => void;

/**
 * Answers everything below the path of an audience. The order of checks is fixed (docs/behaviour.md, Limits): limits of the address → path and method,
 * unless the audience hides them → own page → caller → limits of the caller → path and method → permission → path and
 * query → idempotency → body → limits of what passed → handler.
 */
export function createPipeline<E extends Declared, K extends Known>(
  context: Context,
  audience: Audience<E, K>,
  options: PipelineOptions = {},
): Pipeline {
  const routes = compileRoutes(audience.endpoints);
  const contextOf = createRequestContexts(context);
  const signal = options.signal ?? new AbortController().signal;
  const identifying = new Deadlines(context.clock, IDENTIFY_DEADLINE_MS, signal);
  const handling = new Deadlines(context.clock, HANDLER_DEADLINE_MS, signal);
  const waiting = new Deadlines(context.clock, WAITING_DEADLINE_MS, signal);
  const publicOrigin = knownOrigin(context);

  async function identify(asked: Asked<E>, requirePath: () => void): Promise<K> {
    await audience.admit(asked.address);
    if (!audience.hidesPaths) requirePath();
    if (audience.ownHeader && asked.endpoint?.method !== 'GET')
      requireOwn(asked.request, audience.ownHeader, publicOrigin);
    const known = await audience.identify(asked);
    await audience.count(known, asked);
    return known;
  }

  async function decide(
    exchange: Exchange,
    request: IncomingMessage,
    target: Target,
  ): Promise<Outcome | null> {
    const segments = pathSegments(target.path, audience.path);
    const match = routes(request.method ?? '', segments);
    exchange.route = match.route;
    const address = callerAddress(context, request);
    const asked = {
      exchange,
      request,
      target,
      address,
      endpoint: match.route?.endpoint,
      read: readOnce(() => requireRoute(match, segments, request), match.values, target),
    };
    const identified = identifying.start(() => exchange.expire());
    const known = await identify(asked, () => requireRoute(match, segments, request)).finally(identified);

    const route = requireRoute(match, segments, request);
    const { endpoint } = route;
    audience.permit(known, endpoint);
    const { params, query } = asked.read();
    const reading = context.clock.monotonic();
    const bytes =
      takesBody(endpoint) && hasBody(request) ? await readBody(request, endpoint.maxBodyBytes) : NO_BODY;
    const waitedForBody = context.clock.monotonic() - reading;
    const given = new Given(exchange, known, { params, query, address, waitedForBody });
    const stream = streamOf(endpoint, request);
    if (stream) {
      await stream(given, exchange.toWrite());
      return null;
    }

    const run = async (): Promise<Outcome> => {
      if (takesBody(endpoint))
        given.body = await readFields(
          route,
          bytes,
          request,
          context,
          known.caller ?? known.user ?? undefined,
          params,
        );
      await audience.countChecked?.(known, asked);
      exchange.requireTime();
      const answer = await (endpoint.handler as Handler)(given).catch(async (error: unknown) => {
        await audience.failed?.(asked, error);
        throw error;
      });
      return outcomeOf(endpoint, answer, options.checkAnswers === true);
    };
    const deadlines = endpoint.for === 'api' && endpoint.waits ? waiting : handling;
    const handled = deadlines.start(() => exchange.expire());
    const running =
      endpoint.for === 'api' && endpoint.idempotent && known.caller
        ? withIdempotency(
            exchange.context,
            {
              request,
              path: target.path,
              bytes,
              apiKeyId: known.caller.apiKey.id,
              keptBytes: endpoint.keptAnswerBytes,
            },
            run,
          )
        : run();
    const outcome = await running.finally(handled);
    return audience.compresses && isWorthCompressing(request, outcome) ? compressed(outcome) : outcome;
  }

  return (request, response, target) => {
    const exchange = new Exchange(context, { request, response, base: audience.path, contextOf });
    decide(exchange, request, target)
      .then((outcome) => outcome && exchange.answer(outcome))
      .catch((error: unknown) => exchange.fail(error));
  };
}

/**
 * What a handler is given, with what is known of its caller. A class, as a literal that spreads and has a getter is made ten
 * times as slowly, and read slowly afterwards.
 */
class Given {
  readonly context: Context;
  readonly params: unknown;
  readonly query: unknown;
  body: unknown = undefined;
  readonly requestId: string;
  readonly arrived: number;
  readonly request: IncomingMessage;
  readonly address: string;
  readonly #exchange: Exchange;

  constructor(
    exchange: Exchange,
    known: Known,
    more: { params: unknown; query: unknown; address: string; waitedForBody: number },
  ) {
    Object.assign(this, known);
    this.#exchange = exchange;
    this.context = exchange.context;
    this.params = more.params;
    this.query = more.query;
    this.requestId = exchange.requestId;
    this.arrived = exchange.arrived + more.waitedForBody;
    this.request = exchange.request;
    this.address = more.address;
  }

  get signal(): AbortSignal {
    return this.#exchange.signal;
  }
}

function readOnce(route: () => Route, values: readonly (string | null)[], target: Target): Asked['read'] {
  let found: ReturnType<Asked['read']> | undefined;
  const read = (known: Route) => ({
    params: readParams(known, values),
    query: readQuery(known.endpoint, target.query),
  });
  return () => {
    found ??= read(route());
    return found;
  };
}

type Handler = (given: object) => Promise<EndpointAnswer>;
type Stream = (given: object, response: ServerResponse) => Promise<void>;

function streamOf(endpoint: Declared, { headers }: IncomingMessage): Stream | undefined {
  if (endpoint.for === 'page') return endpoint.stream as Stream | undefined;
  const isAsked = endpoint.for === 'api' && accepts(headers.accept, 'text/event-stream');
  return isAsked ? (endpoint.eventStream as Stream | undefined) : undefined;
}

function requireOwn(request: IncomingMessage, ownHeader: string, publicOrigin: string | null): void {
  const header = (name: string) => request.headers[name] as string | undefined;
  const isOwn = isOwnRequest({
    origin: header('origin'),
    host: header('host'),
    fetchSite: header('sec-fetch-site'),
    ownHeader: header(ownHeader),
    publicOrigin,
  });
  if (!isOwn)
    throw new ApiError('forbidden', { message: 'The request does not come from a page of this service.' });
}

function takesBody({ method }: Declared): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

function outcomeOf(endpoint: Declared, answer: EndpointAnswer, check: boolean): Outcome {
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

function requireDeclared(endpoint: Declared, status: number, body: unknown): void {
  const name = `${endpoint.method} ${endpoint.path}`;
  if (status !== endpoint.status && !endpoint.alsoStatus?.includes(status))
    throw new Error(`${name} does not declare status ${status}`);
  const parsed = endpoint.answer?.safeParse(body);
  if (parsed && !parsed.success)
    throw new Error(`${name} answered other than declared: ${parsed.error.message}`);
}
