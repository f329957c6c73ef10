import type { ReactNode } from 'react';
import { Failure } from './failure.jsx';
import { More } from './more.jsx';
import { TableBox } from './table-box.jsx';
import { Empty } from './text.jsx';

/** What a query of either kind knows of itself; one that comes page by page offers the next. */
interface Asked {
  isError: boolean;
  isSuccess: boolean;
  error: unknown;
  refetch(): unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?(): unknown;
}

interface ListProps<T> {
  label: string;
  asked: Asked;
  rows: readonly T[];
  keyOf(row: T): string | number;
  heads: readonly string[];
  /** A last column of buttons, whose head only a screen reader needs. */
  hasActions?: boolean;
  /** What is said where there is nothing. */
  empty: string;
  /** The cells of a row: `td`s, one a head. */
  children(row: T): ReactNode;
}

/** A list as a table, with what is said while there is none: nothing yet, or why it could not be read. */
export function List<T>({ label, asked, rows, keyOf, heads, hasActions, empty, children }: ListProps<T>) {
  const { hasNextPage = false, isFetchingNextPage = false, fetchNextPage } = asked;
  return (
    <>
      {asked.isError && <Failure error={asked.error} again={() => void asked.refetch()} />}
      {asked.isSuccess && rows.length === 0 && <Empty>{empty}</Empty>}
      {rows.length > 0 && (
        <TableBox label={label}>
          <table>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
                {hasActions && (
                  <th scope="col">
                    <span className="only-read">Actions</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={keyOf(row)}>{children(row)}</tr>
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
      {fetchNextPage && <More pages={{ hasNextPage, isFetchingNextPage, fetchNextPage }} />}
    </>
  );
}
