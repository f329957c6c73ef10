import type { ReactNode } from 'react';
import { text } from '../../language/text.js';
import { Failure } from '../parts/failure.jsx';
import { Empty } from '../parts/text.jsx';
import { More } from './more.jsx';
import { Nothing } from './nothing.jsx';
import { Skeleton } from './skeleton.jsx';
import { TableBox } from './table-box.jsx';

/** What a query of either kind knows of itself; one that comes page by page offers the next. */
interface Asked {
  isError: boolean;
  isPending: boolean;
  isSuccess: boolean;
  error: unknown;
  refetch(): unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?(): unknown;
}

interface TableProps<T> {
  label: string;
  rows: readonly T[];
  keyOf(row: T): string | number;
  heads: readonly string[];
  /** A last column of buttons, whose head only a screen reader needs. */
  hasActions?: boolean;
  /** What is said where there is nothing. */
  empty?: ReactNode;
  /** The cells of a row: `td`s, one a head. */
  children(row: T): ReactNode;
}

export function Table<T>({ label, rows, keyOf, heads, hasActions, empty, children }: TableProps<T>) {
  if (empty && rows.length === 0) return <Empty>{empty}</Empty>;
  return (
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
                <span className="only-read">{text('Actions')}</span>
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
  );
}

interface ListProps<T> extends TableProps<T> {
  asked: Asked;
  empty: ReactNode;
}

/** A list as a table, with what is said while there is none: nothing yet, or why it could not be read. */
export function List<T>({ asked, empty, ...table }: ListProps<T>) {
  const { hasNextPage = false, isFetchingNextPage = false, fetchNextPage } = asked;
  return (
    <>
      {asked.isError && <Failure error={asked.error} again={() => void asked.refetch()} />}
      {asked.isPending && <Skeleton />}
      {asked.isSuccess && table.rows.length === 0 && empty !== '' && <Nothing>{empty}</Nothing>}
      {table.rows.length > 0 && <Table {...table} />}
      {fetchNextPage && <More pages={{ hasNextPage, isFetchingNextPage, fetchNextPage }} />}
    </>
  );
}
