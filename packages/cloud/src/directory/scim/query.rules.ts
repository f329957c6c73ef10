import { normaliseEmail } from '../../people/person.rules.js';
import { LISTS, TEXTS, userKey } from './attributes.rules.js';
import { ScimError } from './error.rules.js';
import {
  type Comparison,
  comparesBoolean,
  type Filter,
  invalidFilter,
  type Operator,
} from './filter.rules.js';

/* A directory's filter and sorting of users, as the condition and the sequence of one SQL statement. */

/** Whether the user has a person that is not deleted. */
export const ACTIVE = 'exists (select from person p where p.id = u.person_id and p.deleted_at is null)';

interface Column {
  sql: string;
  kind: 'text' | 'exact' | 'boolean' | 'time';
  /** Converts a wanted value to the form of the column. */
  key?: (value: string) => string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const json = (path: string): Column => ({ sql: `u.attributes#>>'{${path}}'`, kind: 'text' });
const COLUMNS = new Map<string, Column>([
  ...TEXTS.map((name): [string, Column] => [name.toLowerCase(), json(name)]),
  ...['formatted', 'givenName', 'familyName'].map((part): [string, Column] => [
    `name.${part.toLowerCase()}`,
    json(`name,${part}`),
  ]),
  ['username', { sql: 'u.user_key', kind: 'exact', key: userKey }],
  ['externalid', { sql: "nullif(u.external_id, '')", kind: 'exact' }],
  ['id', { sql: 'u.id::text', kind: 'exact', key: (value) => value.toLowerCase() }],
  ['active', { sql: ACTIVE, kind: 'boolean' }],
  ['meta.created', { sql: 'u.created_at', kind: 'time' }],
  ['meta.lastmodified', { sql: 'u.updated_at', kind: 'time' }],
  ['meta.resourcetype', { sql: "'User'", kind: 'text' }],
]);
/** The attributes of one value of a list. */
const PARTS = new Map<string, Column>([
  ['value', { sql: "e->>'value'", kind: 'text' }],
  ['type', { sql: "e->>'type'", kind: 'text' }],
  ['primary', { sql: "coalesce((e->>'primary')::boolean, false)", kind: 'boolean' }],
]);
const listNamed = (name: string) => LISTS.find((list) => list.toLowerCase() === name);
const PRESENT: Partial<Record<string, string>> = {
  name: "coalesce(u.attributes->'name', '{}') <> '{}'",
  meta: 'true',
  schemas: 'true',
};

/** Adds a value to the statement and returns its placeholder. */
export type Bind = (value: unknown) => string;

/** @throws ScimError `invalidFilter` */
export function toCondition(filter: Filter, bind: Bind): string {
  switch (filter.op) {
    case 'and':
    case 'or':
      return `(${filter.filters.map((one) => toCondition(one, bind)).join(` ${filter.op} `)})`;
    case 'not':
      return `not ${toCondition(filter.filter, bind)}`;
    case 'any':
      return any(filter.attribute, partly(filter.filter, bind));
  }
  const { op, attribute } = filter;
  const present = PRESENT[attribute];
  if (op === 'pr' && present) return `(${present})`;
  const [list = '', part = 'value'] = attribute.split('.');
  if (listNamed(list))
    return byIndex(filter, bind) ?? any(list, partly({ ...filter, attribute: part }, bind));
  const column = COLUMNS.get(attribute);
  if (!column) throw invalidFilter(`users cannot be filtered by ${attribute}`);
  return byIndex(filter, bind) ?? compare(column, filter, bind);
}

function any(attribute: string, condition: string): string {
  const list = listNamed(attribute);
  if (!list) throw invalidFilter(`${attribute} is not a list that users can be filtered by`);
  return `exists (select from jsonb_array_elements(u.attributes->'${list}') e where ${condition})`;
}

function partly(filter: Filter, bind: Bind): string {
  if (filter.op === 'and' || filter.op === 'or')
    return `(${filter.filters.map((one) => partly(one, bind)).join(` ${filter.op} `)})`;
  if (filter.op === 'not') return `not ${partly(filter.filter, bind)}`;
  const column = PARTS.get(filter.attribute);
  if (!column || filter.op === 'any')
    throw invalidFilter(`values of a list cannot be filtered by ${filter.attribute}`);
  return compare(column, filter, bind);
}

/** Never null, so that `not` can negate it. */
function compare(column: Column, filter: Comparison | { op: 'pr'; attribute: string }, bind: Bind): string {
  const { sql, kind } = column;
  if (filter.op === 'pr') return kind === 'text' || kind === 'exact' ? `coalesce(${sql}, '') <> ''` : 'true';
  const { op, value, attribute } = filter;
  if (value === null) {
    if (op !== 'eq' && op !== 'ne') throw invalidFilter('null can only be compared with eq or ne');
    return `${op === 'eq' ? 'not ' : ''}(${compare(column, { op: 'pr', attribute }, bind)})`;
  }
  if (kind === 'boolean') return `${sql} = ${comparesBoolean(filter)}`;
  if (kind === 'time')
    return `${sql} ${sign(op, attribute)} ${bind(time(String(value), attribute))}::timestamptz`;
  const has = `coalesce(${kind === 'text' ? `lower(${sql})` : sql}, '') collate "C"`;
  const given = `${bind(column.key ? column.key(String(value)) : String(value))}::text`;
  return compareText(op, attribute, has, kind === 'text' ? `lower(${given})` : given);
}

function compareText(op: Operator, attribute: string, has: string, wanted: string): string {
  if (op === 'co') return `strpos(${has}, ${wanted}) > 0`;
  if (op === 'sw') return `starts_with(${has}, ${wanted})`;
  if (op === 'ew') return `right(${has}, length(${wanted})) = ${wanted}`;
  return `${has} ${sign(op, attribute)} ${wanted}`;
}

const SIGNS: Partial<Record<Operator, string>> = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' };

function sign(op: Operator, attribute: string): string {
  const known = SIGNS[op];
  if (!known) throw invalidFilter(`${attribute} is a time, which cannot be compared with ${op}`);
  return known;
}

function time(text: string, attribute: string): Date {
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(at.getTime()))
    throw invalidFilter(`${attribute} can only be compared with a time, such as "2026-01-07T06:00:00Z"`);
  return at;
}

/** The condition of a comparison that an index answers; null for any other. */
function byIndex(filter: Filter, bind: Bind): string | null {
  if (filter.op !== 'eq' || typeof filter.value !== 'string') return null;
  const { attribute, value } = filter;
  switch (attribute) {
    case 'username':
      return `u.user_key = ${bind(userKey(value))}`;
    case 'externalid':
      return `(u.external_id = ${bind(value)} and u.external_id <> '')`;
    case 'id':
      return UUID.test(value) ? `u.id = ${bind(value)}` : 'false';
    case 'emails':
    case 'emails.value':
      return `u.emails @> array[${bind(normaliseEmail(value))}]::text[]`;
    default:
      return null;
  }
}

/** Whether an index narrows the filter down to few users. */
export function isNarrow(filter: Filter): boolean {
  if (filter.op === 'and') return filter.filters.some(isNarrow);
  if (filter.op === 'or') return filter.filters.every(isNarrow);
  return byIndex(filter, () => '') !== null;
}

/** By default in the order of creation. @throws ScimError `invalidPath` */
export function toOrderBy(sortBy: string | undefined, isDescending: boolean): string {
  if (sortBy === undefined) return 'u.seq';
  const direction = isDescending ? 'desc' : 'asc';
  const [list = '', part = 'value'] = sortBy.split('.');
  const known = listNamed(list);
  const column = known ? { sql: `u.attributes#>>'{${known},0,value}'`, kind: 'text' } : COLUMNS.get(sortBy);
  if (!column || (known && part !== 'value'))
    throw new ScimError(400, `users cannot be sorted by ${sortBy.slice(0, 100)}`, 'invalidPath');
  return `${column.kind === 'text' ? `lower(${column.sql})` : column.sql} ${direction}, u.seq`;
}
