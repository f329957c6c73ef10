import { invalidValue, isObject, named } from './attributes.rules.js';
import { ScimError } from './error.rules.js';

/* The operations of a PATCH (RFC 7644, 3.5.2), whatever they change. */

export type Op = 'add' | 'replace' | 'remove';

export interface Operation {
  op: Op;
  path: string;
  value: unknown;
}

const MAX_OPERATIONS = 100;

/** One for each attribute: what has no path names them in its value. @throws ScimError 400 */
export function operationsIn(body: Record<string, unknown>): Operation[] {
  const operations = named(body, 'Operations');
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MAX_OPERATIONS)
    throw new ScimError(400, `Operations must be a list of 1 to ${MAX_OPERATIONS}`, 'invalidSyntax');
  return operations.flatMap(eachOf);
}

function eachOf(operation: unknown): Operation[] {
  if (!isObject(operation)) throw new ScimError(400, 'an operation must be an object', 'invalidSyntax');
  const op = String(named(operation, 'op')).toLowerCase();
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw new ScimError(400, 'op must be add, replace or remove', 'invalidSyntax');
  const path = named(operation, 'path');
  const value = named(operation, 'value');
  if (typeof path === 'string' && path !== '') return [{ op, path, value }];
  if (op === 'remove') throw new ScimError(400, 'remove needs a path', 'noTarget');
  if (!isObject(value)) throw invalidValue('value', 'must be an object where there is no path');
  return Object.entries(value).map(([name, inner]) => ({ op, path: name, value: inner }));
}
