import {
  type Contact,
  ENTERPRISE_SCHEMA,
  invalidValue,
  isObject,
  LISTS,
  NAME_PARTS,
  readBoolean,
  readContacts,
  readName,
  readText,
  TEXTS,
  USER_SCHEMA,
  type UserAttributes,
} from './attributes.rules.js';
import { ScimError } from './error.rules.js';
import { type Filter, fits, parseFilter } from './filter.rules.js';
import { type Op, operationsIn } from './operations.rules.js';

/* PATCH (RFC 7644, 3.5.2), as the standard has it and as lenient directories send it. */

type List = (typeof LISTS)[number];

/** Attributes of the standard that are ignored. */
const UNKEPT = new Set(
  `schemas id meta nickname profileurl usertype timezone password ims photos addresses entitlements roles x509certificates
   groups employeenumber costcenter division department manager`.split(/\s+/),
);
/** The attributes of one value of a list. */
const PARTS = ['value', 'type', 'primary', 'display'];
const PATH = /^(?<attribute>[A-Za-z$][\w$-]*)(?:\[(?<filter>.*)\])?(?:\.(?<sub>[A-Za-z$][\w$-]*))?$/s;

/** @returns the user as it is afterwards; the one given is left as it was. @throws ScimError 400 */
export function patchUser(before: UserAttributes, body: Record<string, unknown>): UserAttributes {
  const operations = operationsIn(body);
  const user = structuredClone(before);
  for (const { op, path, value } of operations) apply(user, op, path, value);
  return user;
}

function apply(user: UserAttributes, op: Op, path: string, value: unknown): void {
  const plain = withoutSchema(path);
  if (plain === null) return;
  if (plain === '') {
    if (op !== 'remove' && isObject(value))
      for (const [name, inner] of Object.entries(value)) apply(user, op, name, inner);
    else if (op === 'remove') delete user.organization;
    return;
  }
  const { attribute = '', filter, sub } = PATH.exec(plain)?.groups ?? {};
  const is = (name: string) => name.toLowerCase() === attribute.toLowerCase();
  const text = TEXTS.find(is);
  const list = LISTS.find(is);
  if (filter !== undefined && !list && !UNKEPT.has(attribute.toLowerCase())) throw invalidPath(path);
  if (list) applyToList(user, op, list, filter, sub?.toLowerCase(), value);
  else if (text && sub === undefined) applyToText(user, op, text, value);
  else if (is('active') && sub === undefined) {
    if (op === 'remove') throw new ScimError(400, 'active cannot be removed', 'mutability');
    user.active = readBoolean(value, 'active') ?? user.active;
  } else if (is('name')) applyToName(user, op, sub, value);
  else if (!UNKEPT.has(attribute.toLowerCase())) throw invalidPath(path);
}

/** Null for attributes of extensions that are not kept; `''` for a whole schema. */
function withoutSchema(path: string): string | null {
  const lower = path.toLowerCase();
  for (const schema of [USER_SCHEMA, ENTERPRISE_SCHEMA]) {
    if (lower === schema.toLowerCase()) return '';
    if (lower.startsWith(`${schema.toLowerCase()}:`)) return path.slice(schema.length + 1);
  }
  return lower.startsWith('urn:') ? null : path;
}

function applyToText(user: UserAttributes, op: Op, name: (typeof TEXTS)[number], value: unknown): void {
  const text = op === 'remove' ? undefined : readText(value, name);
  if (text !== undefined) user[name] = text;
  else if (name === 'userName') throw invalidValue('userName', 'is required');
  else delete user[name];
}

function applyToName(user: UserAttributes, op: Op, sub: string | undefined, value: unknown): void {
  if (sub === undefined) {
    if (op === 'remove') delete user.name;
    else if (!isObject(value)) throw invalidValue('name', 'must be an object');
    else user.name = { ...(op === 'add' ? user.name : {}), ...readName(value) };
    return;
  }
  const part = NAME_PARTS.find((one) => one.toLowerCase() === sub.toLowerCase());
  // Prefixes, suffixes and middle names are ignored.
  if (!part) return;
  const text = op === 'remove' ? undefined : readText(value, `name.${part}`);
  user.name = { ...user.name };
  if (text === undefined) delete user.name[part];
  else user.name[part] = text;
}

function applyToList(
  user: UserAttributes,
  op: Op,
  list: List,
  filter: string | undefined,
  sub: string | undefined,
  value: unknown,
): void {
  const contacts = user[list] ?? [];
  const after =
    filter === undefined && sub === undefined
      ? whole(contacts, op, list, value)
      : some(contacts, op, list, filter === undefined ? null : parseFilter(filter), sub, value);
  if (after.length > 0) user[list] = onePrimary(after, contacts);
  else delete user[list];
}

function whole(contacts: Contact[], op: Op, list: List, value: unknown): Contact[] {
  const given = readContacts(value, list);
  if (op === 'replace') return given;
  const values = given.map((one) => one.value.toLowerCase());
  const others = contacts.filter((one) => !values.includes(one.value.toLowerCase()));
  if (op === 'add') return [...others, ...given];
  return value === undefined || value === null ? [] : others;
}

function some(
  contacts: Contact[],
  op: Op,
  list: List,
  wanted: Filter | null,
  sub: string | undefined,
  value: unknown,
): Contact[] {
  const isMeant = (one: Contact) => wanted === null || fits(wanted, one, PARTS);
  if (op === 'remove')
    return contacts.flatMap((one) => {
      if (!isMeant(one)) return [one];
      if (sub === undefined || sub === 'value') return [];
      const { [sub as 'type' | 'primary']: _gone, ...rest } = one;
      return [rest];
    });
  const change = sub === undefined ? (Array.isArray(value) ? value[0] : value) : { [sub]: value };
  if (!isObject(change)) throw invalidValue(list, 'must be an object');
  if (contacts.some(isMeant))
    return contacts.flatMap((one) => (isMeant(one) ? merged(one, change, list) : [one]));
  // Directories address a missing value by the type that it should have.
  const made = wanted === null ? {} : asAsked(wanted);
  if (!made) throw new ScimError(400, `no value of ${list} matches the filter`, 'noTarget');
  return [...contacts, ...merged(made, change, list)];
}

const merged = (one: object, change: Record<string, unknown>, list: List): Contact[] =>
  readContacts([{ ...one, ...lowerKeys(change) }], list);

const lowerKeys = (object: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key.toLowerCase(), value]));

/** The value that a filter of equalities describes; null for any other filter. */
function asAsked(filter: Filter): Record<string, unknown> | null {
  if (filter.op === 'eq') return { [filter.attribute]: filter.value };
  if (filter.op !== 'and') return null;
  const parts = filter.filters.map(asAsked);
  return parts.includes(null) ? null : Object.assign({}, ...parts);
}

/** At most one is primary (RFC 7643, 2.4): the one that has just become it. */
function onePrimary(after: Contact[], before: Contact[]): Contact[] {
  const primary = after.filter((one) => one.primary);
  if (primary.length < 2) return after;
  const old = before.find((one) => one.primary)?.value;
  const kept = primary.find((one) => one.value !== old) ?? primary[0];
  return after.map((one) => {
    if (one === kept || !one.primary) return one;
    const { primary: _was, ...rest } = one;
    return rest;
  });
}

const invalidPath = (path: string) =>
  new ScimError(400, `there is no attribute ${path.slice(0, 100)}`, 'invalidPath');
