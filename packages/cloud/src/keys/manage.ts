import type { PoolClient } from 'pg';
import type { Actor } from '../audit/entry.rules.js';
import { byCaller, recordAudit } from '../audit/record.js';
import type { Context } from '../context.js';
import { ApiError, invalidField } from '../errors.js';
import { announcing } from '../events/announce.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { lockingSystemOf } from '../locking-system/port.js';
import { requireEntitlement } from './entitlement.js';
import { findGroups, setGroups, unknownGroups } from './issue.js';
import { toLocksysKey } from './locksys-key.js';
import { getKey, type KeyRow, REACHED, type Reach } from './read.js';
import { markHandedOver, markReturned } from './transitions.js';

export interface KeyChange {
  name?: string | undefined;
  security_groups?: string[] | undefined;
  starts_at?: Date | undefined;
  /** Null takes the end away. */
  expires_at?: Date | null | undefined;
}

/**
 * Changes the fields given (decisions, "Key"). Codes are looked up at the key's own location.
 * @throws 404, 422 on the fields or for a returned key, 409 `locksys_rejected`
 */
export async function updateKey(
  context: Context,
  caller: Caller | Manager,
  id: number,
  change: KeyChange,
): Promise<KeyRow> {
  return lockingSystemOf(context).guard(() =>
    announcing(context, async (client) => {
      const before = await lockKey(client, caller, id);
      if (before.state === 'returned') throw invalidField('', 'the key has been returned');
      const { security_groups: codes, name = before.name, starts_at = before.starts_at } = change;
      const expires_at = change.expires_at === undefined ? before.expires_at : change.expires_at;
      if (expires_at !== null && expires_at <= starts_at)
        throw change.expires_at
          ? invalidField('expires_at', 'must be after starts_at')
          : invalidField('starts_at', 'must be before expires_at');
      if (codes) {
        const groups = await findGroups(client, before.location_id, codes);
        const details = unknownGroups(groups, codes);
        if (details.length > 0) throw new ApiError('validation_failed', { details });
        await setGroups(client, id, groups, codes);
      }
      await client.query(
        'update access_key set name = $2, starts_at = $3, expires_at = $4, updated_at = $5 where id = $1',
        [id, name, starts_at, expires_at, new Date(context.clock.now())],
      );
      // The invitation ends with the key.
      await client.query(
        "update invitation set due_at = least(link_expires_at, $2) where access_key_id = $1 and state = 'pending'",
        [id, expires_at],
      );
      await recordAudit(client, context, {
        account_id: before.account_id,
        actor: byCaller(caller),
        action: 'key.update',
        subject: { type: 'key', id: String(id), name },
        location_id: before.location_id,
        details: { fields: Object.keys(change).sort() },
      });
      const after = await getKey(client, null, id);
      await lockingSystemOf(context).saveKey(toLocksysKey(after));
      return after;
    }),
  );
}

/**
 * Takes a key back for the interface (spec 4.3); one returned before stays as it is.
 * @throws 404, 503 where the server has key revocation off, 409 `locksys_rejected`
 */
export async function deleteKey(context: Context, caller: Caller | Manager, id: number): Promise<KeyRow> {
  if (!context.config.KEY_REVOCATION) {
    await getKey(context.pool, caller, id);
    throw new ApiError('revocation_not_available');
  }
  return returnKey(context, caller, id, byCaller(caller));
}

/** A manager takes a key back: `key.revoked`, once. @throws 404, 409 `locksys_rejected` */
export async function returnKey(context: Context, reach: Reach, id: number, by: Actor): Promise<KeyRow> {
  return lockingSystemOf(context).guard(() =>
    announcing(context, async (client, announce) => {
      const before = await lockKey(client, reach, id);
      if (before.state === 'returned') return before;
      await markReturned({ context, client, announce, by }, [id], context.clock.now());
      await lockingSystemOf(context).deleteKey(id);
      return getKey(client, null, id);
    }),
  );
}

/**
 * A manager hands a key over, for the first time or again: `key.activated`, unless the person has it already.
 * @throws 404, 422 where its person is gone, 422 `entitlement_exceeded` for a returned one, 409 `locksys_rejected`
 */
export async function handOverKey(context: Context, reach: Reach, id: number, by: Actor): Promise<KeyRow> {
  return lockingSystemOf(context).guard(() =>
    announcing(context, async (client, announce) => {
      const found = await getKey(client, reach, id);
      // The account and the person come before the key, in the order in which everybody takes them.
      await client.query('select from account where id = $1 for no key update', [found.account_id]);
      await requireLivingPerson(client, found);
      const before = await lockKey(client, reach, id);
      // One in use counts already.
      if (before.state === 'returned') await requireEntitlement(client, found.account_id);
      if (!(await markHandedOver({ context, client, announce, by }, id, context.clock.now()))) return before;
      const after = await getKey(client, null, id);
      await lockingSystemOf(context).saveKey(toLocksysKey(after));
      return after;
    }),
  );
}

async function requireLivingPerson(client: PoolClient, { person }: KeyRow): Promise<void> {
  const { rowCount } = await client.query(
    'select from person where id = $1 and deleted_at is null for share',
    [person?.id ?? null],
  );
  if (!rowCount) throw invalidField('', 'the person of this key has been deleted');
}

/** A key that nobody else changes until the transaction ends. @throws 404 */
export async function lockKey(client: PoolClient, reach: Reach, id: number): Promise<KeyRow> {
  const { rowCount } = await client.query(
    `select from access_key k where k.id = $2 and ${REACHED} for update of k`,
    [reach?.locationId ?? null, id],
  );
  if (!rowCount) throw new ApiError('not_found');
  return getKey(client, null, id);
}
