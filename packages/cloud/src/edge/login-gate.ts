import { createHash } from 'node:crypto';
import type { Clock } from '@door-access/protocol';
import type { Logger } from 'pino';

/** Wrong credentials of one address in a minute, after which only gateways that are known go on to the database. */
export const MAX_WRONG_PER_MINUTE = 600;
const WINDOW_MS = 60_000;
/** How often lines that are due are looked for. */
const LOOK_EVERY_MS = 15_000;
/** A flood of addresses cannot fill the memory: of those beyond it, the oldest are told together. */
const MAX_ADDRESSES = 10_000;
const MAX_KNOWN = 100_000;
/** Addresses that the log names in a minute; those beyond them are told together. */
const MAX_LINES_PER_MINUTE = 100;

interface Refusals {
  /** On the monotonic clock. */
  windowEnds: number;
  /** Wrong credentials in the window. */
  wrong: number;
  toldAt: number;
  untold: number;
  reason: string;
  gateway: string | null;
}

/**
 * Counts refused logins by address, in memory: a flood costs the database nothing once the gate is closed, and the log
 * one line a minute. Gateways share addresses, so one that has logged in before passes a closed gate.
 */
export class LoginGate {
  readonly #clock: Clock;
  readonly #log: Logger;
  /** In the order of their windows' beginnings. */
  readonly #refusals = new Map<string, Refusals>();
  /** Hashes of credentials that were right the last time. */
  readonly #known = new Set<string>();
  readonly #stopping = new AbortController();
  #untoldOfOthers = 0;
  #lines = { since: 0, count: 0 };
  #isLooking = false;

  constructor(clock: Clock, log: Logger) {
    this.#clock = clock;
    this.#log = log;
  }

  mayTry(address: string, gateway: string, secret: Buffer): boolean {
    const refusals = this.#refusals.get(address);
    if (!refusals || refusals.windowEnds <= this.#clock.monotonic()) return true;
    return refusals.wrong < MAX_WRONG_PER_MINUTE || this.#known.has(credential(gateway, secret));
  }

  accepted(gateway: string, secret: Buffer): void {
    const one = credential(gateway, secret);
    this.#known.delete(one);
    this.#known.add(one);
    const [oldest] = this.#known;
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }

  /** The database says no: what was right before may be wrong by now. */
  wrong(address: string, gateway: string, secret: Buffer): void {
    this.#known.delete(credential(gateway, secret));
    this.#refusalsOf(address, this.#clock.monotonic()).wrong++;
  }

  /** A connection of this address came to nothing, for whatever reason. */
  refused(address: string, reason: string, gateway: string | null = null): void {
    const now = this.#clock.monotonic();
    const refusals = this.#refusalsOf(address, now);
    refusals.untold++;
    refusals.reason = reason;
    refusals.gateway = gateway;
    if (now - refusals.toldAt >= WINDOW_MS) this.#tell(address, refusals, now);
  }

  stop(): void {
    this.#stopping.abort();
    const now = this.#clock.monotonic();
    for (const [address, refusals] of this.#refusals)
      if (refusals.untold > 0) this.#tell(address, refusals, now);
    this.#tellOthers();
  }

  #refusalsOf(address: string, now: number): Refusals {
    const known = this.#refusals.get(address);
    if (known && known.windowEnds > now) return known;
    const begun: Refusals = {
      toldAt: Number.NEGATIVE_INFINITY,
      untold: 0,
      reason: '',
      gateway: null,
      ...known,
      windowEnds: now + WINDOW_MS,
      wrong: 0,
    };
    this.#refusals.delete(address);
    this.#refusals.set(address, begun);
    if (!this.#isLooking) void this.#tellWhatIsDue();
    const [oldest] = this.#refusals;
    if (this.#refusals.size > MAX_ADDRESSES && oldest) {
      this.#untoldOfOthers += oldest[1].untold;
      this.#refusals.delete(oldest[0]);
    }
    return begun;
  }

  #tell(address: string, refusals: Refusals, now: number): void {
    const { reason, gateway, untold } = refusals;
    if (this.#mayTellOneMore(now))
      this.#log.warn(
        { address, refused: untold, reason, ...(gateway === null ? {} : { gateway }) },
        'MQTT connections refused; the reason is that of the last one',
      );
    else this.#untoldOfOthers += untold;
    refusals.untold = 0;
    refusals.toldAt = now;
  }

  #mayTellOneMore(now: number): boolean {
    if (now - this.#lines.since >= WINDOW_MS) this.#lines = { since: now, count: 0 };
    return ++this.#lines.count <= MAX_LINES_PER_MINUTE;
  }

  #tellOthers(): void {
    if (this.#untoldOfOthers > 0)
      this.#log.warn({ refused: this.#untoldOfOthers }, 'MQTT connections refused from many other addresses');
    this.#untoldOfOthers = 0;
  }

  /** For as long as any refusal is remembered. */
  async #tellWhatIsDue(): Promise<void> {
    const { signal } = this.#stopping;
    this.#isLooking = true;
    while (this.#refusals.size > 0 || this.#untoldOfOthers > 0) {
      await this.#clock.sleep(LOOK_EVERY_MS, signal).catch(() => {});
      if (signal.aborted) return;
      const now = this.#clock.monotonic();
      for (const [address, refusals] of this.#refusals) {
        const isDue = now - refusals.toldAt >= WINDOW_MS;
        if (isDue && refusals.untold > 0) this.#tell(address, refusals, now);
        else if (isDue && refusals.windowEnds <= now) this.#refusals.delete(address);
      }
      this.#tellOthers();
    }
    this.#isLooking = false;
  }
}

const credential = (gateway: string, secret: Buffer): string =>
  createHash('sha256').update(gateway).update('\0').update(secret).digest('base64');
