import { useEffect, useState } from 'react';
import { after } from '../clock.js';

const REST_MS = 250;

/** What is asked of the service for a draft: as it is once the hand rests, as it last was while the draft is not whole; null before it was. */
export function useRested(asked: string, isWhole: boolean): string | null {
  const [rested, setRested] = useState(isWhole ? asked : null);
  useEffect(() => {
    if (!isWhole) return;
    return after(REST_MS, () => setRested(asked));
  }, [asked, isWhole]);
  return rested;
}
