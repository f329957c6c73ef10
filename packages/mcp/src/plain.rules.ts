/* What the door system says, made harmless to read. Names, notes and reasons were written by others. */

const LONGEST = 500;
/**
 * Characters that are not shown, or that change how others are: controls, format characters (directions, joiners, tags), line
 * and paragraph separators, surrogates without a pair, and characters for private use.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;

/** One line of visible characters, of bounded length. */
export function plainText(text: string): string {
  const seen = text.replace(UNSEEN, ' ');
  return seen.length <= LONGEST ? seen : `${seen.slice(0, LONGEST)} [cut: ${seen.length} characters]`;
}

/** The same for all texts of a value, keys of objects included. */
export function plain(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [plainText(name), plain(each)]));
}

/** JSON in which no text can look like markup, or like the end of what it stands in. */
export function toPlainJson(value: unknown): string {
  return JSON.stringify(plain(value), null, 1).replace(
    /[<>&`]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
