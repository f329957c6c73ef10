import type { PoolClient } from 'pg';
import { byUser, recordAudit } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import { ApiError, invalidField } from '../errors.js';
import type { Manager } from '../http/endpoint.js';
import { mayAct, type Role } from '../http/role.rules.js';

/** Who looks after whom: a person at the dashboard, with the role they have at `locationId` and below. */
export interface Colleague extends Manager {
  role: Role;
}

export interface ColleagueView {
  id: string;
  name: string;
  email: string;
  role: Role;
  location: { id: number; name: string };
  created_at: Date;
  last_seen_at: Date | null;
}

/** Those at the location looked at and below it, by name. At most 1,000. */
export async function listColleagues(
  { pool }: Pick<Context, 'pool'>,
  by: Pick<Colleague, 'locationId'>,
): Promise<ColleagueView[]> {
  const { rows } = await pool.query<ColleagueView>(
    `select u.id, u.name, u.email, u.role, json_build_object('id', o.id, 'name', o.name) as location, u.created_at,
       (select max(s.last_seen_at) from user_session s where s.user_id = u.id) as last_seen_at
     from account_user u join location o on o.id = u.location_id
     join location_ancestor a on a.location_id = u.location_id and a.ancestor_id = $1
     order by lower(u.name), u.id limit 1000`,
    [by.locationId],
  );
  return rows;
}

/** Gives a colleague another role or another location; what they have open ends or narrows at once. @throws 403, 404, 422 */
export async function changeColleague(
  context: Context,
  by: Colleague,
  id: string,
  change: { role?: Role | undefined; location_id?: number | undefined },
): Promise<void> {
  await transaction(context.pool, async (client) => {
    const was = await reach(client, by, id);
    const role = change.role ?? was.role;
    if (!mayAct(by.role, role)) throw invalidField('role', 'is above your own');
    const location =
      change.location_id === undefined ? was.location : await placeFor(client, by, change.location_id);
    if (was.role === 'owner' && !(role === 'owner' && (await covers(client, location.id, was.location.id))))
      await requireAnotherOwner(client, was, 'role');
    await client.query('update account_user set role = $2, location_id = $3 where id = $1', [
      id,
      role,
      location.id,
    ]);
    await recordAudit(client, context, {
      account_id: by.accountId,
      actor: byUser(by.user),
      action: 'user.update',
      subject: { type: 'user', id, name: was.name },
      location_id: location.id,
      details: {
        ...(role === was.role ? {} : { role: { from: was.role, to: role } }),
        ...(location.id === was.location.id
          ? {}
          : { location: { from: was.location.name, to: location.name } }),
      },
    });
  });
  context.nudge.emit('session', id);
}

/** Removes a colleague; their sessions end with them, what they made stays. @throws 403, 404 */
export async function removeColleague(context: Context, by: Colleague, id: string): Promise<void> {
  await transaction(context.pool, async (client) => {
    const was = await reach(client, by, id);
    if (was.role === 'owner') await requireAnotherOwner(client, was, null);
    await client.query('delete from account_user where id = $1', [id]);
    await recordAudit(client, context, {
      account_id: by.accountId,
      actor: byUser(by.user),
      action: 'user.remove',
      subject: { type: 'user', id, name: was.name },
      location_id: was.location.id,
      details: { email: was.email, role: was.role },
    });
  });
  context.nudge.emit('session', id);
}

interface Reached {
  id: string;
  name: string;
  email: string;
  role: Role;
  location: { id: number; name: string };
}

/** A colleague within reach, held until the end, with all changes of the account's users one after another. */
async function reach(client: PoolClient, by: Colleague, id: string): Promise<Reached> {
  // Two owners who remove each other at once must not both succeed.
  await client.query('select from account where id = $1 for no key update', [by.accountId]);
  const { rows } = await client.query<Reached>(
    `select u.id, u.name, u.email, u.role, json_build_object('id', o.id, 'name', o.name) as location
     from account_user u join location o on o.id = u.location_id
     join location_ancestor a on a.location_id = u.location_id and a.ancestor_id = $2
     where u.id = $1 for update of u`,
    [id, by.locationId],
  );
  const found = rows[0];
  if (!found) throw new ApiError('not_found');
  await requireStanding(client, by);
  if (!mayAct(by.role, found.role))
    throw new ApiError('forbidden', {
      message: `${found.name} is ${found.role === 'owner' ? 'an owner' : 'a manager'}, which is above your own role.`,
    });
  return found;
}

/** Whoever acts is still what they were when their request came in. */
async function requireStanding(client: PoolClient, by: Colleague): Promise<void> {
  const { rowCount } = await client.query(
    `select from account_user u join location_ancestor a on a.location_id = $3 and a.ancestor_id = u.location_id
     where u.id = $1 and u.role = $2`,
    [by.user.id, by.role, by.locationId],
  );
  if (!rowCount) throw new ApiError('unauthenticated', { message: 'Sign in first.' });
}

/** A location that they may give: the one looked at, or one below it. @throws 422 */
export async function placeFor(
  client: PoolClient,
  by: Pick<Colleague, 'locationId'>,
  locationId: number,
): Promise<{ id: number; name: string }> {
  const { rows } = await client.query<{ id: number; name: string }>(
    `select o.id, o.name from location o
     join location_ancestor a on a.location_id = o.id and a.ancestor_id = $2 where o.id = $1`,
    [locationId, by.locationId],
  );
  if (!rows[0]) throw invalidField('location_id', 'is no location of yours');
  return rows[0];
}

async function covers(client: PoolClient, above: number, locationId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from location_ancestor where location_id = $1 and ancestor_id = $2',
    [locationId, above],
  );
  return rowCount === 1;
}

/** Every place that has an owner keeps one, there or above. */
async function requireAnotherOwner(
  client: PoolClient,
  { id, name, location }: Reached,
  field: string | null,
): Promise<void> {
  const { rowCount } = await client.query(
    `select from account_user u join location_ancestor a on a.location_id = $2 and a.ancestor_id = u.location_id
     where u.role = 'owner' and u.id <> $1 limit 1`,
    [id, location.id],
  );
  if (rowCount) return;
  const message = `${name} is the last owner of ${location.name}: make somebody else an owner first.`;
  throw field === null ? new ApiError('forbidden', { message }) : invalidField(field, message);
}
