import type { Draft } from './editor.rules.js';
import type { DoorSchedule } from './types.js';

/* Changes to schedules that are not saved yet, as the browser tab keeps them. */

export interface KeptDraft {
  /** What the changes began from: they are saved against its version. */
  base: DoorSchedule;
  draft: Draft;
}

/** By the id of the door. */
export type KeptDrafts = Readonly<Record<string, KeptDraft>>;

/** What a tab has kept; what cannot be read counts as nothing. */
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

/** With the draft of one door put in, or taken out by null. */
export function withDraft(drafts: KeptDrafts, lockId: number, kept: KeptDraft | null): KeptDrafts {
  const { [lockId]: _, ...others } = drafts;
  return kept ? { ...others, [lockId]: kept } : others;
}

/** Doors whose changes are to be reminded of: all but the one whose schedule is looked at. */
export const elsewhere = (drafts: KeptDrafts, path: string): { id: number; name: string }[] =>
  Object.entries(drafts)
    .filter(([id]) => path !== schedulePath(id))
    .map(([id, { base }]) => ({ id: Number(id), name: base.lock.name }));

export const schedulePath = (lockId: number | string): string => `/doors/${lockId}/schedule`;
