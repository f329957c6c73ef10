/* What somebody types to find a person. */

/** Words that must all be parts of the person's name, e-mail address and phone, or of another way to read them. */
export type Search = readonly (readonly string[])[];

/** A number as it is written: at least three digits, and nothing but what stands between them. */
const NUMBER = /^\+?[\d\s()./-]*$/;
const MIN_DIGITS = 3;

/** Words in any order; a phone number also however it is written, with its country or without. */
export function searchOf(typed: string): Search {
  const words = [...new Set(typed.split(/\s+/u).filter((word) => word !== ''))];
  const digits = typed.replace(/\D/g, '').replace(/^00?/, '');
  const isNumber = NUMBER.test(typed.trim()) && digits.length >= MIN_DIGITS;
  return isNumber && !(words.length === 1 && words[0] === digits) ? [words, [digits]] : [words];
}
