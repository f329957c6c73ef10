import { type Dispatcher, request } from 'undici';
import type { Context } from '../../context.js';
import { createGuardedAgent, type GuardOptions } from '../../deliveries/guard.js';
import { createResolve } from '../../deliveries/resolve.js';
import type { SendResult } from '../ladder.rules.js';
import { cut, oneLine } from './email-text.rules.js';

/** An answer beyond this is not read. */
const ANSWER_MAX_BYTES = 64 * 1024;
/** So much of it is kept, for people. */
const ANSWER_KEPT_BYTES = 400;
const ANSWER_SHOWN = 100;
/** These say something of the moment, not of the message: it is tried again. */
const NOT_FINAL = new Set([408, 425, 429]);
/** Connections are opened anew after so long, so that a name that has changed is looked up again. */
const AGENT_LIFE_MS = 60_000;

/** Posts to URLs that strangers choose, as webhooks: to public addresses only, no redirect is followed. */
export interface Poster {
  post(
    url: string,
    message: { headers: Record<string, string>; body: string | Buffer },
    signal: AbortSignal,
  ): Promise<SendResult>;
  close(): Promise<void>;
}

export function createPoster(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  guard: Partial<GuardOptions> = {},
): Poster {
  const options = { allowPrivate: config.WEBHOOK_ALLOW_PRIVATE, resolve: createResolve(clock), ...guard };
  let agent = createGuardedAgent(options);
  let openSince = clock.monotonic();

  function current(): Dispatcher {
    if (clock.monotonic() - openSince >= AGENT_LIFE_MS) {
      // Attempts under way end on the old one.
      agent.close().catch(() => {});
      agent = createGuardedAgent(options);
      openSince = clock.monotonic();
    }
    return agent;
  }

  return {
    async post(url, { headers, body }, signal) {
      try {
        const response = await request(url, {
          method: 'POST',
          dispatcher: current(),
          signal,
          headers: { 'user-agent': `${config.SERVICE_NAME}-Alarms/1.0`, ...headers },
          body,
        });
        return judge(response.statusCode, await beginningOf(response.body));
      } catch (error) {
        return { ok: false, error: describe(error), final: false };
      }
    },
    close: () => agent.destroy(),
  };
}

/** What is said in the beginning of an answer, in one line. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const kept: Buffer[] = [];
  let read = 0;
  for await (const chunk of body) {
    if (read < ANSWER_KEPT_BYTES) kept.push(chunk);
    read += chunk.length;
    if (read > ANSWER_MAX_BYTES) break;
  }
  return cut(
    oneLine(Buffer.concat(kept).subarray(0, ANSWER_KEPT_BYTES).toString().replaceAll('�', '')),
    ANSWER_SHOWN,
  );
}

function judge(status: number, text: string): SendResult {
  const answer = { status, text };
  if (status >= 200 && status < 300) return { ok: true, answer };
  const final = status >= 400 && status < 500 && !NOT_FINAL.has(status);
  return { ok: false, error: `the receiver answered ${status}`, final, answer };
}

/** By its code: a message could repeat the URL, which is a secret. */
function describe(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  const name = code ?? cause?.code;
  const known = typeof name === 'string' && /^[A-Z][A-Z0-9_]*$/.test(name) ? ` (${name})` : '';
  return `the receiver could not be reached${known}`;
}
