import { normaliseEmail } from './person.rules.js';

/* Finds and erases a person's names in text that people typed. */

export interface Named {
  name: string;
  email: string;
  phone: string;
}

/** Replaces a name. */
export const ERASED = '…';
/** A single letter identifies no one. */
const MIN_WORD = 2;
/** The number of last digits that identify a phone number, with or without its country code. */
const MIN_DIGITS = 7;
const BETWEEN = '[\\s()./-]*';

export type Eraser = (text: string) => string;

/** Erases the whole name, the e-mail address and the phone, which identify only this person. */
export const wholeNameEraser = (person: Named): Eraser => eraser([...wholeNames(person)]);

/** Also erases the first and the last name, as whole words. */
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
