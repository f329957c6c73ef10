/* The text of a search for a person. */

/** Alternatives of words; all words of one must occur in the person's name, e-mail address or phone. */
export type Search = readonly (readonly string[])[];

/** A phone number as typed: digits and separators only. */
const NUMBER = /^\+?[\d\s()./-]*$/;
const MIN_DIGITS = 3;

/** Words in any order; a phone number also in any notation, with or without its country code. */
export function searchOf(typed: string): Search {
  const words = [...new Set(typed.split(/\s+/u).filter((word) => word !== ''))];
  const digits = typed.replace(/\D/g, '').replace(/^00?/, '');
  const isNumber = NUMBER.test(typed.trim()) && digits.length >= MIN_DIGITS;
  return isNumber && !(words.length === 1 && words[0] === digits) ? [words, [digits]] : [words];
}
