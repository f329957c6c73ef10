import type { Context } from '../../context.js';
import type { GuardOptions } from '../../deliveries/guard.js';
import { sign, signStandard } from '../../deliveries/signature.rules.js';
import type { SendResult } from '../ladder.rules.js';
import { createPoster } from './poster.js';
import { type Outgoing, type Provider, postOf, withDeadline } from './provider.js';

export const POST_DEADLINE_MS = 10_000;

/** Posts to the URLs of channels. */
export function createPostProvider(
  context: Pick<Context, 'clock' | 'config'>,
  bodyOf: (message: Outgoing) => object,
  guard: Partial<GuardOptions> = {},
): Provider {
  const { clock, config } = context;
  const poster = createPoster(context, guard);

  async function post(message: Outgoing, signal: AbortSignal): Promise<SendResult> {
    const to = postOf(message);
    if (!to) return { ok: false, error: 'the channel has no URL', final: true };
    const body = JSON.stringify(bodyOf(message));
    const signature = to.secret === null ? {} : signed(message.id, to.secret, body);
    return poster.post(
      to.url,
      { headers: { 'content-type': 'application/json', ...signature }, body },
      signal,
    );
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
    close: () => poster.close(),
  };
}
