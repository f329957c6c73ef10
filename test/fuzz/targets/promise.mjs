import { isDeepStrictEqual } from 'node:util';

export function must(holds, promise, ...facts) {
  if (!holds) throw new Error(`${promise}${facts.map((fact) => ` ${JSON.stringify(fact)}`).join('')}`);
}

export function same(one, other, promise) {
  must(isDeepStrictEqual(one, other), promise, one, other);
}

/** What it returns, or null where it throws what it may. */
export function declared(errors, work) {
  try {
    return work();
  } catch (error) {
    if (errors.some((kind) => error instanceof kind)) return null;
    throw error;
  }
}
