import { reconnectDelay } from './backoff.rules.js';
import { Connection, type ConnectionOptions } from './connection.js';
import { RefusedError } from './wire.js';

export type LinkState = 'offline' | 'connecting' | 'waiting' | 'online' | 'refused';

export interface LinkOptions extends ConnectionOptions {
  /** Uniform in [0, 1): spreads reconnects. */
  readonly random: () => number;
  readonly onState: (state: LinkState) => void;
  /** The broker refused the credential; true to keep trying. */
  readonly onRefused: () => boolean;
}

/** A connection that lived this long was good: the next failure starts the back-off anew. */
const GOOD_CONNECTION_MS = 30_000;

/**
 * Keeps a connection to the cloud. It moves no door: losing or regaining the link changes nothing but what
 * the cloud knows.
 */
export class Link {
  readonly #options: LinkOptions;
  readonly #stopping = new AbortController();
  #state: LinkState = 'offline';
  #connection: Connection | null = null;
  #running: Promise<void> = Promise.resolve();
  #early = new AbortController();
  #isLeaving = false;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  get state(): LinkState {
    return this.#state;
  }

  /** The current session, once its session message has come. */
  get session(): string | null {
    return this.#connection?.session ?? null;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the agent stops'));
    this.#early.abort();
    await this.#connection?.end();
    await this.#running;
  }

  /** Breaks off without a goodbye. */
  kill(): void {
    this.#stopping.abort(new Error('the agent was killed'));
    this.#early.abort();
    this.#connection?.cut(new Error('the agent was killed'));
  }

  /** Sends the next heartbeat early, as the health of the gateway has changed. */
  beatSoon(): void {
    this.#connection?.beatSoon();
  }

  /** Leaves the connection with a goodbye, and connects anew without a pause. */
  reconnect(): void {
    this.#isLeaving = true;
    void this.#connection?.end();
  }

  /** Ends the back-off that is running, if any. */
  retryNow(): void {
    this.#early.abort();
  }

  async #run(): Promise<void> {
    const { clock, random, log, onRefused } = this.#options;
    const { signal } = this.#stopping;
    for (let failures = 0; !signal.aborted; failures++) {
      const started = clock.monotonic();
      // Created before the failure is reported, so that a listener can end the wait.
      this.#early = new AbortController();
      const error = await this.#connect();
      if (signal.aborted) break;
      const refused = error instanceof RefusedError;
      this.#enter(refused ? 'refused' : 'offline');
      if (refused && !onRefused()) return;
      if (this.#isLeaving) {
        this.#isLeaving = false;
        failures = -1;
        continue;
      }
      if (clock.monotonic() - started > GOOD_CONNECTION_MS) failures = 0;
      const delay = reconnectDelay(failures, random());
      if (!refused) log.warn(`link: ${error.message}; next try in ${(delay / 1000).toFixed(1)} s`);
      await clock.sleep(delay, this.#early.signal).catch(() => undefined);
    }
    this.#enter('offline');
  }

  /** Resolves with why the connection ended. */
  async #connect(): Promise<Error> {
    this.#connection = new Connection(this.#options);
    this.#enter('connecting');
    try {
      return await this.#connection.live((state) => this.#enter(state));
    } catch (error) {
      return error as Error;
    } finally {
      this.#connection = null;
    }
  }

  #enter(state: LinkState): void {
    if (state === this.#state) return;
    this.#state = state;
    if (state === 'online') this.#options.log.info('link: online');
    this.#options.onState(state);
  }
}
