/** Characters that turn the direction of all that follows. */
const TURNS = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

/** A name inside a sentence: whatever it holds, it cannot turn the words around it. */
export const named = (name: string): string => (TURNS.test(name) ? `\u2068${name}\u2069` : name);

const COLLATOR = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Names as people order them: door 2 before door 10, whatever the case. */
export const byName = (one: string, other: string): number => COLLATOR.compare(one, other);

export const inOrder = <T extends { name: string }>(things: readonly T[]): T[] =>
  [...things].sort((one, other) => byName(one.name, other.name));
