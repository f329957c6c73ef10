const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The id that a proxy or a caller gave its request: a UUID in the header `X-Request-Id`, and nothing else, as it is
 * answered and logged. Null where there is none, and where there are two.
 */
export const givenRequestId = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && UUID.test(header) ? header.toLowerCase() : null;
