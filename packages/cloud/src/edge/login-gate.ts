import { createHash } from 'node:crypto';
import type { Clock } from '@door-access/protocol';
import type { Logger } from 'pino';

/** The maximum of wrong credentials of one address in a minute; beyond it, only known gateways reach the database. */
export const MAX_WRONG_PER_MINUTE = 600;
const WINDOW_MS = 60_000;
/** The interval of checks for log lines that are due. */
const LOOK_EVERY_MS = 15_000;
/** Bounds the memory in a flood of addresses: the oldest ones beyond it are logged together. */
const MAX_ADDRESSES = 10_000;
const MAX_KNOWN = 100_000;
/** The maximum of addresses that the log names in a minute; the others are logged together. */
const MAX_LINES_PER_MINUTE = 100;

interface Refusals {
  /** On the monotonic clock. */
  windowEnds: number;
  /** The number of wrong credentials in the window. */
  wrong: number;
  loggedAt: number;
  unlogged: number;
  reason: string;
  gateway: string | null;
}

/**
 * Counts refused logins by address, in memory: once the gate is closed, a flood costs the database nothing, and the log one
 * line a minute. Gateways may share an address, so one that has logged in before passes a closed gate.
 */
export class LoginGate {
  readonly #clock: Clock;
  readonly #log: Logger;
  /** In the order in which their windows start. */
  readonly #refusals = new Map<string, Refusals>();
  /** Hashes of credentials that were accepted last time. */
  readonly #known = new Set<string>();
  readonly #stopping = new AbortController();
  #unloggedOfOthers = 0;
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

  /** The database rejected the credentials, which may have been valid before. */
  wrong(address: string, gateway: string, secret: Buffer): void {
    this.#known.delete(credential(gateway, secret));
    this.#refusalsOf(address, this.#clock.monotonic()).wrong++;
  }

  /** A connection of this address was refused, for any reason. */
  refused(address: string, reason: string, gateway: string | null = null): void {
    const now = this.#clock.monotonic();
    const refusals = this.#refusalsOf(address, now);
    refusals.unlogged++;
    refusals.reason = reason;
    refusals.gateway = gateway;
    if (now - refusals.loggedAt >= WINDOW_MS) this.#logRefusals(address, refusals, now);
  }

  stop(): void {
    this.#stopping.abort();
    const now = this.#clock.monotonic();
    for (const [address, refusals] of this.#refusals)
      if (refusals.unlogged > 0) this.#logRefusals(address, refusals, now);
    this.#logOthers();
  }

  #refusalsOf(address: string, now: number): Refusals {
    const known = this.#refusals.get(address);
    if (known && known.windowEnds > now) return known;
    const begun: Refusals = {
      loggedAt: Number.NEGATIVE_INFINITY,
      unlogged: 0,
      reason: '',
      gateway: null,
      ...known,
      windowEnds: now + WINDOW_MS,
      wrong: 0,
    };
    this.#refusals.delete(address);
    this.#refusals.set(address, begun);
    if (!this.#isLooking) void this.#logDue();
    const [oldest] = this.#refusals;
    if (this.#refusals.size > MAX_ADDRESSES && oldest) {
      this.#unloggedOfOthers += oldest[1].unlogged;
      this.#refusals.delete(oldest[0]);
    }
    return begun;
  }

  #logRefusals(address: string, refusals: Refusals, now: number): void {
    const { reason, gateway, unlogged } = refusals;
    if (this.#mayLogOneMore(now))
      this.#log.warn(
        { address, refused: unlogged, reason, ...(gateway === null ? {} : { gateway }) },
        'MQTT connections refused; the reason is of the most recent one',
      );
    else this.#unloggedOfOthers += unlogged;
    refusals.unlogged = 0;
    refusals.loggedAt = now;
  }

  #mayLogOneMore(now: number): boolean {
    if (now - this.#lines.since >= WINDOW_MS) this.#lines = { since: now, count: 0 };
    return ++this.#lines.count <= MAX_LINES_PER_MINUTE;
  }

  #logOthers(): void {
    if (this.#unloggedOfOthers > 0)
      this.#log.warn(
        { refused: this.#unloggedOfOthers },
        'MQTT connections refused from many other addresses',
      );
    this.#unloggedOfOthers = 0;
  }

  /** Runs as long as any refusal is remembered. */
  async #logDue(): Promise<void> {
    const { signal } = this.#stopping;
    this.#isLooking = true;
    while (this.#refusals.size > 0 || this.#unloggedOfOthers > 0) {
      await this.#clock.sleep(LOOK_EVERY_MS, signal).catch(() => {});
      if (signal.aborted) return;
      const now = this.#clock.monotonic();
      for (const [address, refusals] of this.#refusals) {
        const isDue = now - refusals.loggedAt >= WINDOW_MS;
        if (isDue && refusals.unlogged > 0) this.#logRefusals(address, refusals, now);
        else if (isDue && refusals.windowEnds <= now) this.#refusals.delete(address);
      }
      this.#logOthers();
    }
    this.#isLooking = false;
  }
}

const credential = (gateway: string, secret: Buffer): string =>
  createHash('sha256').update(gateway).update('\0').update(secret).digest('base64');
