import type { z } from 'zod';
import type { DetailCode, ErrorDetail } from '../errors.js';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** The maximum number of details; more would only repeat themselves. */
export const MAX_DETAILS = 100;

/** `['security_groups', 0]` is `security_groups[0]`. */
export function fieldName(path: Path): string {
  let name = '';
  for (const part of path) {
    if (typeof part === 'number') name += `[${part}]`;
    else name += name === '' ? String(part) : `.${String(part)}`;
  }
  return name;
}

/**
 * What a schema found, as the details of a 422. A schema names another code than `invalid` with
 * `{ code: 'custom', params: { detail: 'reserved_name' } }`.
 */
export function detailsOf(issues: readonly Issue[], body: unknown): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        details.push({
          field: fieldName([...issue.path, key]),
          code: 'unknown_field',
          message: 'unknown field',
        });
    } else {
      details.push({ field: fieldName(issue.path), code: codeOf(issue), message: messageOf(issue, body) });
    }
  }
  return details.slice(0, MAX_DETAILS);
}

function codeOf(issue: Issue): DetailCode {
  const named = issue.code === 'custom' ? (issue.params?.detail as DetailCode | undefined) : undefined;
  return named ?? 'invalid';
}

function messageOf(issue: Issue, body: unknown): string {
  if (issue.code !== 'custom' && issue.path.length > 0 && valueAt(body, issue.path) === undefined)
    return 'required';
  return inWords(issue);
}

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

/** The schema's message for people; ours if the library has only a generic one. */
function inWords(issue: Issue): string {
  if (!/^(Invalid|Too) /.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'invalid_union':
      // Only a discriminated union knows the values of its discriminator.
      return 'options' in issue && issue.options
        ? `must be one of ${issue.options.join(', ')}`
        : issue.message;
    case 'too_small':
      return bound('at least', Number(issue.minimum), issue.origin);
    case 'too_big':
      return bound('at most', Number(issue.maximum), issue.origin);
    default:
      return issue.message;
  }
}

function bound(how: string, count: number, origin: string): string {
  if (origin === 'array') return `must have ${how} ${count} ${count === 1 ? 'entry' : 'entries'}`;
  if (origin === 'string') return `must be ${how} ${count} ${count === 1 ? 'character' : 'characters'} long`;
  return `must be ${how} ${count}`;
}

function valueAt(body: unknown, path: Path): unknown {
  let value = body;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

/** The first thing wrong with a query or a path, in words that name the parameter. */
export function firstFault(issues: readonly Issue[], kind: 'query' | 'route'): string {
  const issue = issues[0];
  if (!issue) return `The ${kind} is malformed.`;
  if (issue.code === 'unrecognized_keys') return `Unknown ${kind} parameter "${issue.keys[0]}".`;
  // A list in a query is one parameter, so its name is used for every wrong value.
  const field = fieldName(issue.path.slice(0, 1));
  return field === ''
    ? `${issue.message}.`
    : `The ${kind} parameter "${field}" is malformed: ${inWords(issue)}.`;
}
