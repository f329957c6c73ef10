/** A request target taken apart; `segments` are decoded, null where the percent-encoding is malformed. */
export interface Target {
  path: string;
  query: string;
}

/** Splits the raw target; the absolute form (`GET http://host/path`) means the same as its path. */
export function splitTarget(raw: string): Target {
  let target = raw;
  if (!target.startsWith('/')) {
    const authority = target.indexOf('://');
    const slash = authority < 0 ? -1 : target.indexOf('/', authority + 3);
    target = slash < 0 ? '/' : target.slice(slash);
  }
  const fragment = target.indexOf('#');
  if (fragment >= 0) target = target.slice(0, fragment);
  const mark = target.indexOf('?');
  return mark < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** The segments below `base`, decoded; null for one that does not decode. `/v1/locks/4` below `/v1` is `['locks', '4']`. */
export function pathSegments(path: string, base: string): (string | null)[] {
  return path
    .slice(base.length + 1)
    .split('/')
    .map(decode);
}

/** Percent-decodes; null for malformed encoding, invalid UTF-8 and NUL, which the database cannot hold. */
export function decode(text: string): string | null {
  if (!text.includes('%')) return text;
  try {
    const decoded = decodeURIComponent(text);
    return decoded.includes('\0') ? null : decoded;
  } catch {
    return null;
  }
}

export type Query = { ok: true; values: Record<string, string> } | { ok: false; message: string };

const NONE: Query = { ok: true, values: {} };

/** Strict: every name at most once, everything well-encoded. */
export function parseQuery(query: string): Query {
  if (query === '') return NONE;
  const values: Record<string, string> = Object.create(null);
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const mark = pair.indexOf('=');
    const name = decodePart(mark < 0 ? pair : pair.slice(0, mark));
    const value = mark < 0 ? '' : decodePart(pair.slice(mark + 1));
    if (name === null || value === null)
      return { ok: false, message: 'The query string is not well-encoded.' };
    if (name in values)
      return { ok: false, message: `The query parameter "${name}" is given more than once.` };
    values[name] = value;
  }
  return { ok: true, values };
}

function decodePart(text: string): string | null {
  return decode(text.includes('+') ? text.replaceAll('+', ' ') : text);
}
