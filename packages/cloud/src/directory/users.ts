import type { PoolClient } from 'pg';
import type { Context, Database } from '../context.js';
import * as sql from '../database/statement.js';
import { announcing, type Change } from '../events/announce.js';
import { lockingSystemOf } from '../locking-system/port.js';
import { createPersonWithin } from '../people/create.js';
import { changedFields, type ReportedFields } from '../people/person.rules.js';
import { normalisePhone } from '../people/phone.js';
import { deletePersonWithin } from '../people/remove.js';
import { NewPersonBody } from '../people/schemas.js';
import { lockPerson, updatePersonWithin } from '../people/update.js';
import { emailKeys, toPersonFields, type UserAttributes, userKey } from './scim/attributes.rules.js';
import { ScimError } from './scim/error.rules.js';
import type { Filter } from './scim/filter.rules.js';
import { ACTIVE, isNarrow, toCondition, toOrderBy } from './scim/query.rules.js';
import type { DirectoryCaller } from './tokens.js';

/*
 * What a directory does to its users, and through them to people: each change is one transaction, by the interface's
 * own verbs, with the same checks, events and audit entries. People of a directory are ordinary people: `managed` is
 * for those of the site file and the locking system, which cannot be changed elsewhere. The last write wins, and a
 * directory writes all that it knows of a user each time.
 */

/** `active`: there is a person that is not deleted. */
const COLUMNS = `u.id, u.seq, u.person_id, u.attributes, u.created_at, u.updated_at, ${ACTIVE} as active`;
const USER = {
  id: sql.uuid,
  seq: sql.int,
  person_id: sql.orNull(sql.uuid),
  attributes: sql.json<UserAttributes>(),
  created_at: sql.time,
  updated_at: sql.time,
  active: sql.bool,
};
const GET = `select ${COLUMNS} from directory_user u where u.id = $1 and u.location_id = $2`;
const GET_USER = sql.statement('directory-user', GET, USER);
const LOCK_USER = sql.statement('directory-user-locked', `${GET} for update`, USER);
const BEYOND = sql.statement(
  'directory-users-beyond',
  'select from directory_user where location_id = $1 offset $2 limit 1',
);
const INSERT = sql.statement(
  'directory-user-insert',
  `insert into directory_user (id, account_id, location_id, user_name, user_key, external_id, emails, attributes, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict (location_id, user_key) do nothing`,
);
const UPDATE = sql.statement(
  'directory-user-update',
  `update directory_user set user_name = $2, user_key = $3, external_id = $4, emails = $5, attributes = $6, updated_at = $7,
     keys_due_at = case when exists (select from directory_group_member m where m.user_id = $1) then $7 else keys_due_at end
   where id = $1`,
);
const REMOVE = sql.statement('directory-user-remove', 'delete from directory_user where id = $1');
const BIND_PERSON = sql.statement(
  'directory-user-bind-person',
  `update directory_user u set person_id = $2 where u.id = $1
     and not exists (select from directory_user o where o.person_id = $2 and o.id <> $1)`,
);
const NAME_TAKEN = sql.statement(
  'directory-user-name-taken',
  'select from directory_user where location_id = $1 and user_key = $2 and id <> $3',
);

export type DirectoryUser = sql.Row<typeof GET_USER>;

const MAX_JUDGED = 20_000;

/** @throws ScimError 404 */
export async function getUser(
  database: Database,
  caller: DirectoryCaller,
  id: string,
  { lock = false } = {},
): Promise<DirectoryUser> {
  const user = await (lock ? LOCK_USER : GET_USER).row(database, [id, caller.locationId]);
  if (!user) throw new ScimError(404, 'There is no such user.');
  return user;
}

export interface UserPage {
  total: number;
  users: DirectoryUser[];
}

export interface UserQuery {
  filter: Filter | null;
  sortBy?: string | undefined;
  isDescending?: boolean;
  offset: number;
  limit: number;
}

/** Its SQL is the directory's own filter and sorting, translated. @throws ScimError `invalidFilter`, `invalidPath`, `tooMany` */
export async function listUsers(
  database: Database,
  caller: DirectoryCaller,
  { filter, sortBy, isDescending = false, offset, limit }: UserQuery,
): Promise<UserPage> {
  const values: unknown[] = [caller.locationId];
  const bind = (one: unknown) => `$${values.push(one)}`;
  const orderBy = toOrderBy(sortBy, isDescending);
  const where = `u.location_id = $1${filter ? ` and ${toCondition(filter, bind)}` : ''}`;
  if ((filter && !isNarrow(filter)) || sortBy !== undefined) await requireFew(database, caller);
  const { rows: counted } = await database.query<{ total: number }>(
    `select count(*)::int as total from directory_user u where ${where}`,
    values,
  );
  const total = counted[0]?.total ?? 0;
  if (limit === 0 || offset >= total) return { total, users: [] };
  const { rows } = await database.query<DirectoryUser>(
    `select ${COLUMNS} from directory_user u where ${where} order by ${orderBy} limit ${bind(limit)} offset ${bind(offset)}`,
    values,
  );
  return { total, users: rows };
}

/** A filter without an index is evaluated user by user, for a limited number of users. @throws ScimError `tooMany` */
async function requireFew(database: Database, caller: DirectoryCaller): Promise<void> {
  if ((await BEYOND.count(database, [caller.locationId, MAX_JUDGED])) > 0)
    throw new ScimError(
      400,
      `There are more than ${MAX_JUDGED} users: filter by userName, externalId, id or emails with eq.`,
      'tooMany',
    );
}

/** @throws ScimError 409 `uniqueness`, 400 `invalidValue`; ApiError 422, 409, 503 of the verbs */
export function createUser(
  context: Context,
  caller: DirectoryCaller,
  attributes: UserAttributes,
): Promise<DirectoryUser> {
  return changing(context, caller, async (change) => {
    const { client } = change;
    const now = new Date(context.clock.now());
    const id = context.ids.uuid();
    const values = [id, caller.accountId, caller.locationId, ...columnsOf(attributes), now];
    if ((await INSERT.count(client, values)) === 0) throw userNameTaken();
    if (attributes.active) await bring(change, caller, id, attributes);
    return getUser(client, caller, id);
  });
}

/** @param wanted what becomes of the attributes as they are. @throws as `createUser`, and ScimError 404 */
export function changeUser(
  context: Context,
  caller: DirectoryCaller,
  id: string,
  wanted: (before: UserAttributes) => UserAttributes,
): Promise<DirectoryUser> {
  return changing(context, caller, async (change) => {
    const { client } = change;
    const before = await getUser(client, caller, id, { lock: true });
    const attributes = wanted({ ...before.attributes, active: before.active });
    await rename(client, caller, id, attributes);
    await UPDATE.count(client, [id, ...columnsOf(attributes), new Date(context.clock.now())]);
    if (!attributes.active) await leave(change, caller, before);
    else if (before.active && before.person_id) await update(change, caller, before.person_id, attributes);
    else await bring(change, caller, id, attributes);
    return getUser(client, caller, id);
  });
}

/** The user is forgotten; its person is deleted as `DELETE /people/{id}` does. @throws ScimError 404 */
export async function removeUser(context: Context, caller: DirectoryCaller, id: string): Promise<void> {
  await changing(context, caller, async (change) => {
    const user = await getUser(change.client, caller, id, { lock: true });
    await leave(change, caller, user);
    await REMOVE.count(change.client, [id]);
  });
}

function changing<T>(
  context: Context,
  caller: DirectoryCaller,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const by = { type: 'directory' as const, id: String(caller.tokenId), name: caller.name };
  return lockingSystemOf(context)
    .guard(() => announcing(context, (client, announce) => work({ context, client, announce, by })))
    .catch((error: unknown) => {
      // A concurrent request took the same name.
      if ((error as { constraint?: string }).constraint?.startsWith('directory_user_')) throw userNameTaken();
      throw error;
    });
}

/** Makes the user's person, or takes the one that is there already by its phone and e-mail. */
async function bring(
  change: Change,
  caller: DirectoryCaller,
  id: string,
  attributes: UserAttributes,
): Promise<void> {
  const fields = personFields(attributes);
  const { person, created } = await createPersonWithin(change, caller, fields);
  const bound = await BIND_PERSON.count(change.client, [id, person.id]);
  if (bound === 0 || person.managed)
    throw new ScimError(
      409,
      person.managed
        ? 'A person with this phone and e-mail is managed by the service itself.'
        : 'A person with this phone and e-mail belongs to another user.',
      'uniqueness',
    );
  if (!created) await update(change, caller, person.id, attributes);
}

/** Writes only if something differs, so that a repeated write causes no event. */
async function update(
  change: Change,
  caller: DirectoryCaller,
  personId: string,
  attributes: UserAttributes,
): Promise<void> {
  const fields = personFields(attributes);
  const before = await lockPerson(change.client, caller, personId);
  if (changedFields(before, fields).length > 0) await updatePersonWithin(change, caller, personId, fields);
}

async function leave(change: Change, caller: DirectoryCaller, user: DirectoryUser): Promise<void> {
  if (user.active && user.person_id) await deletePersonWithin(change, caller, user.person_id, false);
}

/** Checked as the interface checks a person. */
function personFields(attributes: UserAttributes): ReportedFields {
  const parsed = NewPersonBody.safeParse(toPersonFields(attributes, normalisePhone));
  if (parsed.success) {
    const { location_id: _own, ...fields } = parsed.data;
    return fields;
  }
  const issue = parsed.error.issues[0];
  throw new ScimError(400, `the person's ${issue?.path.join('.')} ${issue?.message}`, 'invalidValue');
}

async function rename(
  client: PoolClient,
  caller: DirectoryCaller,
  id: string,
  { userName }: UserAttributes,
): Promise<void> {
  if ((await NAME_TAKEN.count(client, [caller.locationId, userKey(userName), id])) > 0) throw userNameTaken();
}

const userNameTaken = () => new ScimError(409, 'There is a user of this userName already.', 'uniqueness');

/** user_name, user_key, external_id, emails, attributes */
function columnsOf(attributes: UserAttributes): unknown[] {
  const { active: _stands, ...kept } = attributes;
  return [
    attributes.userName,
    userKey(attributes.userName),
    attributes.externalId ?? '',
    emailKeys(attributes),
    JSON.stringify(kept),
  ];
}
