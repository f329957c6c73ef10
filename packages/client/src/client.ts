import createClient, { type Client } from 'openapi-fetch';
import { chance, sleepFor } from './clock.js';
import { errorOf } from './errors.js';
import type { components, paths } from './generated/api.js';
import { TAKES_IDEMPOTENCY_KEY } from './generated/facts.js';
import { type Outcome, parseRetryAfter, retryDelay } from './retry.rules.js';

export type DoorAccessClient = Client<paths>;
export type Schemas = components['schemas'];

export interface ClientOptions {
  /** Up to and including `/v1`. */
  baseUrl: string;
  /** Sent as a bearer token. */
  apiKey: string;
  /** Timeout of an attempt in milliseconds, beyond what the request itself asks to `wait`; 20 seconds by default. */
  timeoutMs?: number;
  /** Attempts after the first; 4 by default, 0 for none. */
  retries?: number;
  fetch?: (request: Request) => Promise<Response>;
  /** For tests: waits, or rejects when the signal aborts. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** For tests: from 0 to 1. */
  random?: () => number;
}

/** Longer than the service takes for its longest answer that it was not asked to delay, a ping. */
const TIMEOUT_MS = 20_000;
const RETRIES = 4;

/**
 * A client with a method for each method of HTTP, typed by path: `client.GET('/locks/{id}', { params: { path: { id } } })`.
 *
 * It sends a request again after `Retry-After`, and with growing delays where the service does not answer; it adds an
 * `Idempotency-Key` to what creates, so that nothing is created twice. What moves a door is sent once.
 */
export function createDoorAccessClient(options: ClientOptions): DoorAccessClient {
  const { baseUrl, apiKey } = options;
  return createClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${apiKey}` },
    fetch: (request) => sendUntilDone(withIdempotencyKey(request, baseUrl), options),
  });
}

async function sendUntilDone(request: Request, options: ClientOptions): Promise<Response> {
  const { retries = RETRIES, sleep = sleepFor, random = chance } = options;
  const { method, signal } = request;
  const hasIdempotencyKey = request.headers.has('idempotency-key');
  for (let before = 0; ; before++) {
    const sent = await sendOnce(request, options).catch((error: unknown) => ({ error }));
    const delay = retryDelay(
      { method, hasIdempotencyKey, before, retries },
      'error' in sent ? 'no_answer' : await outcomeOf(sent),
      random(),
    );
    if (delay === null || signal.aborted) {
      if ('error' in sent) throw sent.error;
      return sent;
    }
    if (!('error' in sent)) await sent.body?.cancel();
    await sleep(delay, signal);
  }
}

function sendOnce(request: Request, { timeoutMs = TIMEOUT_MS, fetch }: ClientOptions): Promise<Response> {
  const wait = Number(new URL(request.url).searchParams.get('wait') ?? 0) * 1000 || 0;
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs + wait)]);
  // A copy: its body is read by each attempt.
  const attempt = new Request(request.clone(), { signal });
  return fetch ? fetch(attempt) : globalThis.fetch(attempt);
}

async function outcomeOf(response: Response): Promise<Outcome> {
  const { status } = response;
  if (status < 400) return { status, code: null, retryAfter: null };
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return {
    status,
    code: errorOf(body)?.code ?? null,
    retryAfter: parseRetryAfter(response.headers.get('retry-after')),
  };
}

function withIdempotencyKey(request: Request, baseUrl: string): Request {
  const path = new URL(request.url).pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, '').length);
  if (TAKES_IDEMPOTENCY_KEY.includes(`${request.method} ${path}`) && !request.headers.has('idempotency-key'))
    request.headers.set('idempotency-key', crypto.randomUUID());
  return request;
}
