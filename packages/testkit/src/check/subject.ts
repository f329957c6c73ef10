import { sign, signStandard } from '@door-access/cloud/signature';
import type { Clock } from '@door-access/protocol';
import { type Envelope, Events } from './events.js';
import type { Effects, ReceiverToCheck } from './types.js';

/* The receiver as the cases see it: deliveries go in, answers and effects come out. */

/** Why a case did not pass: what was seen. */
export class Unexpected extends Error {
  override name = 'Unexpected';
}

/** Why a case cannot be judged. */
export class Unjudged extends Error {
  override name = 'Unjudged';
  readonly next: string;
  constructor(found: string, next: string) {
    super(found);
    this.next = next;
  }
}

export interface Sending {
  /** The text of the body where it is not the envelope as JSON. */
  body?: string;
  /** The signed text where it is another one than the body. */
  signed?: string;
  /** Unix seconds. */
  t?: number;
  /** What it is signed with, at most two, in this sequence; its own secret by default, none for no signature. */
  secrets?: (own: string) => readonly string[];
}

export interface Got {
  /** Null: no answer in time, or none at all. */
  status: number | null;
  why: string;
}

const DEADLINE_MS = 10_000;
const SETTLE_MS = 500;
const LOOK_EVERY_MS = 20;

export class Subject {
  readonly events: Events;
  readonly #receiver: ReceiverToCheck;
  readonly #clock: Clock;

  constructor(receiver: ReceiverToCheck, clock: Clock) {
    this.#receiver = receiver;
    this.#clock = clock;
    const { lock = { id: 1, name: 'Main entrance', place: 'Ground floor' } } = receiver;
    this.events = new Events(lock, Math.floor(this.now()));
  }

  /** Unix milliseconds. */
  now(): number {
    return this.#receiver.now?.() ?? this.#clock.now();
  }

  get deadlineMs(): number {
    return this.#receiver.deadlineMs ?? DEADLINE_MS;
  }

  get lockId(): number {
    return this.#receiver.lock?.id ?? 1;
  }

  async send(envelope: Envelope, sending: Sending = {}): Promise<Got> {
    const { serviceName = 'Service', secret: own, format = 'service' } = this.#receiver;
    const { body = JSON.stringify(envelope), t = Math.floor(this.now() / 1000) } = sending;
    const { signed = body, secrets = (own: string) => [own] } = sending;
    const [first, second = null] = secrets(own);
    const { id, type } = envelope;
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': `${serviceName}-Webhooks/1.0`,
      [`X-${serviceName}-Event`]: type,
      [`X-${serviceName}-Delivery`]: id,
      [`X-${serviceName}-Timestamp`]: String(t),
      ...(first === undefined ? {} : { [`X-${serviceName}-Signature`]: sign(first, t, signed, second) }),
      ...(format === 'standard' ? { 'webhook-id': id, 'webhook-timestamp': String(t) } : {}),
      ...(format === 'standard' && first !== undefined
        ? { 'webhook-signature': signStandard(secrets(own), { id, t }, signed) }
        : {}),
    };
    return this.#hand({ headers, body: Buffer.from(body) });
  }

  async #hand(delivery: Parameters<ReceiverToCheck['deliver']>[0]): Promise<Got> {
    const over = new AbortController();
    const late = this.#clock.sleep(this.deadlineMs, over.signal).then(
      () => null,
      () => null,
    );
    const limit = new AbortController();
    try {
      const answer = await Promise.race([this.#receiver.deliver(delivery, limit.signal), late]);
      if (answer) return { status: answer.status, why: `it answered ${answer.status}` };
      limit.abort(new Error('the deadline is over'));
      return { status: null, why: `it did not answer within ${this.deadlineMs / 1000} s` };
    } catch (error) {
      return { status: null, why: `it did not answer: ${reasonOf(error)}` };
    } finally {
      over.abort();
    }
  }

  /** Sends what is genuine, and expects a 2xx. */
  async accepted(envelope: Envelope, sending: Sending = {}): Promise<void> {
    const { status, why } = await this.send(envelope, sending);
    if (status === null || status < 200 || status > 299) throw new Unexpected(`${why}, not 2xx`);
  }

  /** Sends what is not genuine: expects a 4xx, and no effect where they can be seen. */
  async refused(envelope: Envelope, sending: Sending): Promise<void> {
    const { status, why } = await this.send(envelope, sending);
    if (status === null || status < 400 || status > 499) throw new Unexpected(`${why}, not 4xx`);
    if (!this.#receiver.effects) return;
    const acted = await this.#countOf([envelope.id], 0);
    if (acted > 0) throw new Unexpected(`it answered ${status}, and acted on it all the same`);
  }

  /** @throws Unjudged where there is no way to see effects */
  async effects(): Promise<Effects> {
    const { effects } = this.#receiver;
    if (!effects)
      throw new Unjudged(
        'what it does cannot be seen from its answers',
        'Give --effects URL (or `effects`): an address where it says what it has done, for tests only.',
      );
    const found = await effects().catch((error) => {
      throw new Unexpected(`its effects cannot be read: ${reasonOf(error)}`);
    });
    if (Array.isArray(found?.handled)) return found;
    throw new Unexpected('its effects have no `handled`, a list of the ids of envelopes');
  }

  /** Expects so many effects of these deliveries together, now and for a while. */
  async acted(envelopes: readonly Envelope[], wanted: number): Promise<void> {
    const acted = await this.#countOf(
      envelopes.map(({ id }) => id),
      wanted,
    );
    if (acted !== wanted) throw new Unexpected(`it acted ${acted} times, not ${wanted}`);
  }

  /** Looks until the wait is over, or the value is as wanted. */
  async eventually<T>(look: (effects: Effects) => T, isWanted: (value: T) => boolean): Promise<T> {
    const { settleMs = SETTLE_MS } = this.#receiver;
    for (const end = this.#clock.monotonic() + settleMs; ; ) {
      const value = look(await this.effects());
      if (isWanted(value) || this.#clock.monotonic() >= end) return value;
      await this.#clock.sleep(LOOK_EVERY_MS);
    }
  }

  /** @throws Unjudged where it cannot be made to crash */
  get crash(): () => Promise<void> {
    const { crash } = this.#receiver;
    if (crash) return crash;
    throw new Unjudged(
      'it cannot be made to crash from here',
      'Give --crash URL (or `crash`): an address that ends it at once, with something that starts it again.',
    );
  }

  /** Waits for `wanted`, and then a while for more than that. */
  async #countOf(ids: readonly string[], wanted: number): Promise<number> {
    const count = ({ handled }: Effects) => handled.filter((id) => ids.includes(id)).length;
    if (wanted > 0) await this.eventually(count, (acted) => acted >= wanted);
    return this.eventually(count, (acted) => acted > wanted);
  }
}

export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? message;
}
