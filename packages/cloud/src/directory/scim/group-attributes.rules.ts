import { invalidValue, isObject, named, readText } from './attributes.rules.js';
import { ScimError } from './error.rules.js';
import { type Filter, parseFilter } from './filter.rules.js';
import { type Op, type Operation, operationsIn } from './operations.rules.js';

/* The kept attributes of a SCIM group (RFC 7643, 4.2), and what a PATCH makes of them. All others are ignored. */

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** What is written; what is left out stays as it is. */
export interface GroupChange {
  displayName?: string;
  /** Null takes it away. */
  externalId?: string | null;
  members: MemberChange;
}

/** Ids of users. */
export interface MemberChange {
  /** In place of all that there were; null: they stay, but for what follows. */
  base: ReadonlySet<string> | null;
  added: ReadonlySet<string>;
  removed: ReadonlySet<string>;
}

export const SAME_MEMBERS: MemberChange = { base: null, added: new Set(), removed: new Set() };

/** Attributes of the standard that are ignored. */
const UNKEPT = new Set(['schemas', 'id', 'meta']);
const MEMBERS = /^members(?:\[(?<filter>.*)\])?(?:\.value)?$/is;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The body of a POST or PUT, which names everything. @throws ScimError 400 */
export function readGroup(body: Record<string, unknown>): GroupChange & { displayName: string } {
  const displayName = readText(named(body, 'displayName'), 'displayName');
  if (displayName === undefined) throw invalidValue('displayName', 'is required');
  return {
    displayName,
    externalId: readText(named(body, 'externalId'), 'externalId') ?? null,
    members: { ...SAME_MEMBERS, base: new Set(idsIn(named(body, 'members'))) },
  };
}

/** A PATCH (RFC 7644, 3.5.2), as the standard has it and as lenient directories send it. @throws ScimError 400 */
export function readGroupPatch(body: Record<string, unknown>): GroupChange {
  return operationsIn(body).reduce(after, { members: SAME_MEMBERS });
}

const withoutSchema = (path: string): string =>
  path.toLowerCase().startsWith(`${GROUP_SCHEMA.toLowerCase()}:`)
    ? path.slice(GROUP_SCHEMA.length + 1)
    : path;

function after(change: GroupChange, { op, path: written, value }: Operation): GroupChange {
  const path = withoutSchema(written);
  const members = MEMBERS.exec(path);
  if (members) {
    const filter = members.groups?.filter;
    return { ...change, members: afterMembers(change.members, op, filter, value) };
  }
  const name = path.toLowerCase();
  if (name === 'displayname') {
    const displayName = op === 'remove' ? undefined : readText(value, 'displayName');
    if (displayName === undefined) throw invalidValue('displayName', 'is required');
    return { ...change, displayName };
  }
  if (name === 'externalid')
    return { ...change, externalId: op === 'remove' ? null : (readText(value, 'externalId') ?? null) };
  // Those of extensions are not kept either.
  if (UNKEPT.has(name) || name.startsWith('urn:')) return change;
  throw new ScimError(400, `there is no attribute ${path.slice(0, 100)}`, 'invalidPath');
}

function afterMembers(
  before: MemberChange,
  op: Op,
  filter: string | undefined,
  value: unknown,
): MemberChange {
  const ids = filter === undefined ? idsIn(value) : idsOf(parseFilter(filter));
  if (op === 'add' || (op === 'replace' && filter !== undefined))
    return { ...before, added: new Set([...before.added, ...ids]), removed: without(before.removed, ids) };
  const isWhole = filter === undefined && (value === undefined || value === null);
  if (op === 'replace' || isWhole) return { ...SAME_MEMBERS, base: new Set(op === 'remove' ? [] : ids) };
  return { ...before, added: without(before.added, ids), removed: new Set([...before.removed, ...ids]) };
}

const without = (all: ReadonlySet<string>, ids: readonly string[]): Set<string> =>
  new Set([...all].filter((id) => !ids.includes(id)));

/** A list of members, one of them, or its id alone. */
function idsIn(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map((one) =>
    idOf(isObject(one) ? named(one, 'value') : one),
  );
}

function idOf(value: unknown): string {
  if (typeof value !== 'string' || !UUID.test(value))
    throw invalidValue('members.value', 'must be the id of a user');
  return value.toLowerCase();
}

/** The users that a filter of the path names. @throws ScimError `invalidFilter` where it does not name them by id */
function idsOf(filter: Filter): string[] {
  if (filter.op === 'or') return filter.filters.flatMap(idsOf);
  if (filter.op === 'eq' && filter.attribute === 'value') return [idOf(filter.value)];
  throw new ScimError(400, 'members can be chosen by value eq "…" alone', 'invalidFilter');
}

/** A name is compared without regard to case, as that of a user. */
export const groupKey = (displayName: string): string => displayName.normalize('NFKC').trim().toLowerCase();

const LONGEST_CODE = 40;

/** The code of a new security group of this name: the letters and digits of it. */
export const codeOf = (displayName: string): string =>
  displayName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, LONGEST_CODE) || 'GROUP';
