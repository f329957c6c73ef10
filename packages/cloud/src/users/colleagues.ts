import type { PoolClient } from 'pg';
import { byUser, recordAudit } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError, invalidField } from '../errors.js';
import type { Manager } from '../http/endpoint.js';
import { mayAct, type Role } from '../http/role.rules.js';

const role = sql.narrow<Role>(sql.text);
const COLLEAGUES = sql.statement(
  'colleagues',
  `select u.id, u.name, u.email, u.role, ${sql.asNamed('o')} as location, u.created_at,
     (select max(s.last_seen_at) from user_session s where s.user_id = u.id) as last_seen_at
   from account_user u join location o on o.id = u.location_id
   where ${sql.isWithin('u', '$1')} order by lower(u.name), u.id limit 1000`,
  {
    id: sql.uuid,
    name: sql.text,
    email: sql.text,
    role,
    location: sql.named,
    created_at: sql.time,
    last_seen_at: sql.orNull(sql.time),
  },
  // How many users a location has decides on the plan.
  { unprepared: true },
);
/** Two owners who remove each other at once must not both succeed. */
const HOLD_ACCOUNT = sql.statement('colleagues-hold', 'select from account where id = $1 for no key update');
const COLLEAGUE = sql.statement(
  'colleague-locked',
  `select u.id, u.name, u.email, u.role, ${sql.asNamed('o')} as location
   from account_user u join location o on o.id = u.location_id
   where u.id = $1 and ${sql.isWithin('u', '$2')} for update of u`,
  { id: sql.uuid, name: sql.text, email: sql.text, role, location: sql.named },
);
const CHANGE = sql.statement(
  'colleague-change',
  'update account_user set role = $2, location_id = $3 where id = $1',
);
const REMOVE = sql.statement('colleague-remove', 'delete from account_user where id = $1');
const STANDING = sql.statement(
  'colleague-standing',
  `select from account_user u where u.id = $1 and u.role = $2 and ${sql.isLocationWithin('$3', 'u.location_id')}`,
);
const PLACE = sql.statement(
  'colleague-place',
  `select o.id, o.name from location o where o.id = $1 and ${sql.isLocationWithin('o.id', '$2')}`,
  { id: sql.int, name: sql.text },
);
const COVERS = sql.statement('location-covers', `select where ${sql.isLocationWithin('$2', '$1')}`);
const OTHER_OWNERS = sql.statement(
  'colleague-other-owners',
  `select from account_user u where u.role = 'owner' and u.id <> $1 and ${sql.isLocationWithin('$2', 'u.location_id')} limit 1`,
);

/** Who looks after whom: a person at the dashboard, with the role they have at `locationId` and below. */
export interface Colleague extends Manager {
  role: Role;
}

/** Those at the location looked at and below it, by name. At most 1,000. */
export const listColleagues = ({ pool }: Pick<Context, 'pool'>, by: Pick<Colleague, 'locationId'>) =>
  COLLEAGUES.rows(pool, [by.locationId]);

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
    if (
      was.role === 'owner' &&
      !(role === 'owner' && (await COVERS.count(client, [location.id, was.location.id])) === 1)
    )
      await requireAnotherOwner(client, was, 'role');
    await CHANGE.count(client, [id, role, location.id]);
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
    await REMOVE.count(client, [id]);
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

type Reached = sql.Row<typeof COLLEAGUE>;

/** A colleague within reach, held until the end, with all changes of the account's users one after another. */
async function reach(client: PoolClient, by: Colleague, id: string): Promise<Reached> {
  await HOLD_ACCOUNT.count(client, [by.accountId]);
  const found = await COLLEAGUE.row(client, [id, by.locationId]);
  if (!found) throw new ApiError('not_found');
  await requireStanding(client, by);
  if (!mayAct(by.role, found.role))
    throw new ApiError('forbidden', {
      message: `${found.name} is ${found.role === 'owner' ? 'an owner' : 'a manager'}, which is above your own role.`,
    });
  return found;
}

/** The caller still has the role that they had when their request came in. */
async function requireStanding(client: PoolClient, by: Colleague): Promise<void> {
  if (!(await STANDING.count(client, [by.user.id, by.role, by.locationId])))
    throw new ApiError('unauthenticated', { message: 'Sign in first.' });
}

/** A location that they may give: the one looked at, or one below it. @throws 422 */
export async function placeFor(
  client: PoolClient,
  by: Pick<Colleague, 'locationId'>,
  locationId: number,
): Promise<{ id: number; name: string }> {
  const place = await PLACE.row(client, [locationId, by.locationId]);
  if (!place) throw invalidField('location_id', 'is no location of yours');
  return place;
}

/** Every place that has an owner keeps one, there or above. */
async function requireAnotherOwner(
  client: PoolClient,
  { id, name, location }: Reached,
  field: string | null,
): Promise<void> {
  if (await OTHER_OWNERS.count(client, [id, location.id])) return;
  const message = `${name} is the last owner of ${location.name}: make someone else an owner first.`;
  throw field === null ? new ApiError('forbidden', { message }) : invalidField(field, message);
}
