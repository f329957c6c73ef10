import type { PoolClient } from 'pg';
import type { AuditAction } from '../audit/actions.rules.js';
import type { Actor } from '../audit/entry.rules.js';
import { byUser, recordAudit, SERVICE } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError, invalidField } from '../errors.js';
import type { Role } from '../http/role.rules.js';
import { INSERT_USER, USER_BY_EMAIL } from './account-user.sql.js';
import { hashPassword } from './password.js';
import { makePassword, PASSWORD_RANDOM_BYTES, passwordFault } from './password.rules.js';

/** A user's new password; the link to replace the old one goes with that. */
const REPLACE_PASSWORD = sql.statement(
  'user-password',
  `with link as (delete from password_reset where user_id = $1 and used_at is null)
   update account_user set password_hash = $2 where id = $1 returning account_id, location_id, name`,
  { account_id: sql.int, location_id: sql.int, name: sql.text },
);

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
  const id = context.ids.uuid();
  const email = user.email.trim().toLowerCase();
  const name = user.name.trim();
  const at = new Date(context.clock.now());
  const values = [id, user.accountId, user.locationId, email, name, user.role, passwordHash, at];
  if (!(await INSERT_USER.count(client, values)))
    throw invalidField('email', 'there is a user with this address already, or no such location');
  await recordAudit(client, context, {
    account_id: user.accountId,
    actor: user.by ?? SERVICE,
    action: 'user.create',
    subject: { type: 'user', id, name },
    location_id: user.locationId,
    details: { role: user.role },
  });
  return id;
}

/** Gives a user another password; `not_found` where no user has the address. */
export async function setPassword(
  context: Tools,
  email: string,
  chosen?: string,
  by: Actor = SERVICE,
): Promise<{ id: string; password: string }> {
  const password = await usable(context, chosen);
  return transaction(context.pool, async (client) => {
    const user = await USER_BY_EMAIL.row(client, [email.trim().toLowerCase()]);
    if (!user)
      throw new ApiError('not_found', { message: `there is no user ${email} (see doorctl user list)` });
    await replacePassword(client, context, user.id, password.hash, 'user.set_password', by);
    return { id: user.id, password: password.plain };
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
  const user = await REPLACE_PASSWORD.row(client, [id, passwordHash]);
  if (!user) throw new ApiError('not_found');
  const { name, account_id, location_id } = user;
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
