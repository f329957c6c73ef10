import type { Config } from '../config.js';
import type { Context } from '../context.js';
import { createHttpLockingSystem } from './http.js';
import { builtinLockingSystem, type LockingSystem } from './port.js';

/** The locking system that the settings name. */
export function createLockingSystem(
  config: Config,
  tools: Pick<Context, 'clock' | 'ids' | 'log'>,
): LockingSystem {
  if (config.LOCKSYS !== 'http' || !config.LOCKSYS_URL) return builtinLockingSystem;
  return createHttpLockingSystem(tools, { url: config.LOCKSYS_URL, token: config.LOCKSYS_TOKEN });
}
