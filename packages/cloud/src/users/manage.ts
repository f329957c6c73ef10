import type { PoolClient } from 'pg';
import type { AuditAction } from '../audit/actions.rules.js';
import type { Actor } from '../audit/entry.rules.js';
import { byUser, recordAudit, SERVICE } from '../audit/record.js';
import { type Context, type Database, transaction } from '../context.js';
import { ApiError, invalidField } from '../errors.js';
import type { Role } from '../http/role.rules.js';
import { hashPassword } from './password.js';
import { makePassword, PASSWORD_RANDOM_BYTES, passwordFault } from './password.rules.js';

export interface User {
  id: string;
  account: { id: number; name: string };
  location: { id: number; ref: string; name: string };
  email: string;
  name: string;
  role: Role;
  created_at: Date;
}

const SELECT = `
select u.id, json_build_object('id', a.id, 'name', a.name) as account,
       json_build_object('id', o.id, 'ref', o.ref, 'name', o.name) as location, u.email, u.name, u.role, u.created_at
from account_user u join account a on a.id = u.account_id join location o on o.id = u.location_id`;

/** Newest first. */
export async function listUsers(database: Database, accountId: number | null): Promise<User[]> {
  const { rows } = await database.query<User>(
    `${SELECT} where $1::int is null or u.account_id = $1 order by u.created_at desc, u.id limit 1000`,
    [accountId],
  );
  return rows;
}

export interface NewUser {
  accountId: number;
  locationId: number;
  email: string;
  name: string;
  role: Role;
  /** Made up when left out. */
  password?: string;
  by?: Actor;
}

/** Makes a user, the password shown this once; `validation_failed` where the address has a user already or the password is weak. */
export async function createUser(context: Tools, user: NewUser): Promise<{ id: string; password: string }> {
  const password = await usable(context, user.password);
  const id = await transaction(context.pool, (client) => insertUser(client, context, user, password.hash));
  return { id, password: password.plain };
}

type Tools = Pick<Context, 'ids' | 'clock' | 'pool' | 'secrets'>;

async function insertUser(
  client: PoolClient,
  context: Tools,
  user: NewUser,
  passwordHash: string,
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into account_user (id, account_id, location_id, email, name, role, password_hash, created_at)
     select $1, $2, o.id, $4, $5, $6, $7, $8 from location o where o.id = $3 and o.account_id = $2
     on conflict (email) do nothing returning id`,
    [
      context.ids.uuid(),
      user.accountId,
      user.locationId,
      user.email.trim().toLowerCase(),
      user.name.trim(),
      user.role,
      passwordHash,
      new Date(context.clock.now()),
    ],
  );
  const made = rows[0];
  if (!made) throw invalidField('email', 'there is a user with this address already, or no such location');
  await recordAudit(client, context, {
    account_id: user.accountId,
    actor: user.by ?? SERVICE,
    action: 'user.create',
    subject: { type: 'user', id: made.id, name: user.name.trim() },
    location_id: user.locationId,
    details: { role: user.role },
  });
  return made.id;
}

/** Gives a user another password; `not_found` where nobody has the address. */
export async function setPassword(
  context: Tools,
  email: string,
  chosen?: string,
  by: Actor = SERVICE,
): Promise<{ id: string; password: string }> {
  const password = await usable(context, chosen);
  return transaction(context.pool, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from account_user where email = $1', [
      email.trim().toLowerCase(),
    ]);
    if (!rows[0])
      throw new ApiError('not_found', { message: `there is no user ${email} (see doorctl user list)` });
    const { id } = rows[0];
    await replacePassword(client, context, id, password.hash, 'user.set_password', by);
    return { id, password: password.plain };
  });
}

/**
 * Sets a user's password, in the caller's transaction. Every session of theirs ends (a trigger sees to it), and a link to
 * replace the old one with it.
 */
export async function replacePassword(
  client: PoolClient,
  context: Pick<Context, 'ids' | 'clock' | 'secrets'>,
  id: string,
  passwordHash: string,
  action: AuditAction,
  by: Actor | 'themselves',
): Promise<void> {
  const { rows } = await client.query<{ account_id: number; location_id: number; name: string }>(
    `with link as (delete from password_reset where user_id = $1 and used_at is null)
     update account_user set password_hash = $2 where id = $1 returning account_id, location_id, name`,
    [id, passwordHash],
  );
  if (!rows[0]) throw new ApiError('not_found');
  const { name, account_id, location_id } = rows[0];
  await recordAudit(client, context, {
    account_id,
    actor: by === 'themselves' ? byUser({ id, name }) : by,
    action,
    subject: { type: 'user', id, name },
    location_id,
  });
}

async function usable(
  { ids }: Pick<Context, 'ids'>,
  chosen: string | undefined,
): Promise<{ plain: string; hash: string }> {
  const plain = chosen ?? makePassword(ids.bytes(PASSWORD_RANDOM_BYTES));
  return { plain, hash: await hashChosen(plain) };
}

/** The hash of a password that a person chose. @throws 422 where it is too weak */
export async function hashChosen(password: string): Promise<string> {
  const fault = passwordFault(password);
  if (fault) throw invalidField('password', fault);
  return hashPassword(password);
}
