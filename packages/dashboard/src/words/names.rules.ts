/** Characters that turn the direction of all that follows. */
const TURNS = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

/** Compares names as people of this language sort them, ignoring case: `Door 2` before `Door 10`. */
export const comparisonIn = (language: string): ((a: string, b: string) => number) =>
  new Intl.Collator(language, { numeric: true, sensitivity: 'base' }).compare;

/** A name inside a sentence: its direction of writing does not turn the words around it. */
export const named = (name: string): string => (TURNS.test(name) ? `\u2068${name}\u2069` : name);
