import type { Shown } from './status.rules.js';

/* The list of doors as lines: a heading for each location, and below it its doors, so many a line. */

export type Line =
  /** `name`: of a location; null: what needs attention. */
  | { kind: 'heading'; name: string | null; count: number }
  /** `position`: of its first door among all that are shown. */
  | { kind: 'doors'; shown: readonly Shown[]; position: number };

/** What needs a person is apart, above all locations; one group alone needs no heading. */
export function linesOf(shown: readonly Shown[], columns: number): Line[] {
  const groups = new Map<string, Shown[]>();
  for (const one of shown) {
    const isUrgent = one.status === 'forced' || one.status === 'left_open';
    const key = isUrgent ? 'urgent' : `at ${one.lock.location.id}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  const lines: Line[] = [];
  let position = 1;
  for (const [key, group] of groups) {
    const [first] = group as [Shown];
    if (groups.size > 1)
      lines.push({
        kind: 'heading',
        name: key === 'urgent' ? null : first.lock.location.name,
        count: group.length,
      });
    for (let from = 0; from < group.length; from += columns) {
      const part = group.slice(from, from + columns);
      lines.push({ kind: 'doors', shown: part, position });
      position += part.length;
    }
  }
  return lines;
}

/** Pixels. */
export const TILE_HEIGHT = 76;
export const HEADING_HEIGHT = 38;
export const GAP = 10;

/** Pixels from the top of the list to the top of each line; the last is the height of the whole. */
export function startsOf(lines: readonly Line[]): number[] {
  const starts = [0];
  for (const line of lines)
    starts.push((starts.at(-1) ?? 0) + (line.kind === 'heading' ? HEADING_HEIGHT : TILE_HEIGHT + GAP));
  return starts;
}

/** The lines of which any part is between two heights: the first of them, and the one behind the last. */
export function between(starts: readonly number[], top: number, bottom: number): [from: number, to: number] {
  const count = starts.length - 1;
  let from = 0;
  while (from < count && (starts[from + 1] ?? 0) <= top) from++;
  let to = from;
  while (bottom > top && to < count && (starts[to] ?? 0) < bottom) to++;
  return [from, to];
}
