import type { Location } from './types.js';

type Comparison = (a: Location, b: Location) => number;

/** Locations in the order of a list: each below its parent, siblings as they compare. */
export function inTree(locations: readonly Location[], compare: Comparison): Location[] {
  const below = childrenOf(locations, compare);
  const from = (one: Location): Location[] => [one, ...(below.get(one.id) ?? []).flatMap(from)];
  return locations.filter(({ depth }) => depth === 0).flatMap(from);
}

function childrenOf(locations: readonly Location[], compare: Comparison): Map<number, Location[]> {
  const below = new Map<number, Location[]>();
  for (const one of [...locations].sort(compare)) {
    if (one.depth === 0 || one.parent_id === null) continue;
    below.set(one.parent_id, [...(below.get(one.parent_id) ?? []), one]);
  }
  return below;
}
