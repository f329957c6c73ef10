import type { Door, Key } from './types.js';

/* How doors are sorted and found on a small screen: pure. */

export interface Place {
  key: string;
  /** Empty where there is nothing to tell apart. */
  name: string;
  doors: Door[];
}

/** By location, place and name, in natural order; the location is shown if there are several. */
export function byPlace(doors: readonly Door[]): Place[] {
  const isOne = new Set(doors.map((door) => door.location.id)).size === 1;
  const places = new Map<string, Place>();
  for (const door of [...doors].sort(inPlace)) {
    const key = `${door.location.id}/${door.place}`;
    const name = [isOne ? '' : door.location.name, door.place].filter((part) => part !== '').join(' · ');
    let place = places.get(key);
    if (!place) {
      place = { key, name: name || door.location.name, doors: [] };
      places.set(key, place);
    }
    place.doors.push(door);
  }
  return [...places.values()];
}

/** Sorted naturally, ignoring case: `Door 2` before `Door 10`. */
const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const inPlace = (one: Door, other: Door): number =>
  compare(one.location.name, other.location.name) ||
  compare(one.place, other.place) ||
  compare(one.name, other.name);

/** All words of the question, each somewhere, accents and case aside. */
export function search(doors: readonly Door[], question: string): Door[] {
  const words = plain(question).split(/\s+/).filter(Boolean);
  return doors.filter((door) => {
    const text = plain(`${door.name} ${door.place} ${door.location.name}`);
    return words.every((word) => text.includes(word));
  });
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Keys that open nothing now, and why. */
export const keysToExplain = (keys: readonly Key[]): Key[] => keys.filter((key) => key.status !== 'valid');
