import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import { detailsOf, firstFault, MAX_DETAILS } from './details.rules.js';
import type { Caller, Declared, Manager } from './endpoint.js';
import { parseBody, tooLarge } from './request/body.rules.js';
import { parseQuery } from './request/target.rules.js';
import type { Match, Route } from './routes.js';
import { validFields } from './strict.js';

/** The route of a known path and method; else 404, 405, or 400 where the path is not even well-encoded. */
export function requireRoute<E extends Declared>(
  match: Match<E>,
  segments: readonly (string | null)[],
  { method }: IncomingMessage,
): Route<E> {
  const { route } = match;
  if (route?.endpoint.for === 'page' && route.endpoint.stream && method === 'HEAD')
    throw new ApiError('method_not_allowed', { headers: { Allow: 'GET' } });
  if (route) return route;
  if (match.allow !== undefined)
    throw new ApiError('method_not_allowed', { headers: { Allow: match.allow } });
  if (segments.includes(null))
    throw new ApiError('invalid_request', { message: 'The path is not well-encoded.' });
  throw new ApiError('not_found');
}

/** Throws `invalid_request` (400). */
export function readParams({ endpoint, parameters }: Route, values: readonly (string | null)[]): unknown {
  if (!endpoint.params) return {};
  const given: Record<string, string> = {};
  for (let index = 0; index < parameters.length; index++) {
    const value = values[index];
    if (value == null) throw new ApiError('invalid_request', { message: 'The path is not well-encoded.' });
    given[parameters[index] as string] = value;
  }
  const parsed = endpoint.params.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ApiError('invalid_request', { message: firstFault(parsed.error.issues, 'route') });
}

/** Throws `invalid_request` (400): unknown or repeated parameters, malformed values. */
export function readQuery(endpoint: Declared, text: string): unknown {
  const query = parseQuery(text);
  if (!query.ok) throw new ApiError('invalid_request', { message: query.message });
  if (!endpoint.query) {
    const [unknown] = Object.keys(query.values);
    if (unknown === undefined) return {};
    throw new ApiError('invalid_request', { message: `Unknown query parameter "${unknown}".` });
  }
  const parsed = endpoint.query.safeParse(query.values);
  if (parsed.success) return parsed.data;
  throw new ApiError('invalid_request', { message: firstFault(parsed.error.issues, 'query') });
}

/**
 * The body's fields, checked; null bytes mean a body over the maximum. No body at all counts as `{}` where the endpoint
 * takes `{}`. Throws `validation_failed` (422).
 */
export async function readFields(
  route: Route,
  bytes: Buffer | null,
  request: IncomingMessage,
  context: Context,
  caller: Caller | Manager | undefined,
  params: unknown,
): Promise<unknown> {
  if (bytes === null)
    throw new ApiError('validation_failed', { details: tooLarge(route.endpoint.maxBodyBytes) });
  const { endpoint } = route;
  if (bytes.length === 0 && (route.emptyBody || !endpoint.body)) return endpoint.body?.parse({});
  const body = parseBody(bytes, request.headers['content-type'], request.headers['content-encoding']);
  if (!body.ok) throw new ApiError('validation_failed', { details: body.details });
  const parsed = endpoint.body?.safeParse(body.value);
  if (parsed?.success) return parsed.data;
  // Reported even with other faults: a union whose form is unknown yet does not name unknown fields.
  const names = endpoint.for === 'gateway' ? [] : Object.keys(body.value);
  const unknown = new Set(names.filter((key) => !route.fields.has(key)));
  const issues: z.core.$ZodIssue[] = [];
  for (const issue of parsed?.error.issues ?? []) {
    if (issue.code === 'unrecognized_keys' && issue.path.length === 0)
      for (const key of issue.keys) unknown.add(key);
    else issues.push(issue);
  }
  issues.push({ code: 'unrecognized_keys', keys: [...unknown], path: [], message: '' });
  const details = detailsOf(issues, body.value);
  if (details.length === 0) return undefined;
  if (endpoint.body && endpoint.moreFaults && caller) {
    const fields = validFields(endpoint.body, body.value);
    const more = endpoint.moreFaults({ context, caller, params, fields });
    details.push(...(await more.catch(noneOfUnknown)));
  }
  throw new ApiError('validation_failed', { details: details.slice(0, MAX_DETAILS) });
}

function noneOfUnknown(error: unknown): [] {
  if (error instanceof ApiError && error.kind === 'not_found') return [];
  throw error;
}
