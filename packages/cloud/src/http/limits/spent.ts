import type { Clock } from '@door-access/protocol';
import type { OfToken } from '../../database/of-token.js';

/** Beyond this many, all are forgotten: what is remembered saves work and decides nothing. */
const MAX_KEYS = 10_000;

/** Keys over their limit, until their window rolls: nothing is looked up ahead for a caller who will be refused. */
export class Spent {
  readonly #clock: Clock;
  /** By the hash of the token. */
  readonly #until = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add({ hash }: OfToken, forMs: number): void {
    if (this.#until.size >= MAX_KEYS) this.#until.clear();
    this.#until.set(hash.toString('latin1'), this.#clock.monotonic() + forMs);
  }

  has({ hash }: OfToken): boolean {
    if (this.#until.size === 0) return false;
    const name = hash.toString('latin1');
    const until = this.#until.get(name);
    if (until === undefined) return false;
    if (until > this.#clock.monotonic()) return true;
    this.#until.delete(name);
    return false;
  }
}
