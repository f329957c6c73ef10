import { createApiKey } from '../../api-keys/create.js';
import { SITE_FILE } from '../../audit/record.js';
import * as sql from '../../database/statement.js';
import { hashGatewaySecret, makeGatewaySecret, SECRET_RANDOM_BYTES } from '../../gateways/secret.rules.js';
import type { Scope } from '../../http/endpoint.js';
import { hashPassword } from '../../users/password.js';
import { makePassword, PASSWORD_RANDOM_BYTES } from '../../users/password.rules.js';
import type { Write } from '../plan.rules.js';
import { idOf, idsOf, remember, type Tools } from './tools.js';

/* The sections with secrets. Each writer returns, by ref, those of the rows it made; only hashes are kept. */

const WRITE_GATEWAYS = sql.statement(
  'site-write-gateways',
  `with x as (select * from json_to_recordset($1::json)
                as x(id uuid, ref text, name text, bench bool, location_id int, secret_hash bytea)),
   made as (insert into gateway (id, account_id, location_id, ref, name, bench, secret_hash, created_at)
            select id, $2, location_id, ref, name, bench, secret_hash, $3 from x where secret_hash is not null)
   update gateway g set name = x.name, bench = x.bench, location_id = x.location_id from x
    where g.id = x.id and x.secret_hash is null`,
);

const WRITE_USERS = sql.statement(
  'site-write-users',
  `with x as (select * from json_to_recordset($1::json)
                as x(id uuid, email text, name text, role text, location_id int, password_hash text)),
   made as (insert into account_user (id, account_id, location_id, email, name, role, password_hash, created_at)
            select id, $2, location_id, email, name, role, password_hash, $3 from x where id is not null)
   update account_user u set name = x.name, role = x.role, location_id = x.location_id from x
    where u.email = x.email and u.account_id = $2 and x.id is null`,
);

const UPDATE_API_KEY = sql.statement(
  'site-update-api-key',
  `with k as (update api_key set name = $2, scopes = $3, location_id = $4, expires_at = $5 where id = $1),
   gone as (delete from api_key_lock where api_key_id = $1 and lock_id <> all ($6::int[]))
   insert into api_key_lock (api_key_id, lock_id) select $1, id from unnest($6::int[]) as id on conflict do nothing`,
);

export async function writeGateways(
  { client, context, accountId, ids, at }: Tools,
  writes: Write[],
): Promise<Map<string, string>> {
  const secrets = new Map<string, string>();
  const rows = writes.map(({ ref, isNew, fields }) => {
    const row = {
      ref,
      name: fields.name,
      bench: fields.bench,
      location_id: idOf(ids.locations, fields.location),
    };
    if (!isNew) return { ...row, id: idOf(ids.gateways, ref) };
    const secret = makeGatewaySecret(context.ids.bytes(SECRET_RANDOM_BYTES));
    secrets.set(ref, secret);
    const id = context.ids.uuid();
    remember(ids.gateways, [{ ref, id }]);
    return { ...row, id, secret_hash: `\\x${hashGatewaySecret(secret).toString('hex')}` };
  });
  if (rows.length === 0) return secrets;
  await WRITE_GATEWAYS.count(client, [JSON.stringify(rows), accountId, at]);
  return secrets;
}

export async function writeUsers(
  { client, context, accountId, ids, at }: Tools,
  writes: Write[],
): Promise<Map<string, string>> {
  const passwords = new Map<string, string>();
  const rows = await Promise.all(
    writes.map(async ({ ref, isNew, fields }) => {
      const row = {
        email: ref,
        name: fields.name,
        role: fields.role,
        location_id: idOf(ids.locations, fields.location),
      };
      if (!isNew) return row;
      const password = makePassword(context.ids.bytes(PASSWORD_RANDOM_BYTES));
      passwords.set(ref, password);
      return { ...row, id: context.ids.uuid(), password_hash: await hashPassword(password) };
    }),
  );
  if (rows.length === 0) return passwords;
  await WRITE_USERS.count(client, [JSON.stringify(rows), accountId, at]);
  return passwords;
}

/** A key is made by the verb that the dashboard uses too, so that one rule says what a key may be. */
export async function writeApiKeys(
  { client, context, accountId, ids }: Tools,
  writes: Write[],
): Promise<Map<string, string>> {
  const tokens = new Map<string, string>();
  for (const { ref, isNew, fields } of writes) {
    const expires_at = new Date(fields.expires_at as string);
    const lockIds = idsOf(ids.locks, fields.locks);
    const location_id = idOf(ids.locations, fields.location) as number;
    if (isNew) {
      const key = {
        accountId,
        locationId: location_id,
        ref,
        name: fields.name as string,
        scopes: fields.scopes as Scope[],
      };
      const made = await createApiKey(
        context,
        { ...key, lockIds, expiresAt: expires_at, by: SITE_FILE },
        client,
      );
      tokens.set(ref, made.token);
      remember(ids.api_keys, [{ ref, id: made.id }]);
      continue;
    }
    await UPDATE_API_KEY.count(client, [
      idOf(ids.api_keys, ref),
      fields.name,
      fields.scopes,
      location_id,
      expires_at,
      lockIds,
    ]);
  }
  return tokens;
}
