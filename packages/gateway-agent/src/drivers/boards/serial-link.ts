import type { Clock } from '@door-access/protocol';

/* One open serial port: one request at a time, each with a deadline. */

/** The used part of a `SerialPort`. */
interface Port {
  readonly isOpen: boolean;
  readonly port?: { readonly fd?: number } | undefined;
  open(done: (error: Error | null) => void): void;
  close(done: (error: Error | null) => void): void;
  write(data: Buffer, done: (error: Error | null | undefined) => void): boolean;
  on(event: 'data', listener: (data: Buffer) => void): unknown;
  on(event: 'error' | 'close', listener: (error?: Error | null) => void): unknown;
}

export type OpenSerial = (path: string, baudRate: number, clock: Clock) => Promise<SerialLink>;

/** How a request is made. */
export interface Asking {
  /**
   * The answer must be current: while an earlier answer is overdue, the request waits until that answer has arrived or
   * can no longer arrive, because no board says which of two equal requests it answers.
   */
  readonly fresh?: boolean;
  /** Milliseconds of silence that end the answer, for boards whose answers have no frame. */
  readonly quietMs?: number;
}

/** Longer than any answer of any board; anything beyond is noise. */
const MAX_ANSWER_BYTES = 512;
const CLOSE_MS = 1000;
/** An answer later than this no longer arrives. */
const OVERDUE_MS = 1000;
const LOOK_MS = 20;
/** The bytes of one answer follow each other faster than this at 1200 baud and more. */
const BETWEEN_ANSWERS_MS = 60;

export const openSerial: OpenSerial = async (path, baudRate, clock) => {
  const { SerialPort } = (await import('serialport')).default;
  const port = new SerialPort({ path, baudRate, autoOpen: false }) as unknown as Port;
  await new Promise<void>((resolve, reject) => {
    port.open((error) => (error ? reject(error) : resolve()));
  });
  return new SerialLink(port, clock);
};

export class SerialLink {
  readonly #port: Port;
  readonly #clock: Clock;
  readonly #gone = new AbortController();
  #received: Buffer = Buffer.alloc(0);
  /** Monotonic milliseconds of the last byte. */
  #heardAt = Number.NEGATIVE_INFINITY;
  /** A missing answer may still arrive until then. */
  #overdueUntil = Number.NEGATIVE_INFINITY;
  #onData: () => void = () => undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(port: Port, clock: Clock) {
    this.#port = port;
    this.#clock = clock;
    port.on('data', (data) => {
      this.#received = Buffer.concat([this.#received, data]).subarray(-MAX_ANSWER_BYTES);
      this.#heardAt = clock.monotonic();
      this.#onData();
    });
    port.on('error', (error) => this.#gone.abort(error ?? new Error('the port failed')));
    port.on('close', (error) => this.#gone.abort(error ?? new Error('the port was closed')));
  }

  /** The descriptor, for a process that inherits the port. */
  get fd(): number | null {
    return this.#port.port?.fd ?? null;
  }

  get alive(): boolean {
    return this.#port.isOpen && !this.#gone.signal.aborted;
  }

  /**
   * Writes a request and resolves with what `parse` makes of the bytes received since; `undefined` waits for more.
   * What lay in the buffer before answers no question and is dropped. Rejects at the deadline.
   */
  exchange<T>(
    request: Uint8Array,
    parse: (received: Buffer) => T | undefined,
    milliseconds: number,
    asking: Asking = {},
  ): Promise<T> {
    return this.#inTurn(async () => {
      if (asking.fresh) await this.#overdueAnswer();
      return this.#ask(request, parse, milliseconds, asking.quietMs ?? 0);
    });
  }

  async #ask<T>(
    request: Uint8Array,
    parse: (received: Buffer) => T | undefined,
    milliseconds: number,
    quietMs: number,
  ): Promise<T> {
    this.#received = Buffer.alloc(0);
    let listen = (): void => undefined;
    const answer = new Promise<T>((resolve, reject) => {
      listen = () => {
        try {
          const result = parse(this.#received);
          if (result === undefined) return;
          if (quietMs === 0) return resolve(result);
          const length = this.#received.length;
          void this.#clock.sleep(quietMs).then(() => {
            if (this.#received.length === length) resolve(result);
          });
        } catch (error) {
          reject(error as Error);
        }
      };
    });
    this.#onData = listen;
    try {
      return await this.#within(milliseconds, 'no answer', this.#write(request), answer);
    } catch (error) {
      this.#overdueUntil = this.#clock.monotonic() + OVERDUE_MS;
      throw error;
    } finally {
      // The next request may be waiting already.
      if (this.#onData === listen) this.#onData = () => undefined;
    }
  }

  /** Writes without an answer to wait for. */
  send(request: Uint8Array, milliseconds: number): Promise<void> {
    return this.#inTurn(() => this.#within(milliseconds, 'cannot be written to', this.#write(request)));
  }

  /** Resolves once an overdue answer has arrived and ended, or can no longer arrive. */
  async #overdueAnswer(): Promise<void> {
    const began = this.#overdueUntil - OVERDUE_MS;
    const now = () => this.#clock.monotonic();
    while (this.alive && now() < this.#overdueUntil) {
      if (this.#heardAt > began && now() - this.#heardAt >= BETWEEN_ANSWERS_MS) break;
      await this.#clock.sleep(LOOK_MS);
    }
    this.#overdueUntil = Number.NEGATIVE_INFINITY;
  }

  /** Runs work without interleaving with other work. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    this.#gone.abort(new Error('the port was closed'));
    if (!this.#port.isOpen) return;
    const closed = new Promise<void>((resolve) => this.#port.close(() => resolve()));
    const limit = new AbortController();
    await Promise.race([closed, this.#clock.sleep(CLOSE_MS, limit.signal).catch(() => undefined)]);
    limit.abort();
  }

  #write(request: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      if (!this.alive) return reject(new Error('the port is gone'));
      this.#port.write(Buffer.from(request), (error) => (error ? reject(error) : resolve()));
    });
  }

  /** The last promise's result once all are done; rejects at the deadline or when the port is lost. */
  async #within<T>(milliseconds: number, complaint: string, ...work: [...unknown[], Promise<T>]): Promise<T> {
    const done = new AbortController();
    const { signal } = this.#gone;
    const limit = this.#clock.sleep(milliseconds, done.signal).then(() => {
      throw new Error(`${complaint} within ${milliseconds} ms`);
    });
    const lost = new Promise<never>((_resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: done.signal });
    });
    limit.catch(() => undefined);
    lost.catch(() => undefined);
    for (const each of work) (each as Promise<unknown>).catch(() => undefined);
    try {
      const results = await Promise.race([Promise.all(work), limit, lost]);
      return results.at(-1) as T;
    } finally {
      done.abort();
    }
  }
}
