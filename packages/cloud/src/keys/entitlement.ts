import type { PoolClient } from 'pg';
import type { Database } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';

/**
 * SQL for the plan limit for phone keys of the account `$1`. The transaction that is about to add one holds the
 * account until it ends, so that two at the limit cannot both pass. No row where there is no limit: most
 * accounts have none, and must not wait for each other's keys.
 */
export const LOCK_LIMIT =
  'select phone_key_limit from account where id = $1 and phone_key_limit is not null for no key update';

const LOCKED_LIMIT = sql.statement('key-limit', LOCK_LIMIT, { phone_key_limit: sql.present(sql.int) });

/** Locks and returns the account's limit; null if it has none. */
export async function lockLimit(client: PoolClient, accountId: number): Promise<number | null> {
  return (await LOCKED_LIMIT.row(client, [accountId]))?.phone_key_limit ?? null;
}

/** Whether access key `k` is usable at a time, now or through a pending setup link. */
const usable = (
  at: string,
): string => `(k.expires_at is null or k.expires_at > ${at}) and (k.state = 'handed_over'
  or exists (select from invitation i where i.access_key_id = k.id and i.state = 'pending' and i.due_at > ${at}))`;

const USABLE_KEYS = sql.statement(
  'keys-usable',
  `select from access_key k where k.account_id = $1 and ${usable('$3')} limit $2`,
  {},
  { unprepared: true },
);

const USABLE_KEY = sql.statement(
  'key-usable',
  `select from access_key k where k.id = $1 and ${usable('$2')}`,
);

/** Checks the locked limit against the number of usable keys. @throws 422 `entitlement_exceeded` */
export async function requireFree(
  client: Database,
  accountId: number,
  limit: number | null,
  now: number,
): Promise<void> {
  if (limit === null) return;
  if ((await USABLE_KEYS.count(client, [accountId, limit, new Date(now)])) >= limit)
    throw new ApiError('entitlement_exceeded');
}

/** For a key that is about to become usable: one that already counts needs no free place. @throws 422 `entitlement_exceeded` */
export async function requireFreeFor(
  client: PoolClient,
  keyId: number,
  accountId: number,
  limit: number | null,
  now: number,
): Promise<void> {
  if (limit === null) return;
  const isUsable = await USABLE_KEY.count(client, [keyId, new Date(now)]);
  if (!isUsable) await requireFree(client, accountId, limit, now);
}
