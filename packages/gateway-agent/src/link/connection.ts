import {
  type Birth,
  type Clock,
  type CommandMessage,
  CommandMessage as CommandSchema,
  downFilter,
  downTopic,
  HEARTBEAT_SECONDS,
  type Heartbeat,
  MAX_PAYLOAD_BYTES,
  MAX_RECORDS_PER_MESSAGE,
  PROTOCOL_VERSION,
  parseMessage,
  type SessionMessage,
  SessionMessage as SessionSchema,
  upTopic,
  type Will,
} from '@door-access/protocol';
import type { Batch, Journal } from '../journal/journal.js';
import type { Log } from '../log.js';
import type { Connect, Wire } from './wire.js';

export interface ConnectionOptions {
  readonly gatewayId: string;
  readonly secret: string;
  readonly connect: Connect;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Log;
  readonly birth: (session: string) => Birth;
  readonly heartbeat: (session: string) => Heartbeat;
  /** The cloud's answer to the birth, or a later restatement within the same session. */
  readonly onSession: (message: SessionMessage, how: Restated) => void;
  readonly onCommand: (command: CommandMessage) => void;
}

export interface Restated {
  readonly isFirst: boolean;
  /** When the message was sent that it answers, or one before it; monotonic milliseconds. */
  readonly askedAt: number;
}

const SESSION_TIMEOUT_MS = 10_000;
/** What was under way for longer was cut off with its connection: keepalives find a dead one within 22.5 s. */
const LONGEST_DELAY_MS = 30_000;
/** The acknowledgement waits while the cloud's database is away, so this is long; keepalives find a dead connection. */
const PUBACK_DEADLINE_MS = 120_000;
const GOODBYE_MS = 1000;
/** What is under way when the agent stops may arrive; what does not is sent again after the next start. */
const LAST_WORDS_MS = 500;
/** The first heartbeat yields to the waiting records, but only for this long. */
const HEARTBEAT_WAITS_MS = 1000;
/** The minimum time between two heartbeats that report a change of health. */
const HEARTBEAT_REST_MS = 5000;
/** Envelope and topic share the packet with the records. */
const MAX_RECORD_BYTES = MAX_PAYLOAD_BYTES - 1024;

/** One connection from its birth to its end, with a session id of its own. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #id: string;
  readonly #over = new AbortController();
  #wire: Wire | null = null;
  #established = false;
  /** It says goodbye: nothing more is sent. */
  #isEnding = false;
  /** The journal message that waits for its acknowledgement. */
  #sending: Promise<void> = Promise.resolve();
  #onSession: () => void = () => undefined;
  /** The session message taken last, as it came, and its number where the cloud counts them. */
  #answer: Buffer | null = null;
  #statement = 0;
  /** When the birth and the newest heartbeats were sent: the cloud states the session in answer to one of them. */
  readonly #asked: number[] = [];
  readonly #drained = new AbortController();
  /** Ends the wait for the next heartbeat. */
  #news = new AbortController();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#id = options.newId();
  }

  /** The session's id once the session message has come. */
  get session(): string | null {
    return this.#established && !this.#over.signal.aborted ? this.#id : null;
  }

  /** Lives until the connection ends; rejects with the reason. `onState` reports its progress. */
  async live(onState: (state: 'waiting' | 'online') => void): Promise<never> {
    const { gatewayId, secret, connect, birth } = this.#options;
    const { signal } = this.#over;
    const asked = new Promise<void>((resolve) => {
      this.#onSession = resolve;
    });
    const answered = Promise.race([asked, this.#whenOver()]);
    // Has no listener if the connection never comes about.
    answered.catch(() => undefined);
    const will: Will = { v: PROTOCOL_VERSION, session: this.#id, online: false };
    try {
      this.#wire = await connect(
        {
          gatewayId,
          secret,
          will: { topic: upTopic(gatewayId, 'status'), payload: JSON.stringify(will) },
          filter: downFilter(gatewayId),
          onMessage: (topic, payload) => this.#receive(topic, payload),
        },
        signal,
      );
      void this.#wire.closed.then((reason) => this.#over.abort(reason));
      onState('waiting');
      this.#asks();
      const born = this.#wire.publish(upTopic(gatewayId, 'status'), JSON.stringify(birth(this.#id)), 1);
      await this.#within(
        SESSION_TIMEOUT_MS,
        Promise.all([born, answered]),
        'the cloud did not answer the birth',
      );
      onState('online');
      void this.#beat(this.#wire);
      return await this.#stream(this.#wire);
    } finally {
      this.cut(new Error('the connection is over'));
    }
  }

  /** Rejects with the reason for the end. */
  #whenOver(): Promise<never> {
    const { signal } = this.#over;
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }

  /** Says goodbye, so that the cloud knows at once and no Will is sent. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#within(LAST_WORDS_MS, this.#sending, 'not acknowledged').catch(() => undefined);
    await this.#within(GOODBYE_MS, this.#wire?.end() ?? Promise.resolve(), 'no goodbye').catch(
      () => undefined,
    );
    this.cut(new Error('the agent stops'));
  }

  /** Sends the next heartbeat early, as the health of the gateway has changed. */
  beatSoon(): void {
    this.#news.abort();
  }

  cut(reason: Error): void {
    this.#over.abort(reason);
    this.#wire?.cut();
  }

  #receive(topic: string, payload: Uint8Array): void {
    const { gatewayId, log, onSession, onCommand } = this.#options;
    if (this.#over.signal.aborted) return;
    if (topic === downTopic(gatewayId, 'session')) {
      const parsed = parseMessage(SessionSchema, payload);
      if (!parsed.ok) log.warn(`link: a session message was ignored: ${parsed.error}`);
      // Any other is the answer to an older birth, overtaken by this connection. A repeated message (QoS 1) is stale:
      // its time has passed, and holds have been set since.
      else if (parsed.message.session === this.#id && this.#isNews(parsed.message, payload)) {
        this.#answer = Buffer.from(payload);
        this.#statement = parsed.message.statement ?? this.#statement;
        onSession(parsed.message, { isFirst: !this.#established, askedAt: this.#askedAt() });
        this.#established = true;
        this.#onSession();
      }
    } else if (topic === downTopic(gatewayId, 'command')) {
      const parsed = parseMessage(CommandSchema, payload);
      if (parsed.ok) onCommand(parsed.message);
      else log.warn(`link: a command was ignored: ${parsed.error}`);
    }
  }

  #asks(): void {
    this.#forgetAnswered();
    this.#asked.push(this.#options.clock.monotonic());
  }

  /** The oldest of our messages that may still be unanswered, or else the newest. */
  #askedAt(): number {
    this.#forgetAnswered();
    return this.#asked[0] ?? this.#options.clock.monotonic();
  }

  #forgetAnswered(): void {
    const oldest = this.#options.clock.monotonic() - LONGEST_DELAY_MS;
    while (this.#asked.length > 1 && (this.#asked[0] as number) < oldest) this.#asked.shift();
  }

  #isNews({ statement }: SessionMessage, payload: Uint8Array): boolean {
    return statement === undefined ? this.#answer?.equals(payload) !== true : statement > this.#statement;
  }

  /** The journal in order: the next message goes only when the one before is acknowledged. */
  async #stream(wire: Wire): Promise<never> {
    const { journal, gatewayId } = this.#options;
    for (;;) {
      if (journal.depth === 0) this.#drained.abort();
      const limits = { records: MAX_RECORDS_PER_MESSAGE, bytes: MAX_RECORD_BYTES };
      const batch = await journal.next(limits, this.#over.signal);
      if (this.#isEnding) return await this.#whenOver();
      this.#sending = wire.publish(upTopic(gatewayId, 'journal'), journalMessage(batch), 1);
      await this.#within(PUBACK_DEADLINE_MS, this.#sending, 'a journal message was not acknowledged');
      journal.forget(batch);
    }
  }

  async #beat(wire: Wire): Promise<void> {
    const { clock, gatewayId, heartbeat } = this.#options;
    const { signal } = this.#over;
    try {
      await clock
        .sleep(HEARTBEAT_WAITS_MS, AbortSignal.any([signal, this.#drained.signal]))
        .catch(() => undefined);
      for (;;) {
        signal.throwIfAborted();
        if (this.#isEnding) return;
        this.#news = new AbortController();
        this.#asks();
        await wire.publish(upTopic(gatewayId, 'heartbeat'), JSON.stringify(heartbeat(this.#id)), 0);
        await clock.sleep(HEARTBEAT_REST_MS, signal);
        await clock
          .sleep(HEARTBEAT_SECONDS * 1000 - HEARTBEAT_REST_MS, AbortSignal.any([signal, this.#news.signal]))
          .catch(() => undefined);
      }
    } catch {
      // The end of the connection is handled elsewhere.
    }
  }

  /** The work's result; rejects when the time is up. The work itself rejects when the connection ends. */
  async #within<T>(milliseconds: number, work: Promise<T>, complaint: string): Promise<T> {
    const done = new AbortController();
    const limit = this.#options.clock.sleep(milliseconds, done.signal).then(() => {
      throw new Error(`${complaint} within ${milliseconds / 1000} s`);
    });
    try {
      return await Promise.race([work, limit]);
    } finally {
      limit.catch(() => undefined);
      work.catch(() => undefined);
      done.abort();
    }
  }
}

/** Records are kept as JSON, so that a message is put together and not serialised anew. */
function journalMessage({ journal, entries }: Batch): string {
  return `{"v":${PROTOCOL_VERSION},"journal":"${journal}","records":[${entries.map(({ json }) => json).join(',')}]}`;
}
