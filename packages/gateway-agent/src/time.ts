import { type Clock, toTimestamp } from '@door-access/protocol';

/** When something happened, as every journal record carries it. */
export interface Stamp {
  /** Monotonic milliseconds since the agent's start. */
  mono_ms: number;
  /** ISO 8601 wall time, corrected by the cloud's where `clock` is `synced`. */
  at: string;
  clock: 'synced' | 'local';
}

/** Bounds of the cloud's wall time at monotonic zero, Unix milliseconds. */
interface Bounds {
  readonly earliest: number;
  readonly latest: number;
}

/** A hold ends at its time by the earliest bound; where the bounds are further apart than this, so much before the latest. */
const CLOSE_BOUNDS_MS = 1_000;

/**
 * Wall time as the cloud sees it: the cloud's word plus what the monotonic clock has counted since.
 * Before the first session message it is the machine's own wall clock; after it, steps of that clock do not matter.
 *
 * A session message says a time that has passed since by as much as it was under way. That is not known, but it was
 * written after the message that it answers was sent, so that each one gives two bounds, and all of them together the
 * narrowest: a message that comes late does not set the clock back.
 */
export class CorrectedClock {
  readonly #clock: Clock;
  /** Null until the cloud has sent the time. */
  #bounds: Bounds | null = null;
  /** Monotonic moment of the first word of the cloud. */
  #met: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get synced(): boolean {
    return this.#bounds !== null;
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  /**
   * Takes the cloud's wall time (Unix milliseconds) as a time between two moments: `askedAt`, when what it answers was sent
   * (monotonic milliseconds), and this one.
   */
  correct(cloudNow: number, askedAt: number): void {
    const now = this.#clock.monotonic();
    this.#bounds = narrowed(this.#bounds, { earliest: cloudNow - now, latest: cloudNow - askedAt });
    this.#met ??= now;
  }

  /** Corrected wall time (Unix milliseconds) at which the cloud first sent the time to this process. */
  get metAt(): number {
    return Math.round(this.at(this.#met ?? undefined));
  }

  /** Corrected wall time (Unix milliseconds) of a monotonic moment, by default of this one. */
  at(monotonic = this.#clock.monotonic()): number {
    return this.#bounds === null
      ? this.#clock.now() - (this.#clock.monotonic() - monotonic)
      : this.#bounds.earliest + monotonic;
  }

  /** The latest that corrected wall time can be: what ends by it has not ended too late. */
  latest(): number {
    return this.#bounds === null ? this.at() : this.#bounds.latest + this.#clock.monotonic();
  }

  /** Corrected wall time for the ends of holds: to the moment, unless the cloud's word may have been under way for long. */
  forEnds(monotonic = this.#clock.monotonic()): number {
    const at = this.at(monotonic);
    return this.#bounds === null ? at : Math.max(at, this.#bounds.latest + monotonic - CLOSE_BOUNDS_MS);
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

/** Clocks drift, and are set: where old and new bounds contradict each other, the new ones count. */
function narrowed(known: Bounds | null, said: Bounds): Bounds {
  if (known === null) return said;
  return {
    earliest: Math.min(Math.max(known.earliest, said.earliest), said.latest),
    latest: known.latest < said.earliest ? said.latest : Math.min(known.latest, said.latest),
  };
}
