/** Characters that turn the direction of all that follows. */
const TURNS = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

const COLLATOR = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

interface Named {
  name: string;
}

/** Sorted naturally, ignoring case: `Door 2` before `Door 10`. */
export const compareNames = (a: string, b: string): number => COLLATOR.compare(a, b);
export const byName = (a: Named, b: Named): number => compareNames(a.name, b.name);
export const inOrder = <T extends Named>(things: readonly T[]): T[] => [...things].sort(byName);

/** A name inside a sentence: its direction of writing does not turn the words around it. */
export const named = (name: string): string => (TURNS.test(name) ? `\u2068${name}\u2069` : name);
