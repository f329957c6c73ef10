import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { isInBrowser } from '../ui/parts/kept.js';
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
  const text = useSyncExternalStore(follow, () =>
    isInBrowser ? sessionStorage.getItem(keyOf(userId)) : null,
  );
  return useMemo(() => readDrafts(text), [text]);
}

interface Editing<Base, Draft> {
  /** As the service has it now. */
  saved: Base;
  draftOf(base: Base): Draft;
  isSame(base: Base, draft: Draft): boolean;
  /** What is changed, as `the schedule of Tool store`. */
  nameOf(base: Base): string;
}

interface Edited<Base, Draft> {
  /** What the change began from: the draft is saved against its version. */
  base: Base;
  draft: Draft;
  /** What `base` took the place of when it was saved here: the page may show it for a moment longer. */
  older?: Base;
}

/** The draft of a page, as the tab has kept it or as it is saved; kept by the tab while it is changed. */
export function useDraft<Base extends { version: string }, Draft>(
  userId: string,
  path: string,
  { saved, draftOf, isSame, nameOf }: Editing<Base, Draft>,
) {
  const [{ base, draft, older }, set] = useState<Edited<Base, Draft>>(() => {
    const kept = keptDrafts(userId)[path] as KeptDraft<Base, Draft> | undefined;
    return kept ?? { base: saved, draft: draftOf(saved) };
  });
  const isChanged = !isSame(base, draft);
  const isStale = saved !== older && saved.version !== base.version;
  const start = (from: Base) => set({ base: from, draft: draftOf(from) });
  // Someone else saved while nothing was changed here: simply show it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `start` sets state alone
  useEffect(() => {
    if (!isChanged && isStale) start(saved);
  }, [isChanged, isStale, saved]);
  const name = nameOf(base);
  // A layout effect runs before the next click, so that leaving loses nothing.
  useLayoutEffect(
    () => keepDraft(userId, path, isChanged ? { name, base, draft } : null),
    [userId, path, isChanged, name, base, draft],
  );
  return {
    base,
    draft,
    isChanged,
    isStale,
    edit: (change: Partial<Draft>) => set((before) => ({ ...before, draft: { ...before.draft, ...change } })),
    /** Drops what is changed here. */
    start,
    /** Keeps what is changed here, against what someone else has saved. */
    keep: () => set((before) => ({ ...before, base: saved })),
    /** `sent` is saved as `now`. What was changed since it was sent stays a change. */
    saved: (now: Base, sent: Draft) => {
      set((before) => ({
        base: now,
        draft: before.draft === sent ? draftOf(now) : before.draft,
        older: saved,
      }));
      // The page may have been left meanwhile.
      const left = keptDrafts(userId)[path];
      if (left && JSON.stringify(left.draft) === JSON.stringify(sent)) keepDraft(userId, path, null);
    },
  };
}
