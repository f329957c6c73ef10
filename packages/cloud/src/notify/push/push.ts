import type { Context } from '../../context.js';
import type { GuardOptions } from '../../deliveries/guard.js';
import { publicOrigin } from '../../public-origin.js';
import { POST_DEADLINE_MS } from '../channels/post.js';
import { createPoster } from '../channels/poster.js';
import { browserOf, type Outgoing, type Provider, withDeadline } from '../channels/provider.js';
import type { SendResult } from '../ladder.rules.js';
import { endBrowser, noteSent, openBrowser } from './browsers.js';
import { encryptFor, ephemeralKey, vapidHeader } from './encrypt.js';
import { pushMessage } from './push.rules.js';

/** A browser that is asleep so long learns nothing from it any more. */
const KEPT_BY_PUSH_SERVICE_S = 24 * 3_600;
const SALT_BYTES = 16;
/** The push service says so of a subscription that is over (RFC 8030, 7.3). */
const GONE = new Set([404, 410]);
const GONE_WORDS = 'the browser takes no notifications any more';

/** Sends to browsers, by their push services (RFC 8030). What a push service says is over is forgotten. */
export function createPushProvider(
  context: Pick<Context, 'clock' | 'config' | 'pool' | 'secrets' | 'ids' | 'origin'>,
  guard: Partial<GuardOptions> = {},
): Provider {
  const { clock, ids, pool } = context;
  const poster = createPoster(context, guard);

  async function push(message: Outgoing, signal: AbortSignal): Promise<SendResult> {
    const id = browserOf(message);
    const opened = id === undefined ? null : await openBrowser(context, id);
    if (id === undefined || !opened) return { ok: false, error: GONE_WORDS, final: true };
    const { target, publicKey, privateKey } = opened;
    const notice = pushMessage(message.rendered, message.content);
    const body = encryptFor(target, JSON.stringify(notice), ids.bytes(SALT_BYTES), ephemeralKey());
    const origin = publicOrigin(context);
    const contact = origin.startsWith('https:') ? origin : null;
    const headers = {
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      authorization: await vapidHeader({ publicKey, privateKey, contact }, target.endpoint, clock.now()),
      ttl: String(KEPT_BY_PUSH_SERVICE_S),
      urgency: 'high',
      // What waits for a browser that is asleep is replaced by the next of the same alarm.
      topic: notice.tag,
    };
    const result = await poster.post(target.endpoint, { headers, body }, signal);
    if (result.ok) await noteSent(pool, id, new Date(clock.now()));
    if (!GONE.has(result.answer?.status ?? 0)) return result;
    await endBrowser(pool, id);
    return { ...result, ok: false, error: GONE_WORDS, final: true };
  }

  return {
    send: (message, signal) =>
      withDeadline(clock, POST_DEADLINE_MS, signal, (deadline) => push(message, deadline)),
    close: () => poster.close(),
  };
}
