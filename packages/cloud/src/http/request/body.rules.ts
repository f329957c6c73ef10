import { isUtf8 } from 'node:buffer';
import type { ErrorDetail } from '../../errors.js';
import { fieldName, MAX_DETAILS } from '../details.rules.js';

export type ParsedBody = { ok: true; value: Record<string, unknown> } | { ok: false; details: ErrorDetail[] };

const DEEPEST = 32;

/** Bytes to a JSON object, or the one detail with field `""` that says why not. */
export function parseBody(
  bytes: Buffer,
  contentType: string | undefined,
  contentEncoding: string | undefined,
): ParsedBody {
  if (!isJson(contentType)) return whole('the content type must be application/json');
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity')
    return whole('content encodings are not supported');
  if (!isUtf8(bytes)) return whole('must be JSON in UTF-8');
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return whole('must be JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return whole('must be a JSON object');
  const details: ErrorDetail[] = [];
  if (!walk(value, [], details)) return whole(`must not be nested deeper than ${DEEPEST} levels`);
  return details.length > 0 ? { ok: false, details } : { ok: true, value: value as Record<string, unknown> };
}

/** Of an endpoint that declares no other. */
export const MAX_BODY_BYTES = 64 * 1024;

export const tooLarge = (maxBytes = MAX_BODY_BYTES): ErrorDetail[] => [
  { field: '', code: 'invalid', message: `must be at most ${maxBytes / 1024} KB` },
];

function whole(message: string): ParsedBody {
  return { ok: false, details: [{ field: '', code: 'invalid', message }] };
}

function isJson(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  if (contentType === 'application/json') return true;
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  return (
    type.trim() === 'application/json' &&
    parameters.every(
      (parameter) => !parameter.trim().startsWith('charset') || /^charset="?utf-?8"?$/.test(parameter.trim()),
    )
  );
}

/** Refuses text that the database cannot hold, or would hold as other text: NUL and lone surrogates. False: too deep. */
function walk(value: unknown, path: (string | number)[], details: ErrorDetail[]): boolean {
  if (typeof value === 'string') {
    if (!isStorable(value)) refuse(path, 'invalid', 'must not hold NUL or half a surrogate pair', details);
    return true;
  }
  if (typeof value !== 'object' || value === null) return true;
  if (path.length >= DEEPEST) return false;
  if (Array.isArray(value)) return value.every((entry, index) => walk(entry, [...path, index], details));
  return Object.entries(value).every(([key, entry]) => {
    if (!isStorable(key)) refuse([...path, key], 'unknown_field', 'unknown field', details);
    return walk(entry, [...path, key], details);
  });
}

function refuse(
  path: (string | number)[],
  code: ErrorDetail['code'],
  message: string,
  details: ErrorDetail[],
): void {
  if (details.length < MAX_DETAILS) details.push({ field: fieldName(path), code, message });
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}
