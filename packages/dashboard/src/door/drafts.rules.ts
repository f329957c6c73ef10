import type { Draft } from './editor.rules.js';
import type { DoorSchedule } from './types.js';

/* Unsaved changes to schedules, kept by the browser tab. */

export interface KeptDraft {
  /** The schedule that was changed: the draft is saved against its version. */
  base: DoorSchedule;
  draft: Draft;
}

/** By the id of the door. */
export type KeptDrafts = Readonly<Record<string, KeptDraft>>;

/** The drafts that a tab has kept; unreadable ones count as none. */
export function readDrafts(text: string | null): KeptDrafts {
  try {
    const kept: unknown = JSON.parse(text ?? '{}');
    if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, one]) => isDraft(one)));
  } catch {
    return {};
  }
}

const isDraft = (one: Partial<KeptDraft> | null): boolean =>
  typeof one?.base?.version === 'string' &&
  typeof one.base.lock?.name === 'string' &&
  typeof one.draft?.week === 'object' &&
  Array.isArray(one.draft.exceptions);

/** Sets the draft of one door, or removes it (null). */
export function withDraft(drafts: KeptDrafts, lockId: number, kept: KeptDraft | null): KeptDrafts {
  const { [lockId]: _, ...others } = drafts;
  return kept ? { ...others, [lockId]: kept } : others;
}

/** Doors with unsaved changes, except the one whose schedule is shown. */
export const elsewhere = (drafts: KeptDrafts, path: string): { id: number; name: string }[] =>
  Object.entries(drafts)
    .filter(([id]) => path !== schedulePath(id))
    .map(([id, { base }]) => ({ id: Number(id), name: base.lock.name }));

export const schedulePath = (lockId: number | string): string => `/doors/${lockId}/schedule`;
