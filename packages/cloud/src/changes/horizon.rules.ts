/*
 * Up to where the order of changes is decided. Each change has a number from one sequence, which its transaction draws
 * when it has a number of its own (`NEXT_CHANGE`). A number that was drawn may be committed later than a higher one, or
 * never. So readers are shown changes up to a number whose transactions have all ended. Pure.
 */

/** What the database said: first the last number drawn, and after that which transactions were under way. */
export interface Look {
  /** Of the database's own past: another one begins where it was set back, or moved. */
  epoch: number;
  last: number;
  /** Transactions below it have ended. */
  xmin: number;
  /** The next number of a transaction: those that have drawn by then are below it. */
  next: number;
}

export interface Horizon {
  epoch: number;
  /** The last number that was drawn, at the last look. */
  last: number;
  /** All numbers up to it are decided. */
  safe: number;
  /** Up to `last`, numbers were drawn by transactions below `next`; the oldest first. */
  pending: readonly { last: number; next: number; at: number }[];
}

export const NO_HORIZON: Horizon = { epoch: 0, last: 0, safe: 0, pending: [] };

/** More are not kept: the next is added when some have been decided. */
const MAX_PENDING = 64;

/** @param at when, on any clock */
export function afterLook(before: Horizon, look: Look, at: number): Horizon {
  const isSame = before.epoch === look.epoch && before.safe <= look.last;
  const { safe, pending } = isSame ? before : NO_HORIZON;
  const decided = pending.filter(({ next }) => next <= look.xmin).at(-1)?.last ?? 0;
  const open = pending.filter(({ next }) => next > look.xmin);
  const { epoch, last, xmin, next } = look;
  if (xmin >= next || last <= Math.max(safe, decided))
    return { epoch, last, safe: Math.max(safe, decided, xmin >= next ? last : 0), pending: [] };
  const isNew = open.length < MAX_PENDING && (open.at(-1)?.last ?? 0) < last;
  return {
    epoch,
    last,
    safe: Math.max(safe, decided),
    pending: isNew ? [...open, { last, next, at }] : open,
  };
}

/** Since when a number waits for being decided; null: none does. */
export const waitingSince = ({ pending }: Horizon): number | null => pending[0]?.at ?? null;

/** Between two looks while there is something to hand out, so that commits come in groups. */
export const SHORTEST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 500;

/**
 * Milliseconds until the next look at the latest, where something has waited for `stuckMs` for an older transaction: a reader
 * waits at most an eighth longer than that transaction lasts, however long it takes.
 */
export const pauseAfter = (stuckMs: number): number =>
  Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, stuckMs / 8));
