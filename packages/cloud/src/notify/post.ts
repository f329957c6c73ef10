import { type Dispatcher, request } from 'undici';
import type { Context } from '../context.js';
import { createGuardedAgent, type GuardOptions } from '../deliveries/guard.js';
import { createResolve } from '../deliveries/resolve.js';
import { sign, signStandard } from '../deliveries/signature.rules.js';
import type { SendResult } from './ladder.rules.js';
import { type Outgoing, type Provider, postOf, withDeadline } from './provider.js';

export const POST_DEADLINE_MS = 10_000;
/** An answer beyond this is not read. */
const ANSWER_MAX_BYTES = 64 * 1024;
/** These say something of the moment, not of the message: it is tried again. */
const NOT_FINAL = new Set([408, 425, 429]);
/** Connections are opened anew after so long, so that a name that has changed is looked up again. */
const AGENT_LIFE_MS = 60_000;

/** Posts to URLs that customers choose, as webhooks: to public addresses only, no redirect is followed. */
export function createPostProvider(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  bodyOf: (message: Outgoing) => object,
  guard: Partial<GuardOptions> = {},
): Provider {
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

  async function post(message: Outgoing, signal: AbortSignal): Promise<SendResult> {
    const to = postOf(message);
    if (!to) return { ok: false, error: 'the channel has no URL', final: true };
    const body = JSON.stringify(bodyOf(message));
    try {
      const response = await request(to.url, {
        method: 'POST',
        dispatcher: current(),
        signal,
        headers: {
          'content-type': 'application/json',
          'user-agent': `${config.SERVICE_NAME}-Alarms/1.0`,
          ...(to.secret === null ? {} : signed(message.id, to.secret, body)),
        },
        body,
      });
      await response.body.dump({ limit: ANSWER_MAX_BYTES });
      return judge(response.statusCode);
    } catch (error) {
      return { ok: false, error: describe(error), final: false };
    }
  }

  /** Both ways in which webhooks are signed. */
  function signed(id: string, secret: string, body: string) {
    const t = Math.floor(clock.now() / 1000);
    return {
      [`X-${config.SERVICE_NAME}-Timestamp`]: String(t),
      [`X-${config.SERVICE_NAME}-Signature`]: sign(secret, t, body),
      'webhook-id': id,
      'webhook-timestamp': String(t),
      'webhook-signature': signStandard([secret], { id, t }, body),
    };
  }

  return {
    send: (message, signal) =>
      withDeadline(clock, POST_DEADLINE_MS, signal, (deadline) => post(message, deadline)),
    close: () => agent.destroy(),
  };
}

function judge(status: number): SendResult {
  if (status >= 200 && status < 300) return { ok: true };
  const final = status >= 400 && status < 500 && !NOT_FINAL.has(status);
  return { ok: false, error: `the receiver answered ${status}`, final };
}

/** By its code: a message could repeat the URL, which is a secret. */
function describe(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  const name = code ?? cause?.code;
  const known = typeof name === 'string' && /^[A-Z][A-Z0-9_]*$/.test(name) ? ` (${name})` : '';
  return `the receiver could not be reached${known}`;
}
