import type { AnswerTo, Paths } from '@door-access/protocol/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type AnyCall, call, RequestError } from '../../api.js';
import type { Routes } from '../../generated/routes.js';
import { Title } from '../page/title.jsx';
import { Failure } from '../parts/failure.jsx';
import { Empty } from '../parts/text.jsx';
import { Skeleton } from './skeleton.jsx';

type Found<P extends string> = NonNullable<AnswerTo<Routes, 'GET', P>>;

interface OneProps<P extends string> {
  /** The way to all of them. */
  back: ReactNode;
  /** What it is, until its name is known. */
  title: string;
  /** Of the query: a change of these is a reason to ask again. */
  of: readonly [string, string | number];
  path: P;
  everyMs?: number;
  /** What is said where there is none. */
  gone: string;
  children(data: Found<P>): ReactNode;
}

/** The page of one thing. When it cannot be read again, it stays, with the failure. */
export function One<const P extends Paths<Routes, 'GET'>>(props: OneProps<P>) {
  const { back, title, of, path, everyMs = false, gone, children } = props;
  const asked = useQuery({
    queryKey: of,
    queryFn: ({ signal }) => (call as AnyCall)('GET', path, { signal }) as Promise<Found<P>>,
    refetchInterval: everyMs,
  });
  const { data, error } = asked;
  const isGone = error instanceof RequestError && error.status === 404;
  if (isGone || data === undefined)
    return (
      <>
        {back}
        <Title>{title}</Title>
        {asked.isPending && <Skeleton />}
        {isGone && <Empty>{gone}</Empty>}
        {error && !isGone && <Failure error={error} again={() => void asked.refetch()} />}
      </>
    );
  return (
    <>
      {back}
      {error && <Failure error={error} again={() => void asked.refetch()} />}
      {children(data as Found<P>)}
    </>
  );
}
