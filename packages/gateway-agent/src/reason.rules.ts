/**
 * Why a connection failed, in words. A name with several addresses fails with an AggregateError, whose own message is
 * empty: what happened at each address says why.
 */
export function reasonOf(error: unknown): string {
  const { errors, code, message } = error as NodeJS.ErrnoException & { errors?: unknown };
  if (Array.isArray(errors) && errors.length > 0) return [...new Set(errors.map(reasonOf))].join(', ');
  return message || code || String(error);
}
