import { useEffect, useState } from 'preact/hooks';

/* Where the phone key's time comes from. */

export const now = (): number => Date.now();
/** For measuring how long something took; may stand still while the phone sleeps. */
export const monotonic = (): number => performance.now();

export const after = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

export function every(milliseconds: number, run: () => void): () => void {
  const timer = setInterval(run, milliseconds);
  return () => clearInterval(timer);
}

export function useNow(everyMs: number): number {
  const [time, setTime] = useState(now);
  useEffect(() => every(everyMs, () => setTime(now())), [everyMs]);
  return time;
}
