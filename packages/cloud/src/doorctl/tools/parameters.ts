import { InvalidArgumentError } from 'commander';

/** Reads a whole number from 1 to `max`. */
export const upTo =
  (max: number, expected = `expected 1 to ${max}.`) =>
  (value: string): number => {
    const number = Number(value);
    if (!Number.isInteger(number) || number < 1 || number > max) throw new InvalidArgumentError(expected);
    return number;
  };

/** Reads an id. */
export const idOf = (what: string) => upTo(2_147_483_647, `expected ${what}.`);
