import type { Context } from '../context.js';
import {
  type DirectoryAnswer,
  type DirectoryRequest,
  listOf,
  notFound,
  requireMethod,
  UUID,
} from './answers.js';
import {
  changeGroup,
  createGroup,
  type DirectoryGroup,
  getGroup,
  listGroups,
  type Member,
  membersOf,
  removeGroup,
} from './groups.js';
import { type Asked, askedIn, bodyOf, choiceIn, PATCH_SCHEMA, pageOf } from './scim/asked.rules.js';
import { type Choice, chosen } from './scim/chosen.rules.js';
import { ScimError } from './scim/error.rules.js';
import { parseFilter, withoutSchema } from './scim/filter.rules.js';
import { GROUP_SCHEMA, readGroup, readGroupPatch } from './scim/group-attributes.rules.js';
import type { DirectoryCaller } from './tokens.js';

/* SCIM 2.0 (RFC 7644) of groups. */

export async function serveGroups(
  context: Context,
  caller: DirectoryCaller,
  base: string,
  { method, query, body }: DirectoryRequest,
): Promise<DirectoryAnswer> {
  if (method === 'POST') {
    const group = await createGroup(context, caller, readGroup(bodyOf(body, GROUP_SCHEMA)));
    const shown = await show(context, base, group, choiceIn(query));
    return { status: 201, body: shown, headers: { Location: locationOf(base, group) } };
  }
  requireMethod(method, 'GET', 'POST');
  return listedGroups(context, caller, base, askedIn(query));
}

export async function listedGroups(
  context: Context,
  caller: DirectoryCaller,
  base: string,
  asked: Asked,
): Promise<DirectoryAnswer> {
  const { startIndex, limit } = pageOf(asked);
  const filter = asked.filter ? parseFilter(asked.filter) : null;
  const all = await listGroups(context.pool, caller, filter);
  const groups = sorted(all, asked).slice(startIndex - 1, startIndex - 1 + limit);
  const shown = [];
  for (const group of groups) shown.push(await show(context, base, group, asked));
  return { status: 200, body: listOf(shown, all.length, startIndex) };
}

export async function serveGroup(
  context: Context,
  caller: DirectoryCaller,
  base: string,
  id: string,
  { method, query, body }: DirectoryRequest,
): Promise<DirectoryAnswer> {
  requireMethod(method, 'GET', 'PUT', 'PATCH', 'DELETE');
  if (!UUID.test(id)) throw notFound();
  const choice = choiceIn(query);
  if (method === 'DELETE') {
    await removeGroup(context, caller, id);
    return { status: 204, body: null };
  }
  if (method === 'PATCH') {
    const group = await changeGroup(context, caller, id, readGroupPatch(bodyOf(body, PATCH_SCHEMA)));
    // RFC 7644, 3.5.2: the group comes back where attributes are asked for. It may have many members.
    if (!choice.attributes && !choice.excludedAttributes) return { status: 204, body: null };
    return { status: 200, body: await show(context, base, group, choice) };
  }
  const group =
    method === 'PUT'
      ? await changeGroup(context, caller, id, readGroup(bodyOf(body, GROUP_SCHEMA)))
      : await getGroup(context.pool, caller, id);
  return { status: 200, body: await show(context, base, group, choice) };
}

/** Its members are read only where they are asked for. */
async function show(
  { pool }: Pick<Context, 'pool'>,
  base: string,
  group: DirectoryGroup,
  choice: Choice,
): Promise<object> {
  const isMembers = (name: string) => /^members(\.|$)/i.test(withoutSchema(name));
  const { attributes, excludedAttributes } = choice;
  const hasMembers = attributes
    ? attributes.some(isMembers)
    : !excludedAttributes?.some((name) => withoutSchema(name).toLowerCase() === 'members');
  const members = hasMembers ? await membersOf(pool, group.id) : null;
  return chosen(toResource(group, members, base), choice);
}

function toResource(group: DirectoryGroup, members: readonly Member[] | null, base: string) {
  const { id, display_name, external_id, created_at, updated_at } = group;
  return {
    schemas: [GROUP_SCHEMA],
    id,
    ...(external_id === '' ? {} : { externalId: external_id }),
    displayName: display_name,
    ...(members === null
      ? {}
      : {
          members: members.map((member) => ({
            value: member.id,
            $ref: `${base}/Users/${member.id}`,
            type: 'User',
            display: member.user_name,
          })),
        }),
    meta: {
      resourceType: 'Group',
      created: created_at.toISOString(),
      lastModified: updated_at.toISOString(),
      location: locationOf(base, group),
    },
  };
}

const locationOf = (base: string, { id }: DirectoryGroup): string => `${base}/Groups/${id}`;

const SORTED: Readonly<Record<string, (group: DirectoryGroup) => string>> = {
  displayname: ({ display_name }) => display_name.toLowerCase(),
  externalid: ({ external_id }) => external_id,
  id: ({ id }) => id,
  'meta.created': ({ created_at }) => created_at.toISOString(),
  'meta.lastmodified': ({ updated_at }) => updated_at.toISOString(),
};

/** @throws ScimError `invalidPath` */
function sorted(groups: readonly DirectoryGroup[], { sortBy, sortOrder }: Asked): readonly DirectoryGroup[] {
  if (sortBy === undefined) return groups;
  const of = SORTED[withoutSchema(sortBy).toLowerCase()];
  if (!of) throw new ScimError(400, `groups cannot be sorted by ${sortBy.slice(0, 100)}`, 'invalidPath');
  const sign = sortOrder?.toLowerCase() === 'descending' ? -1 : 1;
  return [...groups].sort((a, b) => (of(a) < of(b) ? -sign : of(a) > of(b) ? sign : 0));
}
