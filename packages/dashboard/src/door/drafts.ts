import { useMemo, useSyncExternalStore } from 'react';
import { type KeptDraft, type KeptDrafts, readDrafts, withDraft } from './drafts.rules.js';

/* In the tab's own storage: it survives a click elsewhere and a reload, and no other tab sees it. */

const keyOf = (userId: string): string => `schedule drafts of ${userId}`;
const CHANGED = 'schedule-drafts';

export const keptDrafts = (userId: string): KeptDrafts => readDrafts(sessionStorage.getItem(keyOf(userId)));

export function keepDraft(userId: string, lockId: number, kept: KeptDraft | null): void {
  const before = sessionStorage.getItem(keyOf(userId));
  const drafts = withDraft(readDrafts(before), lockId, kept);
  const text = Object.keys(drafts).length > 0 ? JSON.stringify(drafts) : null;
  if (text === before) return;
  if (text === null) sessionStorage.removeItem(keyOf(userId));
  else sessionStorage.setItem(keyOf(userId), text);
  dispatchEvent(new Event(CHANGED));
}

function follow(run: () => void): () => void {
  addEventListener(CHANGED, run);
  return () => removeEventListener(CHANGED, run);
}

/** The unsaved changes of this user. */
export function useDrafts(userId: string): KeptDrafts {
  const text = useSyncExternalStore(follow, () => sessionStorage.getItem(keyOf(userId)));
  return useMemo(() => readDrafts(text), [text]);
}
