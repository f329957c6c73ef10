import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type KeptDraft, type KeptDrafts, readDrafts, withDraft } from './drafts.rules.js';

/* In the tab's own storage: it survives a click elsewhere and a reload, and no other tab sees it. */

const keyOf = (userId: string): string => `drafts of ${userId}`;
const CHANGED = 'drafts';

export const keptDrafts = (userId: string): KeptDrafts => readDrafts(sessionStorage.getItem(keyOf(userId)));

export function keepDraft(userId: string, path: string, kept: KeptDraft | null): void {
  const before = sessionStorage.getItem(keyOf(userId));
  const drafts = withDraft(readDrafts(before), path, kept);
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

/** The draft of a page as the tab kept it; undefined where there was none when the page was opened. */
export function useKept<Base, Draft>(userId: string, path: string): KeptDraft<Base, Draft> | undefined {
  const [kept] = useState(() => keptDrafts(userId)[path]);
  return kept as KeptDraft<Base, Draft> | undefined;
}

/** Keeps the draft of a page while it is changed. A layout effect runs before the next click, so that leaving loses nothing. */
export function useKeeping(userId: string, path: string, isChanged: boolean, kept: KeptDraft): void {
  const { name, base, draft } = kept;
  useLayoutEffect(
    () => keepDraft(userId, path, isChanged ? { name, base, draft } : null),
    [userId, path, isChanged, name, base, draft],
  );
}
