import type { BulkOutcome } from '../../types.js';

/** The service takes no more in one request. */
const MAX_AT_ONCE = 100;

/**
 * Asks for all of these, so many at once. The answer may be for fewer than asked, where time was up: the rest is asked for
 * again.
 */
export async function forAll(
  ids: readonly string[],
  ask: (ids: string[]) => Promise<{ data: BulkOutcome[] }>,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  while (outcomes.length < ids.length) {
    const { data } = await ask(ids.slice(outcomes.length, outcomes.length + MAX_AT_ONCE));
    if (data.length === 0) break;
    outcomes.push(...data);
  }
  return outcomes;
}
