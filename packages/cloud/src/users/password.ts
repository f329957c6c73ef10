import { hash, type Options, verify } from '@node-rs/argon2';

/** Argon2id, 19 MiB, two passes, one lane: OWASP's minimum, some 20 ms. */
const PARAMETERS: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The salt and the parameters are in the result. */
export const hashPassword = (password: string): Promise<string> =>
  hash(password.normalize('NFKC'), PARAMETERS);

export const isPassword = (password: string, passwordHash: string): Promise<boolean> =>
  verify(passwordHash, password.normalize('NFKC'));
