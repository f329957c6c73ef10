import type { PoolClient } from 'pg';

/**
 * Holds back what is written until all that follows at once from the present event is: statements that are sent one behind
 * the other go out in one write, and the server is woken once.
 */
export function gather({ connection: { stream } }: PoolClient): void {
  stream.cork();
  // Behind all promises that are settled already.
  process.nextTick(() => stream.uncork());
}
