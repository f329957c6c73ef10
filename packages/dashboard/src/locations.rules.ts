import { byName } from './names.rules.js';
import type { Location } from './types.js';

/** Locations in the order of a list: each below its parent, siblings in natural order. */
export function inTree(locations: readonly Location[]): Location[] {
  const below = childrenOf(locations);
  const from = (one: Location): Location[] => [one, ...(below.get(one.id) ?? []).flatMap(from)];
  return locations.filter(({ depth }) => depth === 0).flatMap(from);
}

function childrenOf(locations: readonly Location[]): Map<number, Location[]> {
  const below = new Map<number, Location[]>();
  for (const one of [...locations].sort(byName)) {
    if (one.depth === 0 || one.parent_id === null) continue;
    below.set(one.parent_id, [...(below.get(one.parent_id) ?? []), one]);
  }
  return below;
}
