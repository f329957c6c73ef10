import { toTimestamp } from '@door-access/protocol';
import { type Agent, type Dispatcher, request } from 'undici';
import type { Context } from '../context.js';
import { createGuardedAgent, type GuardOptions } from './guard.js';
import { isInboxUrl } from './inbox-address.js';
import { createResolve } from './resolve.js';
import { describeFailure } from './send-error.rules.js';
import { sign } from './signature.rules.js';

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
  secret: string;
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
  const underWay = new Set<AbortController>();
  let bodies = 0;
  /** The service's own test receiver may have a private address; nothing else is sent over its connections. */
  const openAgents = () => ({
    others: createGuardedAgent(options),
    inbox: createGuardedAgent({ ...options, allowPrivate: true }),
  });
  let agents = openAgents();
  let openSince = clock.monotonic();
  let closed = false;

  function agentFor(url: string): Agent {
    if (clock.monotonic() - openSince >= AGENT_LIFE_MS) {
      // Running attempts finish on the old agents and report their own failures.
      for (const agent of Object.values(agents)) agent.close().catch(() => {});
      agents = openAgents();
      openSince = clock.monotonic();
    }
    return isInboxUrl(context, url) ? agents.inbox : agents.others;
  }

  /** Never rejects, and is not awaited. */
  async function drop(body: Body): Promise<void> {
    body.on('error', () => {});
    if (bodies >= MAX_BODIES) return void body.destroy();
    bodies += 1;
    const done = new AbortController();
    clock.sleep(BODY_DEADLINE_MS, done.signal).then(
      () => body.destroy(),
      () => {},
    );
    await body.dump({ limit: BODY_MAX_BYTES }).catch(() => {});
    done.abort();
    bodies -= 1;
  }

  return {
    async send(attempt) {
      if (closed) throw new SenderClosedError();
      const controller = new AbortController();
      underWay.add(controller);
      const done = new AbortController();
      clock.sleep(ATTEMPT_DEADLINE_MS, done.signal).then(
        () => controller.abort(new AttemptTimeoutError()),
        () => {},
      );
      try {
        const { outcome, body } = await post(
          agentFor(attempt.url),
          config.SERVICE_NAME,
          attempt,
          clock.now(),
          controller.signal,
        );
        if (body) void drop(body);
        return outcome;
      } finally {
        done.abort();
        underWay.delete(controller);
      }
    },
    async close() {
      closed = true;
      for (const controller of underWay) controller.abort(new SenderClosedError());
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
    },
  };
}

class AttemptTimeoutError extends Error {
  override name = 'AttemptTimeoutError';
  readonly code = 'ATTEMPT_TIMEOUT';
}

type Body = Dispatcher.ResponseData['body'];

async function post(
  dispatcher: Agent,
  service: string,
  attempt: Attempt,
  now: number,
  signal: AbortSignal,
): Promise<{ outcome: AttemptOutcome; body?: Body }> {
  const { id, type, created_at, payload, url, secret } = attempt;
  const text = JSON.stringify({ id, type, created_at: toTimestamp(created_at.getTime()), data: payload });
  const t = Math.floor(now / 1000);
  try {
    const { statusCode, body } = await request(url, {
      method: 'POST',
      dispatcher,
      signal,
      headers: {
        'content-type': 'application/json',
        'user-agent': `${service}-Webhooks/1.0`,
        [`X-${service}-Event`]: type,
        [`X-${service}-Delivery`]: id,
        [`X-${service}-Timestamp`]: String(t),
        [`X-${service}-Signature`]: sign(secret, t, text),
      },
      body: text,
    });
    return { outcome: outcomeOf(statusCode), body };
  } catch (error) {
    if (signal.aborted && signal.reason instanceof SenderClosedError) throw signal.reason;
    const failure = describeFailure(signal.aborted ? signal.reason : error);
    return { outcome: { ok: false, response_status: null, error: failure } };
  }
}

function outcomeOf(response_status: number): AttemptOutcome {
  if (response_status >= 200 && response_status < 300) return { ok: true, response_status, error: null };
  const redirect = response_status >= 300 && response_status < 400;
  const error = `HTTP ${response_status}${redirect ? ' (redirects are not followed)' : ''}`;
  return { ok: false, response_status, error };
}
