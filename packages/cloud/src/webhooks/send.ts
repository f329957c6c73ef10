import { toTimestamp } from '@door-access/protocol';
import { type Agent, request } from 'undici';
import type { Context } from '../context.js';
import { createGuardedAgent, type GuardOptions } from './guard.js';
import { createResolve } from './resolve.js';
import { describeFailure } from './send-error.rules.js';
import { sign } from './signature.rules.js';

/** For all of an attempt: look-up, connection, answer and the end of its body (spec 3.2). */
export const ATTEMPT_DEADLINE_MS = 10_000;
/** Read of an answer, so that a small one leaves its connection fit for the next; beyond it only the status counts. */
const ANSWER_MAX_BYTES = 64 * 1024;
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
  context: Pick<Context, 'clock' | 'config'>,
  guard: Partial<GuardOptions> = {},
): Sender {
  const { clock, config } = context;
  const options: GuardOptions = {
    allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
    resolve: createResolve(clock),
    ...guard,
  };
  const underWay = new Set<AbortController>();
  let agent = createGuardedAgent(options);
  let agentSince = clock.monotonic();
  let closed = false;

  function currentAgent(): Agent {
    if (clock.monotonic() - agentSince < AGENT_LIFE_MS) return agent;
    // Attempts under way finish on the old one; its failure to close would be theirs, and told by them.
    agent.close().catch(() => {});
    agent = createGuardedAgent(options);
    agentSince = clock.monotonic();
    return agent;
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
        return await post(currentAgent(), config.SERVICE_NAME, attempt, clock.now(), controller.signal);
      } finally {
        done.abort();
        underWay.delete(controller);
      }
    },
    async close() {
      closed = true;
      for (const controller of underWay) controller.abort(new SenderClosedError());
      await agent.destroy();
    },
  };
}

class AttemptTimeoutError extends Error {
  override name = 'AttemptTimeoutError';
  readonly code = 'ATTEMPT_TIMEOUT';
}

async function post(
  dispatcher: Agent,
  service: string,
  attempt: Attempt,
  now: number,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const { id, type, created_at, payload, url, secret } = attempt;
  const body = JSON.stringify({ id, type, created_at: toTimestamp(created_at.getTime()), data: payload });
  const t = Math.floor(now / 1000);
  let response_status: number | null = null;
  try {
    const response = await request(url, {
      method: 'POST',
      dispatcher,
      signal,
      headers: {
        'content-type': 'application/json',
        'user-agent': `${service}-Webhooks/1.0`,
        [`X-${service}-Event`]: type,
        [`X-${service}-Delivery`]: id,
        [`X-${service}-Timestamp`]: String(t),
        [`X-${service}-Signature`]: sign(secret, t, body),
      },
      body,
    });
    response_status = response.statusCode;
    let read = 0;
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      read += chunk.byteLength;
      // Leaving the loop closes the connection.
      if (read > ANSWER_MAX_BYTES) break;
    }
  } catch (error) {
    if (signal.aborted && signal.reason instanceof SenderClosedError) throw signal.reason;
    return { ok: false, response_status, error: describeFailure(signal.aborted ? signal.reason : error) };
  }
  if (response_status >= 200 && response_status < 300) return { ok: true, response_status, error: null };
  const redirect = response_status >= 300 && response_status < 400;
  return {
    ok: false,
    response_status,
    error: `HTTP ${response_status}${redirect ? ' (redirects are not followed)' : ''}`,
  };
}
