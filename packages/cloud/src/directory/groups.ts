import type { PoolClient } from 'pg';
import { recordAudit } from '../audit/record.js';
import { type Context, type Database, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import { ScimError } from './scim/error.rules.js';
import { type Filter, fits, invalidFilter } from './scim/filter.rules.js';
import { codeOf, type GroupChange, groupKey, type MemberChange } from './scim/group-attributes.rules.js';
import type { DirectoryCaller } from './tokens.js';

/*
 * Groups of a directory are security groups of its location: one that is there already by its code or name, or a new
 * one. The directory says who is in them; which locks they open is said here, as ever. What follows for people's keys is
 * due work (`follow.ts`).
 */

const GROUP = {
  id: sql.uuid,
  seq: sql.int,
  security_group_id: sql.int,
  display_name: sql.text,
  external_id: sql.text,
  created_at: sql.time,
  updated_at: sql.time,
};
const COLUMNS = Object.keys(GROUP)
  .map((name) => `g.${name}`)
  .join(', ');
const OF = `select ${COLUMNS} from directory_group g where g.location_id = $1`;
const LIST = sql.statement('directory-groups', `${OF} order by g.seq limit $2`, GROUP);
const GET = sql.statement('directory-group', `${OF} and g.id = $2`, GROUP);
const LOCK = sql.statement('directory-group-locked', `${OF} and g.id = $2 for update`, GROUP);
const MEMBERS = sql.statement(
  'directory-group-members',
  `select u.id, u.user_name from directory_group_member m join directory_user u on u.id = m.user_id
   where m.group_id = $1 order by u.seq limit $2`,
  { id: sql.uuid, user_name: sql.text },
);
const OF_MEMBER = sql.statement(
  'directory-groups-of-member',
  `select m.group_id as id from directory_group_member m join directory_group g on g.id = m.group_id
   where m.user_id = $2 and g.location_id = $1`,
  { id: sql.uuid },
);

/** The security group of this code or name that no group of the directory is, or a new one. */
const CREATE = sql.statement(
  'directory-group-create',
  `with room as (select count(*) < $9::int as is_there from directory_group where location_id = $3),
   known as (
     select s.id from security_group s
     where s.location_id = $3 and (lower(s.code) = $5::text or lower(s.name) = $5)
       and not exists (select from directory_group d where d.security_group_id = s.id)
     order by lower(s.code) = $5 desc, s.id limit 1),
   made as (
     insert into security_group (account_id, location_id, code, name)
     select $2, $3, case when exists (select from security_group where location_id = $3 and code = $7)
       then $7 || '_' || upper(left($1::text, 8)) else $7 end, $4
     where not exists (select from known) and (select is_there from room)
       and not exists (select from directory_group where location_id = $3 and name_key = $5)
     returning id)
   insert into directory_group as g
     (id, account_id, location_id, security_group_id, display_name, name_key, external_id, created_at, updated_at)
   select $1::uuid, $2, $3, s.id, $4, $5, $6, $8, $8 from (select id from known union all select id from made) s
   where (select is_there from room)
   on conflict (location_id, name_key) do nothing
   returning ${COLUMNS}`,
  GROUP,
);
const RENAME = sql.statement(
  'directory-group-rename',
  `with named as (
     update security_group s set name = $2 from directory_group d
     where d.id = $1 and s.id = d.security_group_id and s.name <> $2)
   update directory_group set display_name = $2, name_key = $3, external_id = $4, updated_at = $5 where id = $1`,
);
const REMOVE = sql.statement('directory-group-remove', 'delete from directory_group where id = $1');

const ADD = sql.statement(
  'directory-group-add',
  `insert into directory_group_member (group_id, user_id)
   select $1, u.id from directory_user u where u.location_id = $2 and u.id = any($3::uuid[])
   on conflict do nothing returning user_id as id`,
  { id: sql.uuid },
);
const KNOWN = sql.statement(
  'directory-users-known',
  'select id from directory_user where location_id = $1 and id = any($2::uuid[])',
  { id: sql.uuid },
);
/** Those $2, or with $3 all but those. */
const DROP = sql.statement(
  'directory-group-drop',
  `delete from directory_group_member where group_id = $1 and (user_id = any($2::uuid[])) <> $3::bool
   returning user_id as id`,
  { id: sql.uuid },
);
const COUNT = sql.statement(
  'directory-group-count',
  'select count(*)::int as count from directory_group_member where group_id = $1',
  { count: sql.present(sql.int) },
);
/** Some of these users has a key and no group any more. */
const LEFT_WITH_KEY = sql.statement(
  'directory-users-left-with-key',
  `select from directory_user u join access_key k on k.id = u.access_key_id
   where u.id = any($1::uuid[]) and k.state is distinct from 'returned'
     and not exists (select from directory_group_member m where m.user_id = u.id) limit 1`,
);
const DUE = sql.statement(
  'directory-users-due',
  // In one sequence for all, as groups of a directory are pushed side by side.
  `with held as (select id from directory_user where id = any($1::uuid[]) order by id for no key update)
   update directory_user u set keys_due_at = $2 from held where u.id = held.id`,
);

export type DirectoryGroup = sql.Row<typeof GET>;
export type Member = sql.Row<typeof MEMBERS>;

/** At one location, and in one group. */
const MAX_GROUPS = 2_000;
const MAX_MEMBERS = 20_000;

/** @throws ScimError 404 */
export async function getGroup(database: Database, caller: DirectoryCaller, id: string) {
  const group = await GET.row(database, [caller.locationId, id]);
  if (!group) throw noSuchGroup();
  return group;
}

export const membersOf = (database: Database, groupId: string): Promise<Member[]> =>
  MEMBERS.rows(database, [groupId, MAX_MEMBERS]);

/** In the order of creation: there are few, so that a filter is evaluated here. @throws ScimError `invalidFilter` */
export async function listGroups(
  database: Database,
  caller: DirectoryCaller,
  filter: Filter | null,
): Promise<DirectoryGroup[]> {
  const groups = await LIST.rows(database, [caller.locationId, MAX_GROUPS]);
  if (!filter) return groups;
  const [member, ...others] = new Set(membersNamed(filter));
  if (others.length > 0) throw invalidFilter('groups can be filtered by one member alone');
  const within =
    member === undefined
      ? new Set<string>()
      : new Set((await OF_MEMBER.rows(database, [caller.locationId, member])).map(({ id }) => id));
  return groups.filter((group) => fits(filter, fieldsOf(group, within.has(group.id) ? member : ''), FIELDS));
}

const FIELDS = [
  ...['id', 'displayname', 'externalid', 'members', 'members.value'],
  ...['meta.created', 'meta.lastmodified'],
];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const fieldsOf = (group: DirectoryGroup, member: string | undefined) => ({
  id: group.id,
  displayname: group.display_name,
  ...(group.external_id === '' ? {} : { externalid: group.external_id }),
  members: member,
  'members.value': member,
  'meta.created': group.created_at.toISOString(),
  'meta.lastmodified': group.updated_at.toISOString(),
});

function membersNamed(filter: Filter): string[] {
  if (filter.op === 'and' || filter.op === 'or') return filter.filters.flatMap(membersNamed);
  if (filter.op === 'not' || filter.op === 'any') return membersNamed(filter.filter);
  if (filter.attribute !== 'members' && filter.attribute !== 'members.value') return [];
  if (filter.op === 'eq' && typeof filter.value === 'string' && UUID.test(filter.value))
    return [filter.value.toLowerCase()];
  throw invalidFilter('members can only be compared by eq with the id of a user');
}

/** @throws ScimError 409 `uniqueness`, 400 `invalidValue`, `tooMany` */
export function createGroup(
  context: Context,
  caller: DirectoryCaller,
  wanted: GroupChange & { displayName: string },
): Promise<DirectoryGroup> {
  return changing(context, async (client) => {
    const { displayName, externalId, members } = wanted;
    const group = await CREATE.row(client, [
      ...[context.ids.uuid(), caller.accountId, caller.locationId, displayName, groupKey(displayName)],
      ...[externalId ?? '', codeOf(displayName), new Date(context.clock.now()), MAX_GROUPS],
    ]);
    if (!group) throw await refusal(client, caller, displayName);
    await setMembers(context, client, caller, group, members);
    await audit(context, client, caller, group, 'security_group.create');
    return group;
  });
}

/** @throws as `createGroup`, ScimError 404, ApiError 503 where keys would have to be taken back and may not */
export function changeGroup(
  context: Context,
  caller: DirectoryCaller,
  id: string,
  change: GroupChange,
): Promise<DirectoryGroup> {
  return changing(context, async (client) => {
    const before = await LOCK.row(client, [caller.locationId, id]);
    if (!before) throw noSuchGroup();
    const { displayName = before.display_name, externalId } = change;
    const external = externalId === undefined ? before.external_id : (externalId ?? '');
    const now = new Date(context.clock.now());
    await RENAME.count(client, [id, displayName, groupKey(displayName), external, now]);
    const changed = await setMembers(context, client, caller, before, change.members);
    const after = { ...before, display_name: displayName, external_id: external, updated_at: now };
    if (changed > 0 || displayName !== before.display_name)
      await audit(context, client, caller, after, 'security_group.update');
    return after;
  });
}

/** The security group stays, with its locks; it is in no key of the directory any more. @throws as `changeGroup` */
export function removeGroup(context: Context, caller: DirectoryCaller, id: string): Promise<void> {
  return changing(context, async (client) => {
    const group = await LOCK.row(client, [caller.locationId, id]);
    if (!group) throw noSuchGroup();
    const none: MemberChange = { base: new Set(), added: new Set(), removed: new Set() };
    await setMembers(context, client, caller, group, none);
    await REMOVE.count(client, [id]);
    await audit(context, client, caller, group, 'security_group.update');
  });
}

/** @returns how many came or went */
async function setMembers(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  client: PoolClient,
  caller: DirectoryCaller,
  group: DirectoryGroup,
  { base, added, removed }: MemberChange,
): Promise<number> {
  const wanted = [...new Set([...(base ?? []), ...added])].filter((id) => !removed.has(id));
  const known = new Set((await KNOWN.rows(client, [caller.locationId, wanted])).map(({ id }) => id));
  const unknown = wanted.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw new ScimError(400, `members: there is no user ${unknown} in this directory`, 'invalidValue');
  const gone = await DROP.rows(
    client,
    base === null ? [group.id, [...removed], false] : [group.id, wanted, true],
  );
  const come = await ADD.rows(client, [group.id, caller.locationId, wanted]);
  if ((await COUNT.one(client, [group.id])).count > MAX_MEMBERS)
    throw new ScimError(400, `A group may have at most ${MAX_MEMBERS} members.`, 'tooMany');
  const ids = [...gone, ...come].map(({ id }) => id);
  if (!config.KEY_REVOCATION && (await LEFT_WITH_KEY.count(client, [ids])) > 0)
    throw new ApiError('revocation_not_available');
  if (ids.length > 0) await DUE.count(client, [ids, new Date(clock.now())]);
  return ids.length;
}

function changing<T>(context: Context, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return transaction(context.pool, work).catch((error: unknown) => {
    // A concurrent request took the same name, or a change of name does.
    const { constraint = '' } = error as { constraint?: string };
    if (constraint.startsWith('directory_group_')) throw nameTaken();
    throw error;
  });
}

async function refusal(client: PoolClient, caller: DirectoryCaller, displayName: string): Promise<ScimError> {
  const all = await LIST.rows(client, [caller.locationId, MAX_GROUPS]);
  const isTaken = all.some((group) => groupKey(group.display_name) === groupKey(displayName));
  return isTaken
    ? nameTaken()
    : new ScimError(400, `There may be at most ${MAX_GROUPS} groups at a location.`, 'tooMany');
}

function audit(
  context: Context,
  client: PoolClient,
  caller: DirectoryCaller,
  group: DirectoryGroup,
  action: 'security_group.create' | 'security_group.update',
): Promise<void> {
  return recordAudit(client, context, {
    account_id: caller.accountId,
    actor: { type: 'directory', id: String(caller.tokenId), name: caller.name },
    action,
    subject: { type: 'security_group', id: String(group.security_group_id), name: group.display_name },
    location_id: caller.locationId,
  });
}

const nameTaken = () => new ScimError(409, 'There is a group of this displayName already.', 'uniqueness');
const noSuchGroup = () => new ScimError(404, 'There is no such group.');
