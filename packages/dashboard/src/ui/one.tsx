import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RequestError } from '../api.js';
import { Failure } from './failure.jsx';
import { Empty } from './text.jsx';
import { Title } from './title.jsx';

interface OneProps<T> {
  /** The way to all of them. */
  back: ReactNode;
  /** What it is, until its name is known. */
  title: string;
  asked: UseQueryResult<T>;
  /** What is said where there is none. */
  gone: string;
  children(data: T): ReactNode;
}

/** The page of one thing. What is shown stays when it cannot be read anew: only the failure is told. */
export function One<T>({ back, title, asked, gone, children }: OneProps<T>) {
  const { data, error } = asked;
  const isGone = error instanceof RequestError && error.status === 404;
  if (isGone || data === undefined)
    return (
      <>
        {back}
        <Title>{title}</Title>
        {isGone && <Empty>{gone}</Empty>}
        {error && !isGone && <Failure error={error} again={() => void asked.refetch()} />}
      </>
    );
  return (
    <>
      {back}
      {error && <Failure error={error} again={() => void asked.refetch()} />}
      {children(data)}
    </>
  );
}
