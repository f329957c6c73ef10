import type { Clock } from '@door-access/protocol';
import rateLimiterFlexible, {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { ApiError } from '../../errors.js';
import type { EndpointLimit } from '../endpoint.js';
import { neighbourhood } from './client-address.rules.js';

const { RateLimiterMemory, RateLimiterRes } = rateLimiterFlexible;

/** Requests a minute for one API key, and for all requests without a token from one address. */
export const REQUESTS_PER_MINUTE = 600;
/** After so many in a minute, every request from that address is refused. */
export const FAILED_AUTHENTICATIONS_PER_MINUTE = 30;
const WINDOW_SECONDS = 60;
/** Beyond this many live keys the oldest windows are dropped, so that a flood of addresses cannot fill the memory. */
const MOST_KEYS = 100_000;

/** One limiter's state for one key, after or without counting. */
export interface Count {
  limit: number;
  used: number;
  /** Milliseconds until the window rolls. */
  resetMs: number;
}

/**
 * Creates a limiter, in this process or shared through Redis. It counts a key that is an address by its `neighbourhood`,
 * so that this applies to every limit by address.
 */
export type LimiterFactory = (
  options: IRateLimiterOptions,
) => Pick<RateLimiterAbstract, 'penalty' | 'get' | 'points'>;

/** Counts in this process, by the service's own clock. */
export function memoryLimiters(clock: Clock): (options: IRateLimiterOptions) => RateLimiterAbstract {
  return (options) => new ClockedMemoryLimiter(options, clock);
}

export class RateLimits {
  readonly #make: LimiterFactory;
  readonly #failures;
  readonly #anonymous;
  readonly #requests;
  readonly #named = new Map<string, ReturnType<LimiterFactory>>();

  constructor(make: LimiterFactory) {
    this.#make = make;
    this.#failures = this.#limiter('failed-authentication', FAILED_AUTHENTICATIONS_PER_MINUTE);
    this.#anonymous = this.#limiter('without-token', REQUESTS_PER_MINUTE);
    this.#requests = this.#limiter('api-key', REQUESTS_PER_MINUTE);
  }

  /** Refuses an address that has used up its failed authentications, whatever it sends. */
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

  #namedLimiter(limit: EndpointLimit): ReturnType<LimiterFactory> {
    let limiter = this.#named.get(limit.name);
    if (!limiter) {
      limiter = this.#limiter(limit.name, limit.perMinute);
      this.#named.set(limit.name, limiter);
    }
    return limiter;
  }

  #limiter(name: string, perMinute: number): ReturnType<LimiterFactory> {
    return this.#make({ keyPrefix: `limit:${name}`, points: perMinute, duration: WINDOW_SECONDS });
  }
}

type Limiter = ReturnType<LimiterFactory>;

/** `penalty` counts without rejecting, which spares an exception on every refusal. */
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
  value: number;
  /** On the monotonic clock: a step of the wall clock neither opens nor closes a gate. */
  end: number;
}

/**
 * The library's memory limiter on the service's clock. The library reads Date.now and sets a timer per key in its
 * storage object alone, so that object is what we replace; a window starts with its first request.
 */
class ClockedMemoryLimiter extends RateLimiterMemory {
  constructor(options: IRateLimiterOptions, clock: Clock) {
    super(options);
    (this as unknown as { _memoryStorage: ClockedStorage })._memoryStorage = new ClockedStorage(clock);
  }

  override getKey(key: string | number): string {
    return super.getKey(neighbourhood(String(key)));
  }
}

class ClockedStorage {
  readonly #clock: Clock;
  /** All windows are of one length, so the order of insertion is the order of ending. */
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  incrby(key: string, value: number, durationSeconds: number) {
    const now = this.#clock.monotonic();
    const window = this.#windows.get(key);
    if (!window || window.end <= now) return this.set(key, value, durationSeconds);
    window.value += value;
    return new RateLimiterRes(0, window.end - now, window.value, false);
  }

  set(key: string, value: number, durationSeconds: number) {
    const now = this.#clock.monotonic();
    this.#windows.delete(key);
    this.#dropEnded(now);
    this.#windows.set(key, { value, end: now + durationSeconds * 1000 });
    return new RateLimiterRes(0, durationSeconds * 1000, value, true);
  }

  get(key: string) {
    const window = this.#windows.get(key);
    const rest = window ? window.end - this.#clock.monotonic() : 0;
    return window && rest > 0 ? new RateLimiterRes(0, rest, window.value, false) : null;
  }

  delete(key: string): boolean {
    return this.#windows.delete(key);
  }

  #dropEnded(now: number): void {
    for (const [key, window] of this.#windows) {
      if (window.end > now && this.#windows.size < MOST_KEYS) break;
      this.#windows.delete(key);
    }
  }
}
