/** 32 characters that no one takes for one another: 5 bits each. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

export const PASSWORD_RANDOM_BYTES = GROUPS * GROUP_LENGTH;

/** 80 random bits that can be read out and typed: `k7mq-x2fw-…`. */
export function makePassword(random: Uint8Array): string {
  if (random.length !== PASSWORD_RANDOM_BYTES)
    throw new RangeError(`a password takes ${PASSWORD_RANDOM_BYTES} random bytes`);
  const chars = [...random].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return chars.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g'))?.join('-') ?? chars;
}

export const SHORTEST_PASSWORD = 12;
const LONGEST_PASSWORD = 200;

/** Counted as people count, not in UTF-16 units. */
const lengthOf = (password: string): number => [...password].length;

/** Longer than any password chosen. */
export const isTooLong = (password: string): boolean => lengthOf(password) > LONGEST_PASSWORD;

/** What is wrong with a password that a person chose; null where nothing is. Length is what counts (NIST SP 800-63B). */
export function passwordFault(password: string): string | null {
  if (lengthOf(password) < SHORTEST_PASSWORD) return `must have at least ${SHORTEST_PASSWORD} characters`;
  if (isTooLong(password)) return `must have at most ${LONGEST_PASSWORD} characters`;
  return null;
}
