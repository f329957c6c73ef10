import { normaliseEmail } from './person.rules.js';

/* What names a person in text that people typed, and the text without it. */

export interface Named {
  name: string;
  email: string;
  phone: string;
}

/** Stands where a name was. */
export const ERASED = '…';
/** A letter by itself names no one. */
const MIN_WORD = 2;
/** The digits by which a number is known, with its country or without. */
const MIN_DIGITS = 7;
const BETWEEN = '[\\s()./-]*';

export type Eraser = (text: string) => string;

/** Takes out the whole name, the e-mail address and the phone: what can mean no one else. */
export const wholeNameEraser = (person: Named): Eraser => eraser([...wholeNames(person)]);

/** Takes out the first and the last name too, as whole words. */
export function nameEraser(person: Named): Eraser {
  const words = person.name
    .normalize('NFC')
    .split(/[^\p{L}\p{M}\p{N}'’-]+/u)
    .filter((word) => [...word].length >= MIN_WORD);
  const ends = [words[0], words.at(-1)].filter((word) => word !== undefined);
  return eraser([...wholeNames(person), ...ends.map(escaped)]);
}

function* wholeNames({ name, email, phone }: Named): Generator<string> {
  const words = name.normalize('NFC').split(/\s+/u).filter(Boolean).map(escaped);
  if (words.length > 1) yield words.join('\\s+');
  if (email !== '') yield escaped(normaliseEmail(email));
  const digits = phone.replace(/\D/g, '').slice(-MIN_DIGITS);
  if (digits.length === MIN_DIGITS) yield `(?:\\+?\\d[\\d\\s()./-]*)?${[...digits].join(BETWEEN)}`;
}

function eraser(patterns: readonly string[]): Eraser {
  if (patterns.length === 0) return (text) => text;
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{M}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{M}\\p{N}])`,
    'giu',
  );
  return (text) => {
    const composed = text.normalize('NFC');
    const erased = composed.replace(pattern, ERASED);
    return erased === composed ? text : erased;
  };
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
