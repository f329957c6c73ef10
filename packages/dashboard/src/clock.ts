import { useEffect, useState } from 'react';

/* Where the pages' time comes from. */

export const now = (): number => Date.now();

/** The time, again every so often, for words such as "3 min ago". */
export function useNow(everyMs = 15_000): number {
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return time;
}

export function after(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}

/** Milliseconds since the page began. */
export const sincePageBegan = (): number => performance.now();
