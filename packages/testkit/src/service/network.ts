import type { Attempt, AttemptOutcome, Sender } from '@door-access/cloud/embed';
import { sign, signStandard } from '@door-access/cloud/signature';
import { toTimestamp } from '@door-access/protocol';
import type { Fate, Sent } from '../types.js';

/* The network between the service and the receiver under test: it does what a test asks for, one delivery at a time. */

/** Further than a receiver may tolerate, in seconds. */
const OLD_S = 600;
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const LOST: AttemptOutcome = { ok: false, response_status: null, error: 'lost on the way' };

export interface NetworkOptions {
  /** Unix milliseconds, the site's time. */
  now: () => number;
  /** Resolves when the test knows the time, which its receiver compares with that of the signature. */
  announce: (now: number) => Promise<void>;
  /** Real milliseconds. */
  answerWithin: number;
  serviceName: string;
}

export class Network {
  readonly sent: Sent[] = [];
  readonly #options: NetworkOptions;
  readonly #fates: Fate[] = [];
  /** Held back until another one has come. */
  #held: (() => Promise<void>) | null = null;

  constructor(options: NetworkOptions) {
    this.#options = options;
  }

  /** What happens to the next delivery that is sent for the first time, or again. */
  next(fate: Fate): void {
    this.#fates.push(fate);
  }

  /** Nothing came that would have overtaken it. */
  async releaseHeld(): Promise<void> {
    const held = this.#held;
    this.#held = null;
    await held?.();
  }

  readonly through = (sender: Sender): Sender => ({
    send: (attempt) => this.#carry(sender, attempt, this.#fates.shift() ?? null),
    close: () => sender.close(),
  });

  async #carry(sender: Sender, attempt: Attempt, fate: Fate | null): Promise<AttemptOutcome> {
    const { now, announce } = this.#options;
    await announce(now());
    const send = () => this.#timed(attempt, fate, sender.send(attempt));
    switch (fate) {
      case 'late':
        return this.#note(attempt, fate, LOST);
      case 'answer lost':
        await send();
        return LOST;
      case 'twice':
        await send();
        return send();
      case 'twice at once':
        return (await Promise.all([send(), send()]))[1];
      case 'out of order':
        await this.releaseHeld();
        this.#held = async () => void (await send());
        return { ok: true, response_status: 202, error: null };
      case 'wrong signature':
      case 'old signature':
      case 'changed body':
        return this.#timed(attempt, fate, this.#forge(attempt, fate));
      case null: {
        const outcome = await send();
        await this.releaseHeld();
        return outcome;
      }
    }
  }

  async #forge(attempt: Attempt, fate: Fate): Promise<AttemptOutcome> {
    const { id, type, created_at, payload, url, format } = attempt;
    const { now, serviceName } = this.#options;
    const envelope = { id, type, created_at: toTimestamp(created_at.getTime()), data: payload };
    const genuine = JSON.stringify(envelope);
    const body = fate === 'changed body' ? JSON.stringify({ ...envelope, changed: true }) : genuine;
    const t = Math.floor(now() / 1000) - (fate === 'old signature' ? OLD_S : 0);
    const secret = fate === 'wrong signature' ? OTHER_SECRET : attempt.secret;
    const header = (name: string) => `x-${serviceName.toLowerCase()}-${name}`;
    const { status } = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        [header('event')]: type,
        [header('delivery')]: id,
        [header('timestamp')]: String(t),
        [header('signature')]: sign(secret, t, genuine),
        ...(format === 'standard'
          ? {
              'webhook-id': id,
              'webhook-timestamp': String(t),
              'webhook-signature': signStandard([secret], { id, t }, genuine),
            }
          : {}),
      },
      body,
    });
    return { ok: status >= 200 && status < 300, response_status: status, error: null };
  }

  /** The receiver's time is real, whatever the site's clock says. */
  async #timed(
    attempt: Attempt,
    fate: Fate | null,
    answer: Promise<AttemptOutcome>,
  ): Promise<AttemptOutcome> {
    const { answerWithin } = this.#options;
    const late = AbortSignal.timeout(answerWithin);
    const tooLate = new Promise<AttemptOutcome>((resolve) => {
      const error = `no answer within ${answerWithin / 1000} s`;
      late.addEventListener('abort', () => resolve({ ok: false, response_status: null, error }), {
        once: true,
      });
    });
    const failed = (error: Error): AttemptOutcome => ({
      ok: false,
      response_status: null,
      error: error.message,
    });
    return this.#note(attempt, fate, await Promise.race([answer.catch(failed), tooLate]));
  }

  #note({ id, type, url }: Attempt, fate: Fate | null, outcome: AttemptOutcome): AttemptOutcome {
    const { response_status: status, error } = outcome;
    this.sent.push({ id, type, url, at: toTimestamp(this.#options.now()), fate, status, error });
    return outcome;
  }
}
