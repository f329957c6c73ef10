import { useSyncExternalStore } from 'react';
import { WHOSE, type Whose } from '../../words/zone.rules.js';
import { keptHere } from './kept.js';

/* One setting for the times of all pages, kept by the browser. */

const KEY = 'whose-time';
const CHANGED = 'whose-time';

export const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const read = (): Whose => WHOSE.find((one) => one === keptHere(KEY)) ?? 'site';

/** Follows changes in other tabs, too. */
function follow(run: () => void): () => void {
  addEventListener(CHANGED, run);
  addEventListener('storage', run);
  return () => {
    removeEventListener(CHANGED, run);
    removeEventListener('storage', run);
  };
}

function choose(whose: Whose): void {
  localStorage.setItem(KEY, whose);
  dispatchEvent(new Event(CHANGED));
}

export function useWhose(): [Whose, (whose: Whose) => void] {
  return [useSyncExternalStore(follow, read), choose];
}
