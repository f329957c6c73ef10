import { type Clock, toTimestamp } from '@door-access/protocol';

/** When something happened, as every journal record carries it. */
export interface Stamp {
  /** Monotonic milliseconds since the agent's start. */
  mono_ms: number;
  /** ISO 8601 wall time, corrected by the cloud's where `clock` is `synced`. */
  at: string;
  clock: 'synced' | 'local';
}

/**
 * Wall time as the cloud sees it: the cloud's word plus what the monotonic clock has counted since.
 * Before the first session message it is the machine's own wall clock; after it, steps of that clock do not matter.
 */
export class CorrectedClock {
  readonly #clock: Clock;
  /** Corrected wall time at monotonic zero; null until the cloud has sent the time. */
  #base: number | null = null;
  /** Monotonic moment of the first word of the cloud. */
  #met: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get synced(): boolean {
    return this.#base !== null;
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  /** Takes the cloud's wall time (Unix milliseconds) as the time of this moment. */
  correct(cloudNow: number): void {
    const now = this.#clock.monotonic();
    this.#base = cloudNow - now;
    this.#met ??= now;
  }

  /** Corrected wall time (Unix milliseconds) at which the cloud first sent the time to this process. */
  get metAt(): number {
    return Math.round(this.at(this.#met ?? undefined));
  }

  /** Corrected wall time (Unix milliseconds) of a monotonic moment, by default of this one. */
  at(monotonic = this.#clock.monotonic()): number {
    return this.#base === null
      ? this.#clock.now() - (this.#clock.monotonic() - monotonic)
      : this.#base + monotonic;
  }

  stamp(monotonic = this.#clock.monotonic()): Stamp {
    // A driver may hold a kernel time from just before this process began to count.
    const mono_ms = Math.max(0, Math.round(monotonic * 1000) / 1000);
    return {
      mono_ms,
      at: toTimestamp(Math.round(this.at(monotonic))),
      clock: this.synced ? 'synced' : 'local',
    };
  }
}
