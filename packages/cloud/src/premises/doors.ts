import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { RESTART_GRACE_MS } from '../doors/presence.rules.js';
import { leaveDoors, takeDoors } from '../doors/store/site.js';
import { ApiError, invalidField } from '../errors.js';
import { freeRef } from '../gateways/free-ref.js';
import type { SignedIn } from '../http/endpoint.js';
import { RENEW_GATEWAYS } from '../site/write/site.sql.js';
import { type Arranging, arranging, audit, changedFields, merged, requireLocation } from './within.js';

/* Doors are added to what a gateway reports, moved to another number or location, and ended. */

export interface DoorFields {
  name: string;
  place: string;
  location_id: number;
  gateway_id: string;
  /** The gateway's number for it. */
  door: number;
  strike_ms: number;
  left_open_ms: number;
}
export type DoorChange = { [Field in keyof DoorFields]?: DoorFields[Field] | undefined };

const DOOR = sql.statement(
  'premises-door',
  `select l.id, l.name, l.place, l.location_id, l.type, l.gateway_id, l.door, l.strike_ms, l.left_open_ms from lock l
   where l.id = $2 and l.type <> 'ended' and ${sql.isWithin('l', '$1')} for update of l`,
  {
    id: sql.int,
    name: sql.text,
    place: sql.text,
    location_id: sql.int,
    type: sql.text,
    gateway_id: sql.orNull(sql.uuid),
    door: sql.orNull(sql.int),
    strike_ms: sql.int,
    left_open_ms: sql.int,
  },
);

const GATEWAY = sql.statement(
  'premises-gateway',
  `select g.name, g.revoked_at is not null as is_revoked, ${sql.isWithin('g', '$1')} as is_mine,
     ${sql.isLocationWithin('$4', 'g.location_id')} as is_above, o.name as location_name
   from gateway g join location o on o.id = g.location_id where g.id = $3 and g.account_id = $2 for update of g`,
  {
    name: sql.text,
    is_revoked: sql.present(sql.bool),
    is_mine: sql.present(sql.bool),
    is_above: sql.present(sql.bool),
    location_name: sql.text,
  },
);

const TAKER = sql.statement(
  'premises-door-taker',
  'select name from lock where gateway_id = $1 and door = $2 and id <> $3',
  { name: sql.text },
);

const ADD = sql.statement(
  'premises-door-add',
  `insert into lock (account_id, ref, name, place, location_id, type, gateway_id, door, strike_ms, left_open_ms, created_at)
   values ($1, $2, $3, $4, $5, 'remote', $6, $7, $8, $9, $10) returning id`,
  { id: sql.int },
);

const CHANGE = sql.statement(
  'premises-door-change',
  `update lock set name = $2, place = $3, location_id = $4, gateway_id = $5, door = $6, strike_ms = $7, left_open_ms = $8
   where id = $1`,
);

const END = sql.statement(
  'premises-door-end',
  `with groups as (delete from security_group_lock where lock_id = $1),
   programs as (delete from api_key_lock where lock_id = $1),
   reader as (delete from locksys_door where lock_id = $1)
   update lock set type = 'ended', gateway_id = null, door = null where id = $1`,
);

/** @throws 422 on the fields */
export async function addDoor(context: Context, user: SignedIn, fields: DoorFields): Promise<{ id: number }> {
  return arranging(context, user, async (arranging) => {
    const { client, at } = arranging;
    await requireLocation(arranging, fields.location_id);
    await requireFreeNumber(arranging, { ...fields, id: 0 }, true);
    const ref = await freeRef(client, user.accountId, 'lock', fields.name);
    await renew(arranging, [fields.gateway_id], []);
    const { name, place, location_id, gateway_id, door, strike_ms, left_open_ms } = fields;
    const { id } = await ADD.one(client, [
      user.accountId,
      ref,
      name,
      place,
      location_id,
      gateway_id,
      door,
      strike_ms,
      left_open_ms,
      at,
    ]);
    await takeDoors(client, [id], [], at);
    await audit(arranging, 'lock', 'create', { id, name, location_id });
    return { id };
  });
}

/** @throws 404, 422 on the fields */
export async function changeDoor(
  context: Context,
  user: SignedIn,
  id: number,
  change: DoorChange,
): Promise<void> {
  await arranging(context, user, async (arranging) => {
    const { client, at } = arranging;
    const before = await requireDoor(arranging, id);
    const fields = changedFields(before, change);
    if (fields.length === 0) return;
    const after = merged(before, change);
    if (fields.includes('location_id')) await requireLocation(arranging, after.location_id);
    const isRewired = fields.includes('gateway_id') || fields.includes('door');
    if (before.type !== 'remote' && isRewired)
      throw invalidField('gateway_id', 'a door of the locking system has no gateway');
    if (before.type === 'remote' && (isRewired || fields.includes('location_id')))
      await requireFreeNumber(arranging, after, isRewired);
    if (isRewired) {
      await renew(arranging, [after.gateway_id], [id]);
      await leaveDoors(client, [id]);
    }
    await CHANGE.count(client, [
      id,
      after.name,
      after.place,
      after.location_id,
      after.gateway_id,
      after.door,
      after.strike_ms,
      after.left_open_ms,
    ]);
    await takeDoors(client, [id], isRewired ? [id] : [], at);
    await audit(arranging, 'lock', 'update', { ...after, id }, fields);
  });
}

/** It leaves its gateway, its groups and the lists of API keys; its past stays. @throws 404 */
export async function endDoor(context: Context, user: SignedIn, id: number): Promise<void> {
  await arranging(context, user, async (arranging) => {
    const { client, at } = arranging;
    const door = await requireDoor(arranging, id);
    await renew(arranging, [], [id]);
    if (door.type === 'remote') await leaveDoors(client, [id]);
    await END.count(client, [id]);
    // Commands that wait for an answer get none any more.
    await takeDoors(client, [id], [id], at);
    await audit(arranging, 'lock', 'end', door);
  });
}

async function requireDoor({ client, user }: Arranging, id: number) {
  const door = await DOOR.row(client, [user.homeLocationId, id]);
  if (!door) throw new ApiError('not_found');
  return door;
}

/** The manager of a gateway controls its doors, so none of them lies outside the gateway's location. */
async function requireFreeNumber(
  { client, user }: Arranging,
  {
    id,
    gateway_id,
    door,
    location_id,
  }: Pick<sql.Row<typeof DOOR>, 'id' | 'gateway_id' | 'door' | 'location_id'>,
  isRewired: boolean,
): Promise<void> {
  const gateway = await GATEWAY.row(client, [user.homeLocationId, user.accountId, gateway_id, location_id]);
  if (!gateway || (isRewired && !gateway.is_mine))
    throw invalidField('gateway_id', 'no such gateway among yours');
  if (isRewired && gateway.is_revoked)
    throw invalidField('gateway_id', `${gateway.name} was revoked; choose another gateway`);
  if (!gateway.is_above)
    throw invalidField(
      'location_id',
      `is not at ${gateway.location_name} or below it, where the gateway ${gateway.name} is`,
    );
  const taker = await TAKER.row(client, [gateway_id, door, id]);
  if (taker) throw invalidField('door', `is ${taker.name} already; move that door first`);
}

async function renew({ client, at, renewed }: Arranging, gatewayIds: (string | null)[], lockIds: number[]) {
  const grace = new Date(at.getTime() + RESTART_GRACE_MS);
  renewed.push(...(await RENEW_GATEWAYS.rows(client, [gatewayIds, grace, lockIds])));
}
