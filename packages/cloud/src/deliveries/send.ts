import { toTimestamp } from '@door-access/protocol';
import type { Agent, Dispatcher } from 'undici';
import type { Context } from '../context.js';
import { Deadlines } from '../deadlines.js';
import { createGuardedAgent, type GuardOptions } from './guard.js';
import { isInboxUrl } from './inbox-address.js';
import { createResolve } from './resolve.js';
import { describeFailure } from './send-error.rules.js';
import { type Format, sign, signStandard } from './signature.rules.js';

/** For an attempt: look-up, connection, and the end of the answer's headers. The body has no influence. */
export const ATTEMPT_DEADLINE_MS = 10_000;
/** A short body is read and discarded, so that its connection can be reused; any other closes the connection. */
const BODY_MAX_BYTES = 64 * 1024;
export const BODY_DEADLINE_MS = 1_000;
/** The maximum of bodies read at a time; beyond it, a connection is closed after its headers. */
export const MAX_BODIES = 50;
/** How long connections are shared before all are opened anew, so that an address checked long ago is not used for ever. */
const AGENT_LIFE_MS = 60_000;

export interface Attempt {
  /** The delivery's id. */
  id: string;
  type: string;
  created_at: Date;
  payload: unknown;
  url: string;
  format: Format;
  secret: string;
  /** The secret before, while it is valid too. */
  previousSecret: string | null;
}

export interface AttemptOutcome {
  ok: boolean;
  response_status: number | null;
  /** Short, for people, without secrets; null when it succeeded. */
  error: string | null;
}

export interface Sender {
  /** Makes one attempt; whatever goes wrong with it is in the outcome. Rejects with a SenderClosedError only. */
  send(attempt: Attempt): Promise<AttemptOutcome>;
  /** Gives up all attempts under way. */
  close(): Promise<void>;
}

export class SenderClosedError extends Error {
  override name = 'SenderClosedError';
}

export function createSender(
  context: Pick<Context, 'clock' | 'config' | 'origin' | 'secrets'>,
  guard: Partial<GuardOptions> = {},
): Sender {
  const { clock, config } = context;
  const options: GuardOptions = {
    allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
    resolve: createResolve(clock),
    ...guard,
  };
  const requestOf = createRequests(config.SERVICE_NAME);
  const closing = new AbortController();
  const shared: Shared = {
    underWay: new Set(),
    reading: new Set(),
    answers: new Deadlines(clock, ATTEMPT_DEADLINE_MS, closing.signal),
    bodies: new Deadlines(clock, BODY_DEADLINE_MS, closing.signal),
  };
  /** The service's own test receiver may have a private address; nothing else is sent over its connections. */
  const openAgents = () => ({
    others: createGuardedAgent(options),
    inbox: createGuardedAgent({ ...options, allowPrivate: true }),
  });
  let agents = openAgents();
  let openSince = clock.monotonic();

  function agentFor(url: string): Agent {
    if (clock.monotonic() - openSince >= AGENT_LIFE_MS) {
      // Running attempts finish on the old agents and report their own failures.
      for (const agent of Object.values(agents)) agent.close().catch(() => {});
      agents = openAgents();
      openSince = clock.monotonic();
    }
    return isInboxUrl(context, url) ? agents.inbox : agents.others;
  }

  return {
    send(attempt) {
      if (closing.signal.aborted) return Promise.reject(new SenderClosedError());
      return new Promise((resolve, reject) => {
        const exchange = new Exchange(shared, resolve, reject);
        try {
          agentFor(attempt.url).dispatch(requestOf(attempt, clock.now()), exchange);
        } catch (error) {
          exchange.fail(error);
        }
      });
    },
    async close() {
      closing.abort();
      for (const exchange of shared.underWay) exchange.fail(new SenderClosedError());
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
    },
  };
}

class AttemptTimeoutError extends Error {
  override name = 'AttemptTimeoutError';
  readonly code = 'ATTEMPT_TIMEOUT';
}

/** What the attempts of a sender share: any number of them costs two timers. */
interface Shared {
  /** Without an answer yet. */
  underWay: Set<Exchange>;
  /** With a body that has not ended. */
  reading: Set<Exchange>;
  answers: Deadlines;
  bodies: Deadlines;
}

/** One request and its answer. It settles with the answer's headers; the body is read on, within bounds, and dropped. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #shared: Shared;
  readonly #resolve: (outcome: AttemptOutcome) => void;
  readonly #reject: (error: SenderClosedError) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #endDeadline: () => void;
  #failure: Error | null = null;
  #bodyBytes = 0;

  constructor(shared: Shared, resolve: (outcome: AttemptOutcome) => void, reject: (error: Error) => void) {
    this.#shared = shared;
    this.#resolve = resolve;
    this.#reject = reject;
    shared.underWay.add(this);
    this.#endDeadline = shared.answers.start(() => this.fail(new AttemptTimeoutError()));
  }

  /** Ends the attempt, or, where it has its answer, the reading of the body. */
  fail(error: unknown): void {
    if (this.#end()) {
      if (error instanceof SenderClosedError) this.#reject(error);
      else this.#resolve({ ok: false, response_status: null, error: describeFailure(error) });
    }
    // A request that still waits for its connection is aborted once it has one.
    this.#failure = error as Error;
    this.#controller?.abort(this.#failure);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#failure) controller.abort(this.#failure);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200) return;
    if (this.#end()) this.#resolve(outcomeOf(status));
    const { reading, bodies } = this.#shared;
    const refuse = () => this.fail(new BodyRefusedError());
    if (reading.size >= MAX_BODIES) refuse();
    else {
      reading.add(this);
      this.#endDeadline = bodies.start(refuse);
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bodyBytes += chunk.length;
    if (this.#bodyBytes > BODY_MAX_BYTES) this.fail(new BodyRefusedError());
  }

  onResponseEnd(): void {
    this.#end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  /** Whether it was without an answer until now. */
  #end(): boolean {
    this.#endDeadline();
    this.#shared.reading.delete(this);
    return this.#shared.underWay.delete(this);
  }
}

/** Of its connection: the attempt has its outcome. */
class BodyRefusedError extends Error {
  override name = 'BodyRefusedError';
}

/** URLs that are kept parsed, of those used last. */
const MAX_TARGETS = 1_000;

/** Makes requests to subscriptions' URLs, signed. */
function createRequests(service: string) {
  const targets = new Map<string, { origin: string; path: string }>();
  const names = {
    event: `X-${service}-Event`,
    delivery: `X-${service}-Delivery`,
    timestamp: `X-${service}-Timestamp`,
    signature: `X-${service}-Signature`,
  };
  const agent = `${service}-Webhooks/1.0`;

  function targetOf(url: string) {
    let target = targets.get(url);
    if (!target) {
      const { origin, pathname, search } = new URL(url);
      target = { origin, path: pathname + search };
      if (targets.size >= MAX_TARGETS) targets.clear();
      targets.set(url, target);
    }
    return target;
  }

  return (attempt: Attempt, now: number): Dispatcher.DispatchOptions => {
    const { id, type, created_at, payload, url, format, secret, previousSecret } = attempt;
    const body = Buffer.from(
      JSON.stringify({ id, type, created_at: toTimestamp(created_at.getTime()), data: payload }),
    );
    const t = Math.floor(now / 1000);
    // A list, because an object whose names are computed costs as much as the signature.
    const headers = [
      'content-type',
      'application/json',
      'user-agent',
      agent,
      names.event,
      type,
      names.delivery,
      id,
      names.timestamp,
      String(t),
      names.signature,
      sign(secret, t, body, previousSecret),
    ];
    if (format === 'standard') headers.push(...standardHeaders({ id, t }, body, secret, previousSecret));
    const { origin, path } = targetOf(url);
    // Written out: undici takes half as long again for an object made by `...`.
    return { origin, path, method: 'POST', headers, body };
  };
}

const standardHeaders = (
  { id, t }: { id: string; t: number },
  body: Buffer,
  secret: string,
  previous: string | null,
) => [
  'webhook-id',
  id,
  'webhook-timestamp',
  String(t),
  'webhook-signature',
  signStandard(previous === null ? [secret] : [secret, previous], { id, t }, body),
];

function outcomeOf(response_status: number): AttemptOutcome {
  if (response_status >= 200 && response_status < 300) return { ok: true, response_status, error: null };
  const redirect = response_status >= 300 && response_status < 400;
  const error = `HTTP ${response_status}${redirect ? ' (redirects are not followed)' : ''}`;
  return { ok: false, response_status, error };
}
