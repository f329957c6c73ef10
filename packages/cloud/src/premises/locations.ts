import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { lookAgainAt } from '../doors/store/site.js';
import { ApiError, invalidField } from '../errors.js';
import { freeRef } from '../gateways/free-ref.js';
import type { SignedIn } from '../http/endpoint.js';
import { rebuildTree } from '../locations/tree.js';
import { type Arranging, arranging, audit, changedFields, merged, requireLocation } from './within.js';

/* Locations are added below others, renamed, moved with all below them, and ended once they are empty. */

export interface LocationFields {
  name: string;
  parent_id: number;
  timezone: string;
  address: string;
}
export type LocationChange = { [Field in keyof LocationFields]?: LocationFields[Field] | undefined };

const LOCATION = sql.statement(
  'premises-location-row',
  `select o.id, o.name, o.parent_id, o.timezone, o.address from location o
   where o.id = $2 and o.ended_at is null and ${sql.isLocationWithin('o.id', '$1')} for update of o`,
  { id: sql.int, name: sql.text, parent_id: sql.orNull(sql.int), timezone: sql.text, address: sql.text },
);

const ADD = sql.statement(
  'premises-location-add',
  `insert into location (account_id, ref, name, parent_id, timezone, address, created_at)
   values ($1, $2, $3, $4, $5, $6, $7) returning id`,
  { id: sql.int },
);

const CHANGE = sql.statement(
  'premises-location-change',
  'update location set name = $2, parent_id = $3, timezone = $4, address = $5 where id = $1',
);

const IS_BELOW = sql.statement(
  'premises-is-below',
  'select from location_ancestor where location_id = $1 and ancestor_id = $2',
);

/** Doors at the location $1 and below whose gateway is above it, and would not be above the parent $2. */
const LEFT_BY_GATEWAY = sql.statement(
  'premises-left-by-gateway',
  `select g.name, count(*)::int as doors from location_ancestor a join lock l on l.location_id = a.location_id
   join gateway g on g.id = l.gateway_id
   where a.ancestor_id = $1 and not ${sql.isLocationWithin('g.location_id', '$1')}
     and not ${sql.isLocationWithin('$2', 'g.location_id')}
   group by g.id order by count(*) desc limit 1`,
  { name: sql.text, doors: sql.present(sql.int) },
);

export const CONTENTS = {
  locations: sql.present(sql.int),
  doors: sql.present(sql.int),
  gateways: sql.present(sql.int),
  groups: sql.present(sql.int),
  people: sql.present(sql.int),
  keys: sql.present(sql.int),
  colleagues: sql.present(sql.int),
  api_keys: sql.present(sql.int),
  webhooks: sql.present(sql.int),
};

/** What is at a location itself, as it keeps the location from ending. */
export const IN_LOCATION = sql.statement(
  'premises-in-location',
  `select (select count(*)::int from location where parent_id = $1 and ended_at is null) as locations,
    (select count(*)::int from lock where location_id = $1 and type <> 'ended') as doors,
    (select count(*)::int from gateway where location_id = $1 and revoked_at is null) as gateways,
    (select count(*)::int from security_group where location_id = $1) as groups,
    (select count(*)::int from person where location_id = $1 and deleted_at is null) as people,
    (select count(*)::int from access_key where location_id = $1 and state is distinct from 'returned') as keys,
    (select count(*)::int from account_user where location_id = $1)
      + (select count(*)::int from directory_token where location_id = $1 and revoked_at is null) as colleagues,
    (select count(*)::int from api_key where location_id = $1 and revoked_at is null) as api_keys,
    (select count(*)::int from subscription where location_id = $1) as webhooks`,
  CONTENTS,
);

const END = sql.statement('premises-location-end', 'update location set ended_at = $2 where id = $1');

/** @throws 422 on the fields */
export async function addLocation(
  context: Context,
  user: SignedIn,
  { name, parent_id, timezone, address }: LocationFields,
): Promise<{ id: number }> {
  return arranging(context, user, async (arranging) => {
    const { client, at } = arranging;
    await requireLocation(arranging, parent_id, 'parent_id');
    const ref = await freeRef(client, user.accountId, 'location', name);
    const { id } = await ADD.one(client, [user.accountId, ref, name, parent_id, timezone, address, at]);
    await rebuildTree(client, user.accountId, false);
    await audit(arranging, 'location', 'create', { id, name, location_id: id });
    return { id };
  });
}

/** @throws 404, 422 on the fields */
export async function changeLocation(
  context: Context,
  user: SignedIn,
  id: number,
  change: LocationChange,
): Promise<void> {
  await arranging(context, user, async (arranging) => {
    const { client, at } = arranging;
    const before = await requireOwn(arranging, id);
    const fields = changedFields(before, change);
    if (fields.length === 0) return;
    const after = merged(before, change);
    const isMove = fields.includes('parent_id');
    if (isMove) await requireParent(arranging, id, after.parent_id as number);
    await CHANGE.count(client, [id, after.name, after.parent_id, after.timezone, after.address]);
    if (isMove) await rebuildTree(client, user.accountId, true);
    if (fields.includes('timezone')) await lookAgainAt(client, [id], at);
    await audit(arranging, 'location', 'update', { ...after, location_id: id }, fields);
  });
}

/** @throws 403 where it is not empty or is the user's own, 404 */
export async function endLocation(context: Context, user: SignedIn, id: number): Promise<void> {
  await arranging(context, user, async (arranging) => {
    const { client, at } = arranging;
    const location = await requireOwn(arranging, id);
    if (id === user.homeLocationId)
      throw new ApiError('forbidden', { message: 'Your own location is ended by a colleague above it.' });
    const contents = await IN_LOCATION.one(client, [id]);
    const rest = Object.entries(contents).filter(([, count]) => count > 0);
    if (rest.length > 0) {
      const left = rest.map(([what, count]) => `${what.replace('_', ' ')}: ${count}`).join(', ');
      throw new ApiError('forbidden', {
        message: `There is something at ${location.name} still (${left}): move or end it first.`,
      });
    }
    await END.count(client, [id, at]);
    await audit(arranging, 'location', 'end', { ...location, location_id: id });
  });
}

async function requireOwn({ client, user }: Arranging, id: number) {
  const location = await LOCATION.row(client, [user.homeLocationId, id]);
  if (!location) throw new ApiError('not_found');
  return location;
}

async function requireParent(arranging: Arranging, id: number, parentId: number): Promise<void> {
  const { client, user } = arranging;
  if (id === user.homeLocationId)
    throw invalidField('parent_id', 'your own location is moved by a colleague above it');
  const parent = await requireLocation(arranging, parentId, 'parent_id');
  if ((await IS_BELOW.count(client, [parentId, id])) > 0)
    throw invalidField('parent_id', `${parent.name} is below it`);
  const left = await LEFT_BY_GATEWAY.row(client, [id, parentId]);
  if (left)
    throw invalidField(
      'parent_id',
      `${left.doors} of its doors are at the gateway ${left.name}, which is not at ${parent.name} or above it`,
    );
}
