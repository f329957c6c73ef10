import { Redis } from 'ioredis';
import rateLimiterFlexible from 'rate-limiter-flexible';
import type { Context } from '../../context.js';
import { neighbourhood } from './client-address.rules.js';
import { type LimiterFactory, memoryLimiters } from './rate-limit.js';

const { RateLimiterRedis } = rateLimiterFlexible;

const DEADLINE_MS = 1_000;
const LONGEST_RETRY_MS = 2_000;

export interface RedisLimits {
  limiters: LimiterFactory;
  close(): Promise<void>;
}

/**
 * Counts shared by all processes behind one Redis. While it is away each process counts for itself: requests are
 * answered all the same. Rejects where Redis cannot be reached at the start.
 */
export async function redisLimiters(
  context: Pick<Context, 'clock' | 'log'>,
  url: string,
): Promise<RedisLimits> {
  const { clock, log } = context;
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: DEADLINE_MS,
    commandTimeout: DEADLINE_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (times) => Math.min(times * 100, LONGEST_RETRY_MS),
  });
  let isAway = true;
  let fault: Error | undefined;
  redis.on('error', (error: Error) => {
    fault = error;
    if (!isAway) log.warn({ reason: error.message }, 'Redis is away: each process counts limits for itself');
    isAway = true;
  });
  redis.on('ready', () => {
    log.info('limits are shared through Redis');
    isAway = false;
  });
  try {
    await redis.connect();
  } catch (error) {
    redis.disconnect();
    throw fault ?? error;
  }
  const inMemory = memoryLimiters(clock);
  return {
    limiters: (options) => {
      const shared = new RateLimiterRedis({
        ...options,
        keyPrefix: `door-access:${options.keyPrefix}`,
        storeClient: redis,
        rejectIfRedisNotReady: true,
      });
      const own = inMemory(options);
      return {
        points: options.points,
        penalty: (key) => shared.penalty(neighbourhood(key)).catch(() => own.penalty(key)),
        get: (key) => shared.get(neighbourhood(key)).catch(() => own.get(key)),
      };
    },
    async close() {
      redis.disconnect();
    },
  };
}
