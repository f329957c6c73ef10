import type { Clock } from '@door-access/protocol';
import { ApiError } from '../../errors.js';
import type { EndpointLimit } from '../endpoint.js';
import { neighbourhood } from './client-address.rules.js';

/** Requests a minute for one API key, and for all requests without a token from one address. */
export const REQUESTS_PER_MINUTE = 600;
/** After so many in a minute, every request from that address is refused. */
export const FAILED_AUTHENTICATIONS_PER_MINUTE = 30;
const WINDOW_SECONDS = 60;
/** Beyond this many live keys the oldest windows are dropped, so that a flood of addresses cannot fill the memory. */
const MAX_KEYS = 100_000;

/** One limiter's state for one key, after or without counting. */
export interface Count {
  limit: number;
  used: number;
  /** Milliseconds until the window rolls. */
  resetMs: number;
}

export interface LimiterOptions {
  keyPrefix: string;
  points: number;
  /** In seconds. */
  duration: number;
}

/** One key's window: how much it has used, and when it ends. */
export interface Counted {
  consumedPoints: number;
  msBeforeNext: number;
}

export interface Limiter {
  readonly points: number;
  /** Counts one, and never rejects because there are too many: that spares an exception on every refusal. */
  penalty(key: string): Promise<Counted>;
  get(key: string): Promise<Counted | null>;
}

/**
 * Creates a limiter, in this process or shared through Redis. It counts a key that is an address by its `neighbourhood`,
 * so that this applies to every limit by address.
 */
export type LimiterFactory = (options: LimiterOptions) => Limiter;

/** Counts in this process, by the service's own clock. */
export function memoryLimiters(clock: Clock): LimiterFactory {
  return (options) => new ClockedLimiter(options, clock);
}

export class RateLimits {
  readonly #make: LimiterFactory;
  readonly #failures;
  readonly #anonymous;
  readonly #requests;
  readonly #named = new Map<string, Limiter>();

  constructor(make: LimiterFactory) {
    this.#make = make;
    this.#failures = this.#limiter('failed-authentication', FAILED_AUTHENTICATIONS_PER_MINUTE);
    this.#anonymous = this.#limiter('without-token', REQUESTS_PER_MINUTE);
    this.#requests = this.#limiter('api-key', REQUESTS_PER_MINUTE);
  }

  /** Refuses an address that has used up its failed authentications, even with a valid token. */
  async requireOpenGate(address: string): Promise<void> {
    const count = await look(this.#failures, address);
    if (count.used >= count.limit) throw exceeded(count);
  }

  /** Counts a wrong, expired or revoked token; `true` where this one closes the gate. */
  async countFailure(address: string): Promise<boolean> {
    const count = await spend(this.#failures, address);
    // Requests that passed the gate side by side must not get more tries than one after another would.
    if (count.used > count.limit) throw exceeded(count);
    return count.used === count.limit;
  }

  async countAnonymous(address: string): Promise<void> {
    const count = await spend(this.#anonymous, address);
    if (count.used > count.limit) throw exceeded(count);
  }

  countRequest(apiKeyId: number): Promise<Count> {
    return spend(this.#requests, String(apiKeyId));
  }

  /** @param caller an API key's id, or a user's */
  countNamed(limit: EndpointLimit, caller: number | string): Promise<Count> {
    return spend(this.#namedLimiter(limit), String(caller));
  }

  lookNamed(limit: EndpointLimit, caller: number | string): Promise<Count> {
    return look(this.#namedLimiter(limit), String(caller));
  }

  #namedLimiter(limit: EndpointLimit): Limiter {
    let limiter = this.#named.get(limit.name);
    if (!limiter) {
      limiter = this.#limiter(limit.name, limit.perMinute);
      this.#named.set(limit.name, limiter);
    }
    return limiter;
  }

  #limiter(name: string, perMinute: number): Limiter {
    return this.#make({ keyPrefix: `limit:${name}`, points: perMinute, duration: WINDOW_SECONDS });
  }
}

async function spend(limiter: Limiter, key: string): Promise<Count> {
  const result = await limiter.penalty(key);
  return { limit: limiter.points, used: result.consumedPoints, resetMs: result.msBeforeNext };
}

async function look(limiter: Limiter, key: string): Promise<Count> {
  const result = await limiter.get(key);
  if (!result || result.msBeforeNext <= 0)
    return { limit: limiter.points, used: 0, resetMs: WINDOW_SECONDS * 1000 };
  return { limit: limiter.points, used: result.consumedPoints, resetMs: result.msBeforeNext };
}

/** @throws 429 */
export async function spendOne(limiter: Limiter, key: string): Promise<void> {
  const count = await spend(limiter, key);
  if (count.used > count.limit) throw exceeded(count);
}

export function exceeded(count: Pick<Count, 'resetMs'>): ApiError {
  return new ApiError('rate_limited', { headers: { 'Retry-After': seconds(count.resetMs) } });
}

/** The API key's limiter, or the endpoint's own where that has fewer requests left. */
export function rateLimitHeaders(requests: Count, named: Count | undefined): Record<string, string> {
  const shown = named && left(named) <= left(requests) ? named : requests;
  return {
    'X-RateLimit-Limit': String(shown.limit),
    'X-RateLimit-Remaining': String(left(shown)),
    'X-RateLimit-Reset': seconds(shown.resetMs),
  };
}

function left(count: Count): number {
  return Math.max(0, count.limit - count.used);
}

function seconds(milliseconds: number): string {
  return String(Math.max(1, Math.ceil(milliseconds / 1000)));
}

interface Window {
  used: number;
  /** On the monotonic clock: a step of the wall clock neither opens nor closes a gate. */
  end: number;
}

/** Fixed windows on the service's clock, for the part of the library's interface that we use; a window starts with its first request. */
class ClockedLimiter implements Limiter {
  readonly points: number;
  readonly #durationMs: number;
  readonly #clock: Clock;
  /** All windows are of one length, so the order of insertion is the order of ending. */
  readonly #windows = new Map<string, Window>();

  constructor({ points, duration }: LimiterOptions, clock: Clock) {
    this.points = points;
    this.#durationMs = duration * 1000;
    this.#clock = clock;
  }

  async penalty(key: string): Promise<Counted> {
    const now = this.#clock.monotonic();
    const name = neighbourhood(key);
    const window = this.#open(name, now) ?? this.#start(name, now);
    window.used += 1;
    return { consumedPoints: window.used, msBeforeNext: window.end - now };
  }

  async get(key: string): Promise<Counted | null> {
    const now = this.#clock.monotonic();
    const window = this.#open(neighbourhood(key), now);
    return window ? { consumedPoints: window.used, msBeforeNext: window.end - now } : null;
  }

  #open(name: string, now: number): Window | undefined {
    const window = this.#windows.get(name);
    return window && window.end > now ? window : undefined;
  }

  #start(name: string, now: number): Window {
    this.#windows.delete(name);
    this.#dropEnded(now);
    const window = { used: 0, end: now + this.#durationMs };
    this.#windows.set(name, window);
    return window;
  }

  #dropEnded(now: number): void {
    for (const [key, window] of this.#windows) {
      if (window.end > now && this.#windows.size < MAX_KEYS) break;
      this.#windows.delete(key);
    }
  }
}
