import { isObject, named } from './attributes.rules.js';
import type { Choice } from './chosen.rules.js';
import { MAX_ON_A_PAGE } from './discovery.rules.js';
import { ScimError } from './error.rules.js';

/* The parameters of a request, in its query or in its body (RFC 7644, 3.4.2 and 3.4.3). */

export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const SEARCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';

export interface Asked extends Choice {
  filter?: string | undefined;
  sortBy?: string | undefined;
  sortOrder?: string | undefined;
  startIndex?: number | undefined;
  count?: number | undefined;
}

const MAX_NAMES = 100;
const DEFAULT_PAGE = 100;

/** Checks that the `schemas` of a body name its schema. @throws ScimError `invalidSyntax`, `invalidValue` */
export function bodyOf(body: unknown, schema: string): Record<string, unknown> {
  if (!isObject(body)) throw new ScimError(400, 'The body must be a JSON object.', 'invalidSyntax');
  const schemas = named(body, 'schemas');
  if (!Array.isArray(schemas) || schemas.some((one) => typeof one !== 'string'))
    throw new ScimError(400, `schemas must be a list that names ${schema}`, 'invalidSyntax');
  if (!schemas.some((one) => one.toLowerCase() === schema.toLowerCase()))
    throw new ScimError(400, `schemas must name ${schema}`, 'invalidValue');
  return body;
}

export function askedIn(query: URLSearchParams): Asked {
  return { ...choiceIn(query), ...searchOf((name) => query.get(name) ?? undefined) };
}

/** The parameters of a search, whose lists are JSON. */
export function askedFor(body: Record<string, unknown>): Asked {
  const asked = searchOf((name) => {
    const value = named(body, name) ?? undefined;
    if (value !== undefined && typeof value !== 'string' && typeof value !== 'number')
      throw new ScimError(400, `${name} must be text or a number`, 'invalidValue');
    return value === undefined ? undefined : String(value);
  });
  const names = (name: string) => {
    const value = named(body, name) ?? undefined;
    if (value !== undefined && (!Array.isArray(value) || value.some((one) => typeof one !== 'string')))
      throw new ScimError(400, `${name} must be a list of names`, 'invalidValue');
    return few(name, value as string[] | undefined);
  };
  return { ...asked, attributes: names('attributes'), excludedAttributes: names('excludedAttributes') };
}

export function choiceIn(query: URLSearchParams): Choice {
  const names = (name: string) => few(name, query.get(name)?.split(','));
  return { attributes: names('attributes'), excludedAttributes: names('excludedAttributes') };
}

/** The part of a list that is asked for. */
export const pageOf = ({ startIndex = 1, count = DEFAULT_PAGE }: Asked) => ({
  startIndex: Math.max(startIndex, 1),
  limit: Math.min(Math.max(count, 0), MAX_ON_A_PAGE),
});

function few(name: string, names: string[] | undefined): string[] | undefined {
  if (names && names.length > MAX_NAMES)
    throw new ScimError(400, `${name} must hold at most ${MAX_NAMES} names`, 'invalidValue');
  const given = names?.map((one) => one.trim()).filter((one) => one !== '');
  return given && given.length > 0 ? given : undefined;
}

function searchOf(get: (name: string) => string | undefined): Asked {
  const word = (name: string) => get(name)?.trim() || undefined;
  const sortOrder = word('sortOrder');
  if (sortOrder && !['ascending', 'descending'].includes(sortOrder.toLowerCase()))
    throw new ScimError(400, 'sortOrder must be ascending or descending', 'invalidValue');
  return {
    filter: word('filter'),
    sortBy: word('sortBy'),
    sortOrder,
    startIndex: whole('startIndex', get('startIndex')),
    count: whole('count', get('count')),
  };
}

function whole(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (!/^-?\d{1,9}$/.test(text)) throw new ScimError(400, `${name} must be a number.`, 'invalidValue');
  return Number(text);
}
