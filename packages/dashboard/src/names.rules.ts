/** Characters that turn the direction of all that follows. */
const TURNS = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

/** A name inside a sentence: whatever it holds, it cannot turn the words around it. */
export const named = (name: string): string => (TURNS.test(name) ? `\u2068${name}\u2069` : name);
