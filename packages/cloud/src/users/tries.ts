import { type LimiterFactory, spendOne } from '../http/limits/rate-limit.js';
import { TRIES_WINDOW_SECONDS } from './session.rules.js';

/** Counts a try. @throws 429 */
export type Tries = (key: string) => Promise<void>;

/** Limits tries of one kind in a quarter of an hour, counted by any key. */
export function createTries(make: LimiterFactory, name: string, points: number): Tries {
  const limiter = make({ keyPrefix: `limit:${name}`, points, duration: TRIES_WINDOW_SECONDS });
  return (key) => spendOne(limiter, key);
}
