import type { PoolClient } from 'pg';
import type { Actor } from '../audit/entry.rules.js';
import { recordAudit, SERVICE } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError, type ErrorDetail, invalidField } from '../errors.js';
import { SCOPES, type Scope } from '../http/endpoint.js';
import { defaultExpiry, expiryAfter, latestExpiry } from './lifetime.rules.js';
import { hashToken, makeToken, TOKEN_RANDOM_BYTES, tokenPrefix } from './tokens.rules.js';

export interface NewApiKey {
  accountId: number;
  locationId: number;
  name: string;
  scopes: readonly Scope[];
  /** The locks that `locks:control` may control; none when left out. Each lies at the location or below it. */
  lockIds?: readonly number[];
  /** Default one year from now, at most two. */
  expiresAt?: Date;
  /** The same, counted by the service's clock, so that a caller's clock cannot exceed the maximum. */
  expiresInDays?: number;
  /** The name within its site file. */
  ref?: string;
  /** Who makes it; a user is kept as the key's creator. */
  by?: Actor;
}

export interface CreatedApiKey {
  id: number;
  name: string;
  prefix: string;
  scopes: Scope[];
  location_id: number;
  lock_ids: number[];
  expires_at: Date;
  created_at: Date;
  /** Shown this once; only its hash is kept. */
  token: string;
}

/** Refuses a location of another account and any lock outside the location's subtree; the row and its locks are one statement. */
const INSERT = sql.statement(
  'api-key-insert',
  `with place as (
     select id from location where id = $2 and account_id = $1
   ), allowed as (
     select l.id from lock l where l.id = any($8::int[]) and l.account_id = $1 and ${sql.isWithin('l', '$2')}
   ), made as (
     insert into api_key (account_id, location_id, ref, name, prefix, token_hash, scopes, expires_at, created_at, created_by)
     select $1, id, $3, $4, $5, $6, $7, $9, $10, $11 from place
     where (select count(*) from allowed) = cardinality($8::int[])
     returning id
   ), listed as (
     insert into api_key_lock (api_key_id, lock_id) select made.id, allowed.id from made, allowed
   )
   select (select id from made) as id, exists (select from place) as place, array(select id from allowed) as allowed`,
  { id: sql.orNull(sql.int), place: sql.bool, allowed: sql.arrayOf(sql.int) },
);

/** Makes an API key. Throws `validation_failed` with one detail per field at fault. */
export async function createApiKey(
  context: Context,
  input: NewApiKey,
  client?: PoolClient,
): Promise<CreatedApiKey> {
  if (!client) return transaction(context.pool, (own) => createApiKey(context, input, own));
  const { by = SERVICE } = input;
  const now = context.clock.now();
  const expiresAt = input.expiresAt ?? endOf(input, now);
  const details = faults(input, expiresAt, now);
  if (details.length > 0) throw new ApiError('validation_failed', { details });

  const token = makeToken(context.ids.bytes(TOKEN_RANDOM_BYTES));
  const scopes = SCOPES.filter((scope) => input.scopes.includes(scope));
  const lockIds = [...new Set(input.lockIds ?? [])];
  const created = {
    name: input.name.trim(),
    prefix: tokenPrefix(token),
    scopes,
    location_id: input.locationId,
  };
  const { id, place, allowed } = await INSERT.one(client, [
    input.accountId,
    input.locationId,
    input.ref ?? null,
    created.name,
    created.prefix,
    hashToken(token),
    scopes,
    lockIds,
    expiresAt,
    new Date(now),
    by.type === 'user' ? by.id : null,
  ]);
  if (!place) throw invalidField('location_id', 'no such location');
  if (id === null) throw outsideLocks(input.lockIds ?? [], allowed);
  await recordAudit(client, context, {
    account_id: input.accountId,
    actor: by,
    action: 'api_key.create',
    subject: { type: 'api_key', id: String(id), name: created.name },
    location_id: input.locationId,
    details: { prefix: created.prefix, scopes, lock_ids: lockIds, expires_at: expiresAt.toISOString() },
  });
  return {
    id,
    ...created,
    lock_ids: lockIds,
    expires_at: expiresAt,
    created_at: new Date(now),
    token,
  };
}

function endOf({ expiresInDays }: NewApiKey, now: number): Date {
  return new Date(expiresInDays === undefined ? defaultExpiry(now) : expiryAfter(now, expiresInDays));
}

function faults(input: NewApiKey, expiresAt: Date, now: number): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  const invalid = (field: string, message: string) => details.push({ field, code: 'invalid', message });
  const length = input.name.trim().length;
  if (length < 1 || length > 200) invalid('name', 'must be 1 to 200 characters');
  if (input.scopes.length === 0) invalid('scopes', 'at least one scope');
  input.scopes.forEach((scope, index) => {
    if (!SCOPES.includes(scope)) invalid(`scopes[${index}]`, `must be one of ${SCOPES.join(', ')}`);
  });
  const end = expiresAt.getTime();
  if (!(end > now)) invalid('expires_at', 'must be in the future');
  else if (end > latestExpiry(now)) invalid('expires_at', 'must be at most 2 years away');
  return details;
}

function outsideLocks(asked: readonly number[], allowed: readonly number[]): ApiError {
  const details = asked.flatMap((id, index): ErrorDetail[] =>
    allowed.includes(id)
      ? []
      : [
          {
            field: `lock_ids[${index}]`,
            code: 'invalid',
            message: 'no such lock at the location or below it',
          },
        ],
  );
  return new ApiError('validation_failed', { details });
}
