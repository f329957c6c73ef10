import { InvalidArgumentError } from 'commander';

/** Reads a whole number from 1 to `most`. */
export const upTo =
  (most: number, expected = `expected 1 to ${most}.`) =>
  (value: string): number => {
    const number = Number(value);
    if (!Number.isInteger(number) || number < 1 || number > most) throw new InvalidArgumentError(expected);
    return number;
  };

/** Reads an id. */
export const idOf = (what: string) => upTo(2_147_483_647, `expected ${what}.`);
