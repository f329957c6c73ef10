import { useEffect, useState } from 'react';
import { after } from '../clock.js';

const REST_MS = 250;

/** What is asked of the service for a draft: as it is once the hand rests, or as it last was while the draft is not whole. */
export function useRested(asked: string, isWhole: boolean): string {
  const [rested, setRested] = useState(asked);
  useEffect(() => {
    if (!isWhole) return;
    return after(REST_MS, () => setRested(asked));
  }, [asked, isWhole]);
  return rested;
}
