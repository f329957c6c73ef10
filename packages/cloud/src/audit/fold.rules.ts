import type { Actor } from './entry.rules.js';

/* Runs of entries that one act has written, such as the import of a list, so that they are read as one. */

/** Shorter runs are shown entry by entry. */
export const MIN_FOLDED = 4;
/** The time between two entries of a run, at most. */
const GAP_MS = 10_000;
/** A person and their key are written in turns. */
const MAX_ACTIONS = 2;

export interface Foldable {
  at: Date;
  actor: Actor;
  action: string;
}

/** What is done one by one, and to a door, is never folded. */
const isFolded = (action: string): boolean =>
  /^(?:person|key|invitation|alarm)\./.test(action) || action.endsWith('.create');

function continues<Entry extends Foldable>(run: readonly Entry[], entry: Entry): boolean {
  const last = run.at(-1) as Entry;
  const { actor } = entry;
  if (actor.type !== last.actor.type || actor.id !== last.actor.id || actor.name !== last.actor.name)
    return false;
  if (last.at.getTime() - entry.at.getTime() > GAP_MS) return false;
  const actions = new Set(run.map(({ action }) => action)).add(entry.action);
  return actions.size <= MAX_ACTIONS && [...actions].every(isFolded);
}

/** Entries, the newest first, in runs; a short run is one entry each. */
export function runsOf<Entry extends Foldable>(entries: readonly Entry[]): Entry[][] {
  const runs: Entry[][] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last && continues(last, entry)) last.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run) => (run.length >= MIN_FOLDED ? [run] : run.map((entry) => [entry])));
}
