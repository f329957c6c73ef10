import { ENTERPRISE_SCHEMA, USER_SCHEMA } from './attributes.rules.js';
import { ScimError } from './error.rules.js';

/* Filters (RFC 7644, 3.4.2.2): parsed into a tree, and evaluated for one value of a list, as in the path of a PATCH. */

export const COMPARISONS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Operator = (typeof COMPARISONS)[number];
export type Value = string | number | boolean | null;

export interface Comparison {
  op: Operator;
  /** Without schema, in lower case: `username`, `emails.value`. */
  attribute: string;
  value: Value;
}
export type Filter =
  | Comparison
  | { op: 'pr'; attribute: string }
  | { op: 'and'; filters: Filter[] }
  | { op: 'or'; filters: Filter[] }
  | { op: 'not'; filter: Filter }
  /** A single value of a list matches the whole inner filter, whose attributes are those of the value. */
  | { op: 'any'; attribute: string; filter: Filter };

const MAX_LENGTH = 2_000;
const MAX_COMPARISONS = 20;
const MAX_DEPTH = 10;
const TOKEN = /\s*(?:(?<text>"(?:[^"\\]|\\.)*")|(?<mark>[()[\]])|(?<word>[^\s()[\]"]+))/suy;
const ATTRIBUTE = /^[a-z$][\w$-]*(\.[a-z$][\w$-]*)?$/;
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

interface Token {
  kind: 'text' | 'mark' | 'word' | 'end';
  text: string;
}

/** @throws ScimError `invalidFilter` */
export function parseFilter(text: string): Filter {
  const tokens = tokensOf(text);
  let at = 0;
  let compared = 0;
  const peek = () => tokens[at] as Token;
  const next = () => tokens[at++] as Token;
  const isWord = (word: string) => peek().kind === 'word' && peek().text.toLowerCase() === word;
  const isMark = (mark: string) => peek().kind === 'mark' && peek().text === mark;
  const expect = (mark: string) => {
    if (!isMark(mark)) throw invalidFilter(`a "${mark}" is missing${before(peek())}`);
    at++;
  };

  function chain(op: 'and' | 'or', part: (depth: number) => Filter, depth: number): Filter {
    const filters = [part(depth)];
    while (isWord(op)) {
      at++;
      filters.push(part(depth));
    }
    return filters.length === 1 ? (filters[0] as Filter) : { op, filters };
  }
  const either = (depth: number): Filter => {
    if (depth > MAX_DEPTH) throw invalidFilter('the filter is nested too deeply');
    return chain('or', both, depth);
  };
  const both = (depth: number): Filter => chain('and', one, depth);

  function grouped(depth: number): Filter {
    expect('(');
    const filter = either(depth + 1);
    expect(')');
    return filter;
  }

  function one(depth: number): Filter {
    if (isMark('(')) return grouped(depth);
    if (isWord('not')) {
      at++;
      return { op: 'not', filter: grouped(depth) };
    }
    const attribute = attributeName(next());
    if (!isMark('[')) return comparison(attribute);
    at++;
    const filter = either(depth + 1);
    expect(']');
    // The form that Entra sends: `emails[type eq "work"].value eq "anna@acme.example"`.
    const sub = peek().kind === 'word' && peek().text.startsWith('.') ? next().text.slice(1) : null;
    if (sub === null) return { op: 'any', attribute, filter };
    const about = comparison(attributeName({ kind: 'word', text: sub }));
    return { op: 'any', attribute, filter: { op: 'and', filters: [filter, about] } };
  }

  function comparison(attribute: string): Filter {
    if (++compared > MAX_COMPARISONS)
      throw invalidFilter(`the filter has more than ${MAX_COMPARISONS} comparisons`);
    const word = next().text.toLowerCase();
    if (word === 'pr') return { op: 'pr', attribute };
    const op = COMPARISONS.find((known) => known === word);
    if (!op) throw invalidFilter(`expected pr or one of ${COMPARISONS.join(', ')} after ${attribute}`);
    return { op, attribute, value: readValue(next()) };
  }

  const filter = either(0);
  if (peek().kind !== 'end') throw invalidFilter(`unexpected "${peek().text.slice(0, 50)}"`);
  return filter;
}

function tokensOf(text: string): Token[] {
  if (text.length > MAX_LENGTH) throw invalidFilter('the filter is too long');
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (;;) {
    const from = TOKEN.lastIndex;
    const groups = TOKEN.exec(text)?.groups;
    if (!groups) {
      if (text.slice(from).trim() !== '') throw invalidFilter(`a quotation mark is not closed`);
      tokens.push({ kind: 'end', text: '' });
      return tokens;
    }
    const kind = groups.text !== undefined ? 'text' : groups.mark !== undefined ? 'mark' : 'word';
    tokens.push({ kind, text: groups[kind] ?? '' });
  }
}

/** `urn:ietf:params:scim:schemas:core:2.0:User:userName` → `username` */
function attributeName({ kind, text }: Token): string {
  const name = withoutSchema(text).toLowerCase();
  if (kind !== 'word' || !ATTRIBUTE.test(name))
    throw invalidFilter('expected an attribute, as in: userName eq "anna@acme.example"');
  return name;
}

/** Removes the prefix of a user schema from a name. */
export function withoutSchema(name: string): string {
  const lower = name.toLowerCase();
  const schema = [USER_SCHEMA, ENTERPRISE_SCHEMA].find((one) => lower.startsWith(`${one.toLowerCase()}:`));
  return schema ? name.slice(schema.length + 1) : name;
}

function readValue({ kind, text }: Token): Value {
  const word = text.toLowerCase();
  if (kind === 'word' && word === 'null') return null;
  if (kind === 'word' && (word === 'true' || word === 'false')) return word === 'true';
  if (kind === 'word' && NUMBER.test(text)) return Number(text);
  if (kind !== 'text')
    throw invalidFilter('expected a value: text in quotation marks, a number, true, false or null');
  try {
    const value = JSON.parse(text) as string;
    if (value.isWellFormed() && !value.includes('\0')) return value;
  } catch {
    // Reported below.
  }
  throw invalidFilter('a value is not a valid JSON string, or contains characters that are not allowed');
}

/** Whether one value of a list matches. @throws ScimError `invalidFilter` for an attribute that it cannot have */
export function fits(filter: Filter, value: object, known: readonly string[]): boolean {
  switch (filter.op) {
    case 'and':
      return filter.filters.every((one) => fits(one, value, known));
    case 'or':
      return filter.filters.some((one) => fits(one, value, known));
    case 'not':
      return !fits(filter.filter, value, known);
    case 'any':
      throw invalidFilter(`${filter.attribute} is not a list here`);
  }
  if (!known.includes(filter.attribute))
    throw invalidFilter(`there is no attribute ${filter.attribute} here`);
  const has = (value as Record<string, unknown>)[filter.attribute];
  if (filter.op === 'pr') return has !== undefined && has !== '';
  if (filter.value === null) return (filter.op === 'eq') === (has === undefined);
  if (filter.attribute === 'primary') return comparesBoolean(filter) === (has === true);
  return comparesText(filter.op, String(has ?? '').toLowerCase(), String(filter.value).toLowerCase());
}

function comparesText(op: Operator, has: string, wanted: string): boolean {
  switch (op) {
    case 'eq':
      return has === wanted;
    case 'ne':
      return has !== wanted;
    case 'co':
      return has.includes(wanted);
    case 'sw':
      return has.startsWith(wanted);
    case 'ew':
      return has.endsWith(wanted);
    case 'gt':
      return has > wanted;
    case 'ge':
      return has >= wanted;
    case 'lt':
      return has < wanted;
    case 'le':
      return has <= wanted;
  }
}

/** The boolean that a comparison requires; some directories put it in quotation marks. @throws ScimError `invalidFilter` */
export function comparesBoolean({ op, attribute, value }: Comparison): boolean {
  const word = String(value).toLowerCase();
  if ((op !== 'eq' && op !== 'ne') || (word !== 'true' && word !== 'false'))
    throw invalidFilter(`${attribute} can only be compared by eq or ne with true or false`);
  return (op === 'eq') === (word === 'true');
}

const before = ({ text }: Token) => (text === '' ? ' at the end' : ` before ${text.slice(0, 50)}`);

export const invalidFilter = (detail: string) => new ScimError(400, detail, 'invalidFilter');
