/* Unsaved changes to schedules and calendars, kept by the browser tab. */

export interface KeptDraft<Base = unknown, Draft = unknown> {
  /** What is changed, as `the schedule of Tool store`. */
  name: string;
  /** What the change began from: the draft is saved against its version. */
  base: Base & { version: string };
  draft: Draft;
}

/** By the path of the page where they are made. */
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
  typeof one.name === 'string' &&
  typeof one.draft === 'object' &&
  one.draft !== null;

/** Sets the draft of one page, or removes it (null). */
export function withDraft(drafts: KeptDrafts, path: string, kept: KeptDraft | null): KeptDrafts {
  const { [path]: _, ...others } = drafts;
  return kept ? { ...others, [path]: kept } : others;
}

/** Pages with unsaved changes, except the one that is shown. */
export const elsewhere = (drafts: KeptDrafts, shown: string): { path: string; name: string }[] =>
  Object.entries(drafts)
    .filter(([path]) => path !== shown)
    .map(([path, { name }]) => ({ path, name }));

export const schedulePath = (lockId: number | string): string => `/doors/${lockId}/schedule`;
export const calendarPath = (id: string): string => `/calendars/${id}`;
