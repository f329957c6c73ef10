/*
 * Attempts of this process that wait for a place. Claims run ahead of places, so that a subscription which answers fast
 * does not wait for the database between two attempts.
 */

/** Of this process; claims keep the same limits among all processes. */
export interface PlaceLimits {
  /** Attempts under way. */
  slots: number;
  /** Of them, to one subscription. */
  perSubscription: number;
  /** Of them, to one origin, however many subscriptions name it. */
  perOrigin: number;
}

/** A success within this time is fast. */
const FAST_MS = 100;
/** Subscriptions remembered as fast; beyond them all begin anew. */
const MAX_FAST = 10_000;

interface Waiting {
  subscription: string;
  origin: string;
  settle(hasPlace: boolean): void;
}

interface Origin {
  busy: number;
  waiting: Waiting[];
}

/** Places for attempts, in the order of their claims at each origin. */
export class Places {
  readonly #limits: PlaceLimits;
  readonly #origins = new Map<string, Origin>();
  readonly #busy = new Map<string, number>();
  readonly #fast = new Set<string>();
  #taken = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /** Whether the last attempt to a subscription was fast: only then its deliveries are claimed ahead. */
  isFast(subscription: string): boolean {
    return this.#fast.has(subscription);
  }

  /** Takes a place now or later; false where the delivery is to be handed back. */
  take(subscription: string, origin: string): boolean | Promise<boolean> {
    const at = this.#originOf(origin);
    if (at.waiting.length === 0 && this.#hasRoom(subscription, at)) {
      this.#occupy(subscription, at);
      return true;
    }
    return new Promise((settle) => at.waiting.push({ subscription, origin, settle }));
  }

  /**
   * Gives a place back. After a failure, or one that took long, what else of the subscription waits is handed back: it is
   * claimed again under the limits that hold then.
   */
  release(subscription: string, origin: string, attempt: { ok: boolean; milliseconds: number }): void {
    const wasFull = this.#taken >= this.#limits.slots;
    const at = this.#originOf(origin);
    this.#vacate(subscription, at);
    if (attempt.ok && attempt.milliseconds <= FAST_MS) {
      if (this.#fast.size >= MAX_FAST) this.#fast.clear();
      this.#fast.add(subscription);
    } else {
      this.#fast.delete(subscription);
      this.#dismiss(at, (one) => one.subscription === subscription);
    }
    this.#admit(at);
    if (wasFull) for (const other of this.#origins.values()) this.#admit(other);
    if (at.busy === 0 && at.waiting.length === 0) this.#origins.delete(origin);
  }

  /** Hands back all that waits. */
  close(): void {
    for (const at of this.#origins.values()) this.#dismiss(at, () => true);
  }

  #originOf(origin: string): Origin {
    let at = this.#origins.get(origin);
    if (!at) {
      at = { busy: 0, waiting: [] };
      this.#origins.set(origin, at);
    }
    return at;
  }

  #hasRoom(subscription: string, at: Origin): boolean {
    const { slots, perOrigin, perSubscription } = this.#limits;
    const busy = this.#busy.get(subscription) ?? 0;
    return this.#taken < slots && at.busy < perOrigin && busy < perSubscription;
  }

  #occupy(subscription: string, at: Origin): void {
    this.#taken += 1;
    at.busy += 1;
    this.#busy.set(subscription, (this.#busy.get(subscription) ?? 0) + 1);
  }

  #vacate(subscription: string, at: Origin): void {
    this.#taken -= 1;
    at.busy -= 1;
    const busy = (this.#busy.get(subscription) ?? 0) - 1;
    if (busy > 0) this.#busy.set(subscription, busy);
    else this.#busy.delete(subscription);
  }

  #admit(at: Origin): void {
    for (let index = 0; index < at.waiting.length && this.#taken < this.#limits.slots; ) {
      const one = at.waiting[index] as Waiting;
      if (!this.#hasRoom(one.subscription, at)) {
        index += 1;
        continue;
      }
      at.waiting.splice(index, 1);
      this.#occupy(one.subscription, at);
      one.settle(true);
    }
  }

  #dismiss(at: Origin, whether: (one: Waiting) => boolean): void {
    const dismissed = at.waiting.filter(whether);
    if (dismissed.length === 0) return;
    at.waiting = at.waiting.filter((one) => !whether(one));
    for (const one of dismissed) one.settle(false);
  }
}
