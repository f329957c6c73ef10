/** Characters of a name that people read, at most. */
export const NAME_MAX_LENGTH = 200;

/** Length as people count it, not in UTF-16 units. */
export const characters = (text: string): number => [...text].length;
