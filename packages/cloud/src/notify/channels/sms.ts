import { Agent, request } from 'undici';
import type { Context } from '../../context.js';
import type { SendResult } from '../ladder.rules.js';
import { type Outgoing, type Provider, withDeadline } from './provider.js';
import { isPhoneNumber, type SmsSettings } from './provider-urls.rules.js';

export const SMS_DEADLINE_MS = 10_000;
/** An answer beyond this is not read. */
const ANSWER_MAX_BYTES = 64 * 1024;
/** These say something of the account or the moment, not of the message: it is tried again. */
const NOT_THE_MESSAGE = new Set([401, 403, 407, 408, 425, 429]);

/** Sends over HTTP, in the form that SMS_URL selects. */
export function createSmsProvider({ clock }: Pick<Context, 'clock'>, settings: SmsSettings): Provider {
  const agent = new Agent({ connections: 10, connect: { timeout: SMS_DEADLINE_MS } });

  async function post(message: Outgoing, signal: AbortSignal): Promise<SendResult> {
    const { authorization, url } = settings;
    try {
      const response = await request(url, {
        method: 'POST',
        dispatcher: agent,
        signal,
        headers: {
          ...(authorization === null ? {} : { authorization }),
          'content-type':
            settings.form === 'twilio' ? 'application/x-www-form-urlencoded' : 'application/json',
          'idempotency-key': message.id,
          accept: 'application/json',
        },
        body: bodyOf(message),
      });
      await response.body.dump({ limit: ANSWER_MAX_BYTES });
      return judge(response.statusCode);
    } catch (error) {
      return { ok: false, error: describe(error), final: false };
    }
  }

  function bodyOf({ id, to, rendered }: Outgoing): string {
    if (settings.form === 'twilio')
      return new URLSearchParams({ ...settings.fields, To: to, Body: rendered.sms }).toString();
    return JSON.stringify({
      id,
      to,
      ...(settings.from === null ? {} : { from: settings.from }),
      text: rendered.sms,
    });
  }

  return {
    async send(message, signal) {
      if (!isPhoneNumber(message.to))
        return { ok: false, error: 'the phone number is not usable', final: true };
      return withDeadline(clock, SMS_DEADLINE_MS, signal, (deadline) => post(message, deadline));
    },
    close: () => agent.destroy(),
  };
}

function judge(status: number): SendResult {
  if (status >= 200 && status < 300) return { ok: true };
  const final = status >= 400 && status < 500 && !NOT_THE_MESSAGE.has(status);
  return { ok: false, error: `the SMS provider answered ${status}`, final };
}

/** By its code; a message could repeat the URL. */
function describe(error: unknown): string {
  const { code } = error as { code?: unknown };
  const known = typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? ` (${code})` : '';
  return `the SMS provider could not be reached${known}`;
}
