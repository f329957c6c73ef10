import { useEffect, useState } from 'react';

/* Where the pages' time comes from. */

let read = (): number => Date.now();

export const now = (): number => read();

/** For a page that the service draws: its own time. */
export function timeIs(time: number): void {
  read = () => time;
}

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

/** Once what is drawn now is on the screen, as the frame after it has begun; in a tab that no one sees, once it is seen. */
export function afterFrame(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      timer = setTimeout(run);
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Milliseconds since the page began. */
export const sincePageBegan = (): number => performance.now();
