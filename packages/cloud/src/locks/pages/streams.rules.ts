/** The maximum of streams in one process, over all accounts. */
export const MAX_STREAMS = 1_000;

interface Stream {
  accountId: number;
}

/**
 * The fate of a new stream of an account: it `opens`, is `refused`, or replaces the newest stream of the account with the
 * most streams, if that account would still have at least as many. So one account cannot keep the others out.
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
