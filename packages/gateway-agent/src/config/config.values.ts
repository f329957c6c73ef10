import { z } from 'zod';

/* The kinds of values in `gateway.yaml`; every message says what is expected. */

/** Something in the configuration that its owner has to change. */
export interface Mistake {
  readonly path: (string | number)[];
  readonly message: string;
}

export const whole = (least: number, max: number, suffix = '') => {
  const error = `expected a whole number from ${least} to ${max}${suffix && ` (${suffix})`}`;
  return z.int({ error }).min(least, { error }).max(max, { error });
};

export const text = (what: string) =>
  z.string({ error: `expected ${what}` }).min(1, { error: `expected ${what}` });

export const yesNo = z.boolean({ error: 'expected true or false' });

export const settings = <Shape extends z.core.$ZodLooseShape>(shape: Shape, what: string) =>
  z.strictObject(shape, {
    // Unknown keys are reported one by one elsewhere; this covers a value that is not a group of settings.
    error: (issue) => (issue.code === 'invalid_type' ? `expected ${what}` : undefined),
  });

/** `contact: true`, or nothing behind the colon, means: wired, with the defaults; `false` means not wired. */
export const wired = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (value === null || value === true ? {} : value === false ? undefined : value),
    schema.optional(),
  );
