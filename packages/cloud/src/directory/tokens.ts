import type { PoolClient } from 'pg';
import type { Actor } from '../audit/entry.rules.js';
import { recordAudit } from '../audit/record.js';
import { type Context, type Database, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError, invalidField } from '../errors.js';
import {
  DIRECTORY_TOKEN_BYTES,
  directoryTokenPrefix,
  hashDirectoryToken,
  isDirectoryToken,
  makeDirectoryToken,
} from './tokens.rules.js';

/** A customer's directory as it calls: one location, and through it all below. */
export interface DirectoryCaller {
  tokenId: number;
  name: string;
  accountId: number;
  locationId: number;
}

const CREATE = sql.statement(
  'directory-token-create',
  `insert into directory_token (account_id, location_id, name, prefix, token_hash, created_at)
   select $1, o.id, $3, $4, $5, $6 from location o where o.id = $2 and o.account_id = $1 returning id`,
  { id: sql.int },
);

const LIST = sql.statement(
  'directory-tokens',
  `select t.id, t.name, t.prefix, json_build_object('id', a.id, 'name', a.name) as account,
          json_build_object('id', o.id, 'ref', o.ref, 'name', o.name) as location, t.created_at, t.revoked_at
   from directory_token t join account a on a.id = t.account_id join location o on o.id = t.location_id
   where $1::int is null or t.account_id = $1 order by t.id desc limit 1000`,
  {
    id: sql.int,
    name: sql.text,
    prefix: sql.text,
    account: sql.json<{ id: number; name: string }>(),
    location: sql.json<{ id: number; ref: string; name: string }>(),
    created_at: sql.time,
    revoked_at: sql.orNull(sql.time),
  },
);

const REVOKE = sql.statement(
  'directory-token-revoke',
  `with before as (select id, revoked_at from directory_token where id = $1 for update)
   update directory_token t set revoked_at = coalesce(before.revoked_at, $2) from before where t.id = before.id
   returning t.id, t.name, t.revoked_at, t.account_id, t.location_id, before.revoked_at is null as is_first`,
  {
    id: sql.int,
    name: sql.text,
    revoked_at: sql.present(sql.time),
    account_id: sql.int,
    location_id: sql.int,
    is_first: sql.bool,
  },
);

const AUTHENTICATE = sql.statement(
  'authenticate-directory',
  `select t.id, t.name, t.account_id, t.location_id, a.platform_mode
   from directory_token t join account a on a.id = t.account_id
   where t.token_hash = $1 and t.revoked_at is null`,
  { id: sql.int, name: sql.text, account_id: sql.int, location_id: sql.int, platform_mode: sql.bool },
);

export type DirectoryToken = sql.Row<typeof LIST>;

type Tools = Pick<Context, 'pool' | 'clock' | 'ids' | 'secrets'>;

/** Makes a token; it is shown this once, only its SHA-256 is kept. @throws 422 on `name`, `location_id` */
export async function createDirectoryToken(
  tools: Tools,
  { accountId, locationId, name, by }: { accountId: number; locationId: number; name: string; by: Actor },
): Promise<{ id: number; name: string; token: string }> {
  const named = name.trim();
  if (named.length < 1 || named.length > 200) throw invalidField('name', 'must be 1 to 200 characters');
  const token = makeDirectoryToken(tools.ids.bytes(DIRECTORY_TOKEN_BYTES));
  return transaction(tools.pool, async (client) => {
    const [prefix, hash] = [directoryTokenPrefix(token), hashDirectoryToken(token)];
    const at = new Date(tools.clock.now());
    const id = (await CREATE.row(client, [accountId, locationId, named, prefix, hash, at]))?.id;
    if (id === undefined) throw invalidField('location_id', 'no such location');
    await audit(client, tools, 'create', by, { id, name: named, accountId, locationId });
    return { id, name: named, token };
  });
}

/** Newest first; null for all accounts. */
export function listDirectoryTokens(database: Database, accountId: number | null): Promise<DirectoryToken[]> {
  return LIST.rows(database, [accountId]);
}

/** Ends a token from this moment on; revoking twice keeps the first time. The people it brought stay. @throws 404 */
export async function revokeDirectoryToken(
  tools: Tools,
  id: number,
  by: Actor,
): Promise<{ id: number; name: string; revoked_at: Date }> {
  return transaction(tools.pool, async (client) => {
    const row = await REVOKE.row(client, [id, new Date(tools.clock.now())]);
    if (!row)
      throw new ApiError('not_found', {
        message: `there is no SCIM token ${id} (see doorctl scim-token list)`,
      });
    const { name, revoked_at, account_id, location_id } = row;
    if (row.is_first)
      await audit(client, tools, 'revoke', by, {
        id,
        name,
        accountId: account_id,
        locationId: location_id,
      });
    return { id, name, revoked_at };
  });
}

/** Who holds this token now; null for a wrong or revoked one. */
export async function authenticateDirectory(
  context: Context,
  token: string,
): Promise<(DirectoryCaller & { platformMode: boolean }) | null> {
  if (!isDirectoryToken(token)) return null;
  const row = await AUTHENTICATE.row(context.pool, [hashDirectoryToken(token)]);
  if (!row) return null;
  return {
    tokenId: row.id,
    name: row.name,
    accountId: row.account_id,
    locationId: row.location_id,
    platformMode: row.platform_mode,
  };
}

async function audit(
  client: PoolClient,
  tools: Tools,
  action: 'create' | 'revoke',
  actor: Actor,
  token: { id: number; name: string; accountId: number; locationId: number },
): Promise<void> {
  await recordAudit(client, tools, {
    account_id: token.accountId,
    actor,
    action: `directory_token.${action}`,
    subject: { type: 'directory_token', id: String(token.id), name: token.name },
    location_id: token.locationId,
  });
}
