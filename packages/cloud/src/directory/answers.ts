import { ApiError } from '../errors.js';
import { ScimError } from './scim/error.rules.js';

/* What all resources of a directory answer alike (RFC 7644). */

export interface DirectoryRequest {
  method: string;
  /** Below DIRECTORY_PATH, decoded: `['Users', '…']`. */
  segments: readonly string[];
  query: URLSearchParams;
  /** Parsed JSON; null where there is none. */
  body: unknown;
}

export interface DirectoryAnswer {
  status: number;
  body: object | null;
  headers?: Record<string, string>;
}

const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const listOf = (Resources: object[], totalResults: number, startIndex: number) => ({
  schemas: [LIST_SCHEMA],
  totalResults,
  startIndex,
  itemsPerPage: Resources.length,
  Resources,
});

/** @throws ApiError 405 */
export function requireMethod(method: string, ...allowed: string[]): void {
  if (!allowed.includes(method))
    throw new ApiError('method_not_allowed', { headers: { Allow: allowed.join(', ') } });
}

export const notFound = () => new ScimError(404, 'There is no such resource.');
