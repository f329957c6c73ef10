/** Streams of one process, over all accounts. */
export const MAX_STREAMS = 1_000;

interface Stream {
  accountId: number;
}

/**
 * What a new stream of an account does: it `opens`, is `refused`, or takes the place of the newest stream of the account
 * that has most, where that has more than it would itself. So no account can take all, and one that is alone may.
 */
export function placeFor<S extends Stream>(
  open: ReadonlySet<S>,
  accountId: number,
  max = MAX_STREAMS,
): 'opens' | 'refused' | S {
  if (open.size < max) return 'opens';
  const counts = new Map<number, { count: number; newest: S }>();
  for (const stream of open)
    counts.set(stream.accountId, {
      count: (counts.get(stream.accountId)?.count ?? 0) + 1,
      newest: stream,
    });
  const own = counts.get(accountId)?.count ?? 0;
  const [fullest] = [...counts.values()].sort((a, b) => b.count - a.count);
  return fullest && fullest.count > own + 1 ? fullest.newest : 'refused';
}
