interface Asked {
  isLoading: boolean;
  isFetched: boolean;
  failureCount: number;
}

/** Whether the first try is on its way: what stands below waits for it, so that nothing moves, and for no other. */
export const isAwaited = ({ isLoading, isFetched, failureCount }: Asked): boolean =>
  isLoading && !isFetched && failureCount === 0;
