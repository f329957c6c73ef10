import { z } from 'zod';

/** BCP 47; empty: English. */
export const LanguageField = z
  .string()
  .regex(/^[A-Za-z0-9-]{0,35}$/, 'must be a language tag, such as fi or en-GB');

/** What came of a test, for people. */
export const TestOutcome = z.strictObject({ ok: z.boolean(), answer: z.string() });
