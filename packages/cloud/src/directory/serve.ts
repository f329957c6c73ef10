import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import {
  type DirectoryAnswer,
  type DirectoryRequest,
  listOf,
  notFound,
  requireMethod,
  UUID,
} from './answers.js';
import {
  type Asked,
  askedFor,
  askedIn,
  bodyOf,
  choiceIn,
  PATCH_SCHEMA,
  pageOf,
  SEARCH_SCHEMA,
} from './scim/asked.rules.js';
import { ENTERPRISE_SCHEMA, readUser, USER_SCHEMA } from './scim/attributes.rules.js';
import { chosen } from './scim/chosen.rules.js';
import { resourceTypes, schemas, serviceProviderConfig } from './scim/discovery.rules.js';
import { ScimError } from './scim/error.rules.js';
import { parseFilter, withoutSchema } from './scim/filter.rules.js';
import { patchUser } from './scim/patch.rules.js';
import { listedGroups, serveGroup, serveGroups } from './serve-groups.js';
import type { DirectoryCaller } from './tokens.js';
import { changeUser, createUser, type DirectoryUser, getUser, listUsers, removeUser } from './users.js';

/* SCIM 2.0 (RFC 7644) of users and groups, whatever carries it. */

export const DIRECTORY_PATH = '/scim/v2';

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';
const SEARCH = '.search';

/** @throws ScimError, ApiError */
export async function serveDirectory(
  context: Context,
  caller: DirectoryCaller,
  request: DirectoryRequest,
): Promise<DirectoryAnswer> {
  const base = `${context.origin ?? ''}${DIRECTORY_PATH}`;
  const [kind = '', id, ...more] = request.segments;
  if (more.length > 0) throw notFound();
  // At the root too, users alone are looked for: groups have a search of their own.
  const searched = kind === SEARCH && id === undefined ? 'users' : id === SEARCH ? kind.toLowerCase() : null;
  if (searched === 'users' || searched === 'groups') {
    requireMethod(request.method, 'POST');
    const asked = askedFor(bodyOf(request.body, SEARCH_SCHEMA));
    return (searched === 'users' ? listed : listedGroups)(context, caller, base, asked);
  }
  switch (kind.toLowerCase()) {
    case 'users':
      return id === undefined || id === ''
        ? serveUsers(context, caller, base, request)
        : serveUser(context, caller, base, id, request);
    case 'groups':
      return id === undefined || id === ''
        ? serveGroups(context, caller, base, request)
        : serveGroup(context, caller, base, id, request);
    case 'serviceproviderconfig':
      if (id !== undefined) throw notFound();
      return read(request, serviceProviderConfig(base));
    case 'resourcetypes':
      return readAmong(request, resourceTypes(base), id);
    case 'schemas':
      return readAmong(request, schemas(base), id);
    default:
      throw notFound();
  }
}

async function serveUsers(
  context: Context,
  caller: DirectoryCaller,
  base: string,
  { method, query, body }: DirectoryRequest,
): Promise<DirectoryAnswer> {
  if (method === 'POST') {
    const wanted = readUser(bodyOf(body, USER_SCHEMA));
    const user = toResource(await createUser(context, caller, wanted), base);
    return { status: 201, body: chosen(user, choiceIn(query)), headers: { Location: user.meta.location } };
  }
  requireMethod(method, 'GET', 'POST');
  return listed(context, caller, base, askedIn(query));
}

async function listed(
  context: Context,
  caller: DirectoryCaller,
  base: string,
  asked: Asked,
): Promise<DirectoryAnswer> {
  const { startIndex, limit } = pageOf(asked);
  const { total, users } = await listUsers(context.pool, caller, {
    filter: asked.filter ? parseFilter(asked.filter) : null,
    sortBy: asked.sortBy === undefined ? undefined : withoutSchema(asked.sortBy).toLowerCase(),
    isDescending: asked.sortOrder?.toLowerCase() === 'descending',
    offset: startIndex - 1,
    limit,
  });
  const shown = users.map((user) => chosen(toResource(user, base), asked));
  return { status: 200, body: listOf(shown, total, startIndex) };
}

async function serveUser(
  context: Context,
  caller: DirectoryCaller,
  base: string,
  id: string,
  { method, query, body }: DirectoryRequest,
): Promise<DirectoryAnswer> {
  requireMethod(method, 'GET', 'PUT', 'PATCH', 'DELETE');
  if (!UUID.test(id)) throw notFound();
  const show = (user: DirectoryUser) => ({
    status: 200,
    body: chosen(toResource(user, base), choiceIn(query)),
  });
  if (method === 'PUT') {
    const wanted = readUser(bodyOf(body, USER_SCHEMA));
    return show(await changeUser(context, caller, id, () => wanted));
  }
  if (method === 'PATCH') {
    const operations = bodyOf(body, PATCH_SCHEMA);
    return show(await changeUser(context, caller, id, (before) => patchUser(before, operations)));
  }
  if (method === 'DELETE') {
    await removeUser(context, caller, id);
    return { status: 204, body: null };
  }
  return show(await getUser(context.pool, caller, id));
}

/** An error as a directory reads it. Null: it is none of ours, and its words are not for others. */
export function directoryError(error: unknown): DirectoryAnswer | null {
  const answer = (status: number, detail: string, scimType?: string) => ({
    status,
    body: { schemas: [ERROR_SCHEMA], status: String(status), ...(scimType ? { scimType } : {}), detail },
  });
  if (error instanceof ScimError) return answer(error.status, error.message, error.scimType);
  if (!(error instanceof ApiError)) return null;
  if (error.kind === 'validation_failed') {
    const faults = error.details?.map(({ field, message }) => `the person's ${field} ${message}`).join('; ');
    return answer(400, faults || error.message, 'invalidValue');
  }
  return { ...answer(error.status, error.message), headers: error.headers };
}

function toResource({ id, attributes, active, created_at, updated_at }: DirectoryUser, base: string) {
  const { organization, ...core } = attributes;
  return {
    schemas: organization === undefined ? [USER_SCHEMA] : [USER_SCHEMA, ENTERPRISE_SCHEMA],
    id,
    ...core,
    active,
    ...(organization === undefined ? {} : { [ENTERPRISE_SCHEMA]: { organization } }),
    meta: {
      resourceType: 'User',
      created: created_at.toISOString(),
      lastModified: updated_at.toISOString(),
      location: `${base}/Users/${id}`,
    },
  };
}

function read({ method, query }: DirectoryRequest, body: object): DirectoryAnswer {
  requireMethod(method, 'GET');
  // RFC 7644, 4: discovery endpoints do not support filters.
  if (query.has('filter')) throw new ScimError(403, 'This endpoint does not support filtering.');
  return { status: 200, body };
}

function readAmong(
  request: DirectoryRequest,
  all: { id: string }[],
  id: string | undefined,
): DirectoryAnswer {
  if (id === undefined || id === '') return read(request, listOf(all, all.length, 1));
  requireMethod(request.method, 'GET');
  const found = all.find((one) => one.id.toLowerCase() === id.toLowerCase());
  if (!found) throw notFound();
  return read(request, found);
}
