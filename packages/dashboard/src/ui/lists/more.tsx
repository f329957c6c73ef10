import type { AnswerTo, Paths } from '@door-access/protocol/contract';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type AnyCall, call, query } from '../../api.js';
import type { Routes } from '../../generated/routes.js';
import { text } from '../../language/text.js';
import styles from './more.module.css';

interface Page<Row> {
  data: Row[];
  next_cursor: string | null;
}
type ListPath = Paths<Routes, 'GET', Page<unknown>>;
type RowOf<P extends string> = AnswerTo<Routes, 'GET', P> extends Page<infer Row> ? Row : never;

const AGAIN_MS = 5_000;

/** A list that comes page by page; `isWatched`: what others change is seen within seconds. */
export function usePages<const P extends ListPath>(
  key: readonly unknown[],
  path: P,
  filters: Record<string, string | number | null | undefined>,
  location: number | null,
  { isWatched = false } = {},
) {
  const pages = useInfiniteQuery({
    queryKey: [...key, filters, location],
    queryFn: ({ pageParam, signal }) =>
      (call as AnyCall)('GET', `${path}${query({ ...filters, cursor: pageParam })}`, {
        location,
        signal,
      }) as Promise<Page<RowOf<P>>>,
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    // A person who has gone further back reads history.
    refetchInterval: ({ state }) => isWatched && (state.data?.pages.length ?? 0) < 2 && AGAIN_MS,
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
    <div className={styles.more}>
      <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {text('Show more')}
      </Button>
    </div>
  );
}
