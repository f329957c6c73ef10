import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import type { Work } from '../telemetry/traces.js';
import { errorOutcome, type Outcome, send } from './envelope.js';
import { type Count, rateLimitHeaders } from './limits/rate-limit.js';
import { HungUp } from './request/body.js';
import { requestIdOf } from './request/context.js';
import type { Route } from './routes.js';

/** A request as it comes in. */
export interface Incoming {
  request: IncomingMessage;
  response: ServerResponse;
  /** Where the endpoints of its audience lie. */
  base: string;
  contextOf(requestId: string): Context;
}

/** One request and its one answer. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** When the request came, on the monotonic clock. */
  readonly arrived: number;
  /** What the limiters report of this caller, as far as the headers show it; none before the caller is known. */
  counts: { requests?: Count; named?: Count } = {};
  route: Route | undefined;
  /** Where the endpoints of this audience lie. */
  readonly #base: string;
  /** The service's, with a log whose lines carry the request's id. */
  readonly context: Context;
  readonly #service: Context;
  #aborter: AbortController | undefined;

  constructor(service: Context, { request, response, base, contextOf }: Incoming) {
    this.#service = service;
    this.#base = base;
    this.arrived = service.clock.monotonic();
    this.request = request;
    this.response = response;
    this.requestId = requestIdOf(service, request);
    this.context = contextOf(this.requestId);
  }

  /** Aborts when the caller hangs up or the time is over; made only for a handler that looks at it. */
  get signal(): AbortSignal {
    if (!this.#aborter) {
      const aborter = new AbortController();
      this.#aborter = aborter;
      this.response.once('close', () => {
        if (!this.response.writableFinished) aborter.abort(new HungUp('the caller hung up'));
      });
      if (this.response.destroyed) aborter.abort(new HungUp('the caller hung up'));
    }
    return this.#aborter.signal;
  }

  answer(outcome: Outcome): void {
    send(this.request, this.response, this.requestId, outcome, this.#limits(), this.route?.headers);
    this.#note(outcome.status);
  }

  /** The response for an endpoint that writes its answer itself, with the headers of every answer. */
  toWrite(): ServerResponse {
    const headers = { 'X-Request-Id': this.requestId, ...this.#limits(), ...this.route?.headers };
    for (const [name, value] of Object.entries(headers)) this.response.setHeader(name, value);
    return this.response;
  }

  #limits(): Record<string, string> | undefined {
    const { requests, named } = this.counts;
    return requests ? rateLimitHeaders(requests, named) : undefined;
  }

  fail(error: unknown): void {
    if (error instanceof HungUp) return;
    if (this.response.writableEnded) {
      // Work that outlived its deadline and then failed; the deadline is reported already.
      this.#report(error, 'debug');
      return;
    }
    if (this.response.headersSent) {
      // An answer that is written piece by piece: cut, so that no one takes it for whole, or waits for the rest.
      this.#report(error, 'warn');
      this.response.destroy();
      return;
    }
    if (error instanceof ApiError) {
      if (error.status >= 500) this.#report(error, 'warn');
      this.answer(errorOutcome(error));
      return;
    }
    this.#report(error, 'error');
    this.answer(errorOutcome(new ApiError('server_error')));
  }

  /** The time is over: the caller is answered now, whatever the result of the work. */
  expire(): void {
    if (this.response.headersSent) return;
    this.fail(new Error('the deadline passed'));
    this.#aborter?.abort(new Error('the deadline passed'));
  }

  /** Call it before an irreversible step: a caller who was answered with a failure would repeat the request. */
  requireTime(): void {
    if (this.response.headersSent) throw new Error('the time was over before the work began');
  }

  /** Names and codes, never headers, bodies, queries or a database's `detail`: any of them may hold a secret. */
  #report(error: unknown, level: 'debug' | 'warn' | 'error'): void {
    const { name, message, stack, code } =
      error instanceof Error
        ? (error as Error & { code?: unknown })
        : (new Error(String(error)) as Error & { code?: unknown });
    this.context.log[level]({ ...this.#facts(), error: { name, message, code, stack } }, 'request failed');
  }

  #note(status: number): void {
    const { metrics, traces, clock, log } = this.#service;
    const isLogged = log.isLevelEnabled('debug');
    if (!metrics && !traces && !isLogged) return;
    const milliseconds = clock.monotonic() - this.arrived;
    traces?.ended(this.#work(status, milliseconds));
    metrics?.answered({
      method: this.request.method ?? '',
      route: this.#declaredPath(),
      status,
      seconds: milliseconds / 1_000,
    });
    if (!isLogged) return;
    this.context.log.debug({ ...this.#facts(), status, milliseconds }, 'request answered');
  }

  #work(status: number, milliseconds: number): Work {
    const { method = '', headers } = this.request;
    const route = this.#declaredPath();
    return {
      name: route === null ? method : `${method} ${route}`,
      kind: 'server',
      milliseconds,
      parent: headers.traceparent,
      hasFailed: status >= 500,
      attributes: {
        'http.request.method': method,
        'http.response.status_code': status,
        ...(route === null ? {} : { 'http.route': route }),
        'door.request_id': this.requestId,
      },
    };
  }

  #facts() {
    return {
      method: this.request.method,
      route: this.#declaredPath(),
    };
  }

  #declaredPath(): string | null {
    return this.route ? `${this.#base}${this.route.endpoint.path}` : null;
  }
}
