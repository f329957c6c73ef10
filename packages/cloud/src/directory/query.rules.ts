import { normaliseEmail } from '../people/person.rules.js';
import { LISTS, TEXTS, userKey } from './attributes.rules.js';
import {
  type Comparison,
  comparesBoolean,
  type Filter,
  invalidFilter,
  type Operator,
} from './filter.rules.js';
import { ScimError } from './scim-error.rules.js';

/* What a directory asks of its users, as a condition and an order of one statement. */

/** Whether there is a living person. */
export const ACTIVE = 'exists (select from person p where p.id = u.person_id and p.deleted_at is null)';

interface Column {
  sql: string;
  kind: 'text' | 'exact' | 'boolean' | 'time';
  /** The wanted value as the column has it. */
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
/** Of one value of a list. */
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

/** Gives a value its place among the statement's. */
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
  if (!column) throw invalidFilter(`there is no attribute ${attribute} to filter by`);
  return byIndex(filter, bind) ?? compare(column, filter, bind);
}

function any(attribute: string, condition: string): string {
  const list = listNamed(attribute);
  if (!list) throw invalidFilter(`${attribute} is no list to filter by`);
  return `exists (select from jsonb_array_elements(u.attributes->'${list}') e where ${condition})`;
}

function partly(filter: Filter, bind: Bind): string {
  if (filter.op === 'and' || filter.op === 'or')
    return `(${filter.filters.map((one) => partly(one, bind)).join(` ${filter.op} `)})`;
  if (filter.op === 'not') return `not ${partly(filter.filter, bind)}`;
  const column = PARTS.get(filter.attribute);
  if (!column || filter.op === 'any')
    throw invalidFilter(`there is no attribute ${filter.attribute} of one value to filter by`);
  return compare(column, filter, bind);
}

/** True or false, never unknown: `not` turns it round. */
function compare(column: Column, filter: Comparison | { op: 'pr'; attribute: string }, bind: Bind): string {
  const { sql, kind } = column;
  if (filter.op === 'pr') return kind === 'text' || kind === 'exact' ? `coalesce(${sql}, '') <> ''` : 'true';
  const { op, value, attribute } = filter;
  if (value === null) {
    if (op !== 'eq' && op !== 'ne') throw invalidFilter('null is compared with eq or ne');
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
  if (!known) throw invalidFilter(`${attribute} is a time, which ${op} does not compare`);
  return known;
}

function time(text: string, attribute: string): Date {
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(at.getTime()))
    throw invalidFilter(`${attribute} is compared with a time, as "2026-01-07T06:00:00Z"`);
  return at;
}

/** A comparison that an index answers, however many users there are; null for another. */
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

/** Whether an index narrows it down to few, so that the rest is judged of few. */
export function isNarrow(filter: Filter): boolean {
  if (filter.op === 'and') return filter.filters.some(isNarrow);
  if (filter.op === 'or') return filter.filters.every(isNarrow);
  return byIndex(filter, () => '') !== null;
}

/** In the order of creation where nothing is asked. @throws ScimError `invalidPath` */
export function toOrder(sortBy: string | undefined, isDescending: boolean): string {
  if (sortBy === undefined) return 'u.seq';
  const direction = isDescending ? 'desc' : 'asc';
  const [list = '', part = 'value'] = sortBy.split('.');
  const known = listNamed(list);
  const column = known ? { sql: `u.attributes#>>'{${known},0,value}'`, kind: 'text' } : COLUMNS.get(sortBy);
  if (!column || (known && part !== 'value'))
    throw new ScimError(400, `users are not sorted by ${sortBy.slice(0, 100)}`, 'invalidPath');
  return `${column.kind === 'text' ? `lower(${column.sql})` : column.sql} ${direction}, u.seq`;
}
