import type { PoolClient } from 'pg';
import type { Actor } from '../audit/entry.rules.js';
import { auditAfter, audited, byCaller } from '../audit/record.js';
import type { Context, Database } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError, type ErrorDetail, invalidField } from '../errors.js';
import { announcing, type Change } from '../events/announce.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { lockingSystemOf } from '../locking-system/port.js';
import { lockLimit, requireFreeFor } from './entitlement.js';
import { findGroups, unknownGroups } from './faults.js';
import type { KeyState } from './key.rules.js';
import { toLocksysKey } from './locksys-key.js';
import { getKey, type KeyRow, REACHED, type Reach } from './read.js';
import { keyEntry, markHandedOver, markReturned } from './transitions.js';

/** A key, its groups where any are given, and the invitation, which ends with the key. */
const UPDATE = sql.statement(
  'key-update',
  `with ${auditAfter(6)},
   dropped as (
     delete from access_key_group where access_key_id = $1 and security_group_id <> all($6::int[])),
   listed as (
     insert into access_key_group (access_key_id, security_group_id, position)
     select $1, id, position from unnest($6::int[]) with ordinality as t(id, position)
     on conflict (access_key_id, security_group_id) do update set position = excluded.position),
   ending as (
     update invitation set due_at = least(link_expires_at, $4) where access_key_id = $1 and state = 'pending')
   update access_key set name = $2, starts_at = $3, expires_at = $4, updated_at = $5 where id = $1`,
);

const SHARE_LIVING_PERSON = sql.statement(
  'key-share-living-person',
  'select from person where id = $1 and deleted_at is null for share',
);

const LOCK = sql.statement(
  'key-lock',
  `select k.account_id, k.location_id, k.name, k.state, k.starts_at, k.expires_at,
     exists (select from directory_user u where u.access_key_id = k.id) as directory
   from access_key k
   where k.id = $2 and ${REACHED} for update of k`,
  {
    account_id: sql.int,
    location_id: sql.int,
    name: sql.text,
    state: sql.orNull(sql.narrow<KeyState>(sql.text)),
    starts_at: sql.time,
    expires_at: sql.orNull(sql.time),
    /** Its groups follow from a directory's. */
    directory: sql.present(sql.bool),
  },
);

export interface KeyChange {
  name?: string | undefined;
  security_groups?: string[] | undefined;
  starts_at?: Date | undefined;
  /** Null removes the end. */
  expires_at?: Date | null | undefined;
}

/**
 * Changes the fields given. Codes are looked up at the key's own location.
 * @throws 404, 422 on the fields or for a returned key, 422 `entitlement_exceeded` where a later end brings one back into
 * use, 409 `locksys_rejected`
 */
export async function updateKey(
  context: Context,
  caller: Caller | Manager,
  id: number,
  change: KeyChange,
): Promise<KeyRow> {
  return lockingSystemOf(context).guard(() =>
    announcing(context, async (client, announce) => {
      // The account is locked before the key, in the same order everywhere.
      const limit = change.expires_at === undefined ? null : await lockLimit(client, caller.accountId);
      const before = await lockKey(client, caller, id);
      const details = change.security_groups ? ofDirectory(before) : [];
      if (details.length > 0) throw new ApiError('validation_failed', { details });
      const by = byCaller(caller);
      return changeLocked({ context, client, announce, by }, { ...before, id, limit }, change);
    }),
  );
}

/** Gives a key other groups, within a transaction of the caller, who guards the locking system too. @throws as `updateKey` */
export async function regroupKeyWithin(
  change: Change,
  reach: Reach,
  id: number,
  security_groups: string[],
): Promise<KeyRow> {
  const before = await lockKey(change.client, reach, id);
  return changeLocked(change, { ...before, id, limit: null }, { security_groups });
}

async function changeLocked(
  { context, client, by }: Change,
  before: sql.Row<typeof LOCK> & { id: number; limit: number | null },
  change: KeyChange,
): Promise<KeyRow> {
  const { id, limit } = before;
  const { details, groups } = await changeFaults(client, before, change);
  if (details.length > 0) throw new ApiError('validation_failed', { details });
  const at = context.clock.now();
  const isRevived = before.state === 'handed_over' && (change.expires_at?.getTime() ?? Infinity) > at;
  if (isRevived) await requireFreeFor(client, id, before.account_id, limit, at);
  const { security_groups: codes, name = before.name, starts_at = before.starts_at } = change;
  const expires_at = change.expires_at === undefined ? before.expires_at : change.expires_at;
  const groupIds = codes ? [...new Set(codes)].map((code) => groups.get(code)) : null;
  const now = new Date(at);
  const entry = keyEntry({ ...before, name }, by, 'key.update', { fields: Object.keys(change).sort() });
  const values = [id, name, starts_at, expires_at, now, groupIds];
  await UPDATE.count(client, audited(context, values, entry));
  const after = await getKey(client, null, id);
  await lockingSystemOf(context).saveKey(toLocksysKey(after));
  return after;
}

const ofDirectory = ({ directory }: Pick<sql.Row<typeof LOCK>, 'directory'>): ErrorDetail[] =>
  directory
    ? [
        {
          field: 'security_groups',
          code: 'invalid',
          message: 'follow from the groups of the directory, which says who is in them',
        },
      ]
    : [];

/** What is wrong with a change beyond the form of each field, and the groups that it names. */
export async function changeFaults(
  database: Database,
  before: Pick<KeyRow, 'state' | 'location_id' | 'starts_at' | 'expires_at'>,
  { security_groups: codes = [], starts_at, expires_at }: KeyChange,
): Promise<{ details: ErrorDetail[]; groups: Map<string, number> }> {
  const details: ErrorDetail[] = [];
  const invalid = (field: string, message: string) => details.push({ field, code: 'invalid', message });
  if (before.state === 'returned') invalid('', 'the key has been returned');
  const end = expires_at === undefined ? before.expires_at : expires_at;
  if (end !== null && end <= (starts_at ?? before.starts_at)) {
    if (expires_at) invalid('expires_at', 'must be after the beginning');
    else invalid('starts_at', 'must be before the end');
  }
  const groups = codes.length > 0 ? await findGroups(database, before.location_id, codes) : new Map();
  return { details: [...details, ...unknownGroups(groups, codes)], groups };
}

/**
 * Takes a key back through the interface; an already returned key stays as it is.
 * @throws 404, 503 where the server has key revocation off, 409 `locksys_rejected`
 */
export async function deleteKey(context: Context, caller: Caller | Manager, id: number): Promise<KeyRow> {
  if (!context.config.KEY_REVOCATION) {
    const { state } = await getKey(context.pool, caller, id);
    // There is nothing left to revoke.
    if (state !== 'returned') throw new ApiError('revocation_not_available');
  }
  return returnKey(context, caller, id, byCaller(caller));
}

/** A manager takes a key back: `key.revoked`, once; its pending invitations are cancelled. @throws 404, 409 `locksys_rejected` */
export async function returnKey(context: Context, reach: Reach, id: number, by: Actor): Promise<KeyRow> {
  return lockingSystemOf(context).guard(() =>
    announcing(context, async (client, announce) => {
      const before = await lockKey(client, reach, id);
      await markReturned({ context, client, announce, by }, [id], context.clock.now());
      if (before.state !== 'returned') await lockingSystemOf(context).deleteKey(id);
      return getKey(client, null, id);
    }),
  );
}

/**
 * A manager hands a key over, for the first time or again: `key.activated`, unless the person has it already.
 * @throws 404, 422 where its person is gone, 422 `entitlement_exceeded` for one that was not usable, 409 `locksys_rejected`
 */
export async function handOverKey(context: Context, reach: Reach, id: number, by: Actor): Promise<KeyRow> {
  return lockingSystemOf(context).guard(() =>
    announcing(context, async (client, announce) => {
      const { account_id, limit } = await lockKeyToUse(client, reach, id);
      const now = context.clock.now();
      await requireFreeFor(client, id, account_id, limit, now);
      const changed = await markHandedOver({ context, client, announce, by }, id, now);
      const after = await getKey(client, null, id);
      if (changed) await lockingSystemOf(context).saveKey(toLocksysKey(after));
      return after;
    }),
  );
}

/**
 * Locks a key that is about to become usable, its account's limit, and its person, who must not be deleted, in the same
 * order everywhere.
 * @throws 404, 422 where its person is gone
 */
export async function lockKeyToUse(client: PoolClient, reach: Reach, id: number) {
  const found = await getKey(client, reach, id);
  const limit = await lockLimit(client, found.account_id);
  await requireLivingPerson(client, found);
  return { ...(await lockKey(client, reach, id)), limit };
}

async function requireLivingPerson(client: PoolClient, { person }: KeyRow): Promise<void> {
  if ((await SHARE_LIVING_PERSON.count(client, [person?.id ?? null])) === 0)
    throw invalidField('', 'the person of this key has been deleted');
}

/** A key, locked until the transaction ends. @throws 404 */
export async function lockKey(client: PoolClient, reach: Reach, id: number): Promise<sql.Row<typeof LOCK>> {
  const row = await LOCK.row(client, [reach?.locationId ?? null, id]);
  if (!row) throw new ApiError('not_found');
  return row;
}
