import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call, query } from '../api.js';
import type { Page } from '../types.js';

/** A list that comes page by page. */
export function usePages<T>(
  key: readonly unknown[],
  path: string,
  filters: Record<string, string | number | null | undefined>,
  location: number | null,
) {
  const pages = useInfiniteQuery({
    queryKey: [...key, filters, location],
    queryFn: ({ pageParam, signal }) =>
      call<Page<T>>('GET', `${path}${query({ ...filters, cursor: pageParam })}`, { location, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
  });
  return { ...pages, rows: pages.data?.pages.flatMap((page) => page.data) ?? [] };
}

export function More({
  pages,
}: {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown };
}) {
  if (!pages.hasNextPage) return null;
  return (
    <div className="more">
      <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
}
