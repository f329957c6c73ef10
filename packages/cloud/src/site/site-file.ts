import { readFile, stat } from 'node:fs/promises';
import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  parseDocument,
} from 'yaml';
import { z } from 'zod';
import { latestExpiry } from '../api-keys/lifetime.rules.js';
import { crossCheck, type Mistake, type SitePath, show } from './cross-checks.rules.js';
import { type Site, SiteSchema } from './site-schema.js';

/** A site file that cannot be used. `message` is one line per mistake, `file:line:column: path: what is wrong, what is expected`. */
export class SiteFileError extends Error {
  override name = 'SiteFileError';
}

export interface SiteFile {
  site: Site;
  /** The error that names these mistakes by their place in the file. */
  error(mistakes: readonly Mistake[]): SiteFileError;
}

/** A site file that cannot be used, in one line that names the setting. */
export function siteFileFault(file: string, error: SiteFileError): string {
  const [first = '', ...others] = error.message.split('\n');
  const what = first.startsWith(`${file}: `) ? first.slice(file.length + 2) : first;
  const more = others.length > 0 ? ` (and ${others.length} more: npx doorctl site apply ${file} --plan)` : '';
  return `SITE_FILE=${file}: ${what}${more}`;
}

const LARGEST_FILE = 16 * 1024 * 1024;

/** @param now Unix milliseconds, for how far away an end may lie */
export async function readSiteFile(file: string, now: number): Promise<SiteFile> {
  let text: string;
  try {
    if ((await stat(file)).size > LARGEST_FILE)
      throw new SiteFileError(
        `${file}: is larger than ${LARGEST_FILE / 1024 / 1024} MB; split it by account`,
      );
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof SiteFileError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const known: Record<string, string> = { ENOENT: 'there is no such file', EISDIR: 'is a folder, no file' };
    throw new SiteFileError(`${file}: ${known[code ?? ''] ?? `cannot be read (${code})`}`);
  }
  return parseSiteFile(text, file, now);
}

/**
 * Checks a site file, YAML or JSON (JSON is read as the YAML that it also is), and throws a SiteFileError that names
 * every mistake at once. `file` is only for the messages.
 */
export function parseSiteFile(text: string, file: string, now: number): SiteFile {
  const language = file.endsWith('.json') ? 'JSON' : 'YAML';
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.2' });
  const at = (offset: number, rest: string) => {
    const { line, col } = lines.linePos(offset);
    return { offset, text: `${file}:${Math.max(line, 1)}:${Math.max(col, 1)}: ${rest}` };
  };
  const report = (found: { offset: number; text: string }[]) => {
    found.sort((a, b) => a.offset - b.offset);
    return new SiteFileError([...new Set(found.map((mistake) => mistake.text))].join('\n'));
  };
  const error = (mistakes: readonly Mistake[]) =>
    report(
      mistakes.map(({ path, message, isName }) =>
        at(offsetOf(document, path, isName), `${path.length > 0 ? show(path) : 'the file'}: ${message}`),
      ),
    );

  if (document.errors.length > 0)
    throw report(
      document.errors.map(({ code, message, pos }) =>
        at(
          pos[0],
          code === 'MULTIPLE_DOCS'
            ? 'a second document begins here (---), expected one account a file'
            : `not valid ${language}: ${message.split('\n')[0]}`,
        ),
      ),
    );
  let content: unknown;
  try {
    content = document.toJS({ maxAliasCount: 1000 });
    JSON.stringify(content);
  } catch (fault) {
    const { name, message } = fault as Error;
    throw new SiteFileError(
      `${file}:1:1: ${name === 'TypeError' ? 'a part of it (&) holds itself (*), expected it written out' : `not valid ${language}: ${message}`}`,
    );
  }
  const parsed = SiteSchema.safeParse(content);
  const mistakes = [
    ...(parsed.error?.issues ?? []).flatMap((issue) => explain(issue, content)),
    ...crossCheck(content),
  ];
  if (parsed.data) mistakes.push(...tooLong(parsed.data, now));
  if (mistakes.length > 0) throw error(firstPerPath(mistakes));
  return { site: parsed.data as Site, error };
}

function tooLong(site: Site, now: number): Mistake[] {
  return site.api_keys.flatMap(({ expires_at }, index) =>
    expires_at !== undefined && Date.parse(expires_at) > latestExpiry(now)
      ? [
          {
            path: ['api_keys', index, 'expires_at'],
            message: `is "${expires_at}", expected a time at most 2 years away`,
          },
        ]
      : [],
  );
}

/** Two checks of one field report the same mistake twice. */
function firstPerPath(mistakes: Mistake[]): Mistake[] {
  const first = new Map<string, Mistake>();
  for (const mistake of mistakes) {
    const key = show(mistake.path);
    if (!first.has(key)) first.set(key, mistake);
  }
  return [...first.values()];
}

function explain(issue: z.core.$ZodIssue, content: unknown): Mistake[] {
  const path = issue.path as SitePath;
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(path);
    return issue.keys.map((key) => ({
      path: [...path, key],
      isName: true,
      message: `is not known here, expected one of ${known.join(', ')}`,
    }));
  }
  const value = valueAt(content, path);
  // Of a union whose other branch is the empty text, the real branch says what is expected.
  const cause = (issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : undefined) ?? issue;
  const wrong = value === undefined ? 'is missing' : value === null ? 'is empty' : `is ${showValue(value)}`;
  const isUnquoted =
    ['number', 'boolean'].includes(typeof value) &&
    cause.code === 'invalid_type' &&
    cause.expected === 'string';
  return [{ path, message: `${wrong}, expected ${cause.message}${isUnquoted ? '; put it in quotes' : ''}` }];
}

function showValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'a group of fields';
  const shown = JSON.stringify(value);
  return shown.length > 80 ? `${shown.slice(0, 77)}…` : shown;
}

function valueAt(content: unknown, path: SitePath): unknown {
  return path.reduce<unknown>(
    (value, part) => (value as Record<string | number, unknown> | null | undefined)?.[part],
    content,
  );
}

/** The field names that the schema knows at a path. */
function knownKeys(path: SitePath): string[] {
  let schema: z.ZodType = SiteSchema;
  for (const part of path) {
    schema = bare(schema);
    if (schema instanceof z.ZodArray) schema = schema.element as z.ZodType;
    else if (schema instanceof z.ZodObject) schema = schema.shape[part] as z.ZodType;
  }
  schema = bare(schema);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function bare(schema: z.ZodType): z.ZodType {
  let inner = schema;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodOptional || inner instanceof z.ZodNullable)
    inner = inner.unwrap() as z.ZodType;
  return inner;
}

/** Where a field stands; of a missing one, where the row that lacks it does. */
function offsetOf(document: Document, path: SitePath, isName = false): number {
  let node: unknown = document.contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const [index, part] of path.entries()) {
    if (!isCollection(node)) break;
    const wantsName = isName && index === path.length - 1;
    const pair = isMap(node)
      ? node.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === part)
      : undefined;
    node = pair ? pair.value : node.get(part, true);
    const place = isNode(node) && node.range && !isEmpty(node) && !wantsName ? node : pair?.key;
    if (!isNode(place) || !place.range) break;
    offset = place.range[0];
  }
  return offset;
}

/** An empty value has a place only behind its name, so the name's is shown. */
function isEmpty(node: unknown): boolean {
  return isScalar(node) && node.value === null;
}
