import { type ReactNode, useEffect, useState } from 'react';
import { afterFrame } from '../../clock.js';

let isFirstFrameShown = false;

/** Whether the page's first frame is on the screen: what is not looked at first is drawn after it. */
export function useFirstFrame(): boolean {
  const [isShown, setShown] = useState(isFirstFrameShown);
  useEffect(() => {
    if (isShown) return;
    return afterFrame(() => {
      isFirstFrameShown = true;
      setShown(true);
    });
  }, [isShown]);
  return isShown;
}

export const Later = ({ children }: { children: ReactNode }) => (useFirstFrame() ? children : null);
