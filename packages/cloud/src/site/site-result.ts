import { hashToken } from '../api-keys/tokens.rules.js';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { hashGatewaySecret } from '../gateways/secret.rules.js';
import { isPassword } from '../users/password.js';
import { loadCurrent } from './current.js';

const hashes = sql.orNull(sql.json<Record<string, string>>());

const HASHES = sql.statement(
  'site-hashes',
  `select (select json_object_agg(id, encode(secret_hash, 'hex')) from gateway where account_id = $1 and id = any($2::uuid[]) and revoked_at is null) as gateways,
     (select json_object_agg(id, encode(token_hash, 'hex')) from api_key where account_id = $1 and id = any($3::int[]) and revoked_at is null) as keys,
     (select json_object_agg(email, password_hash) from account_user where account_id = $1) as users`,
  { gateways: hashes, keys: hashes, users: hashes },
);

/** Ids for every ref of the file, and secrets only for what this run created. */
export interface SiteResult {
  account: { id: number };
  locations: Record<string, number>;
  gateways: Record<string, { id: string; secret?: string }>;
  locks: Record<string, number>;
  users: Record<string, { password?: string }>;
  api_keys: Record<string, { id: number; token?: string }>;
  people: Record<string, string>;
}

/** Ids for every ref of an account as it is now, without secrets; null if there is no such account. */
export async function currentResult(
  { pool, prisma }: Context,
  accountId: number,
): Promise<SiteResult | null> {
  const account = await prisma.account.findUnique({ where: { id: accountId } });
  if (!account) return null;
  const current = await loadCurrent(pool, account.name);
  const each = <Entry>(section: Exclude<keyof SiteResult, 'account'>, entry: (id: never) => Entry) =>
    Object.fromEntries(
      current[section].filter(({ ended }) => !ended).map(({ ref, id }) => [ref, entry(id as never)]),
    );
  return {
    account: { id: accountId },
    locations: each('locations', (id: number) => id),
    gateways: each('gateways', (id: string) => ({ id })),
    locks: each('locks', (id: number) => id),
    users: each('users', () => ({})),
    api_keys: each('api_keys', (id: number) => ({ id })),
    people: each('people', (id: string) => id),
  };
}

/** Fills in secrets of earlier runs that are still valid. */
export async function withKnownSecrets(
  { pool }: Context,
  result: SiteResult,
  known: SiteResult | null,
): Promise<SiteResult> {
  if (known?.account.id !== result.account.id) return result;
  const { gateways, keys, users } = await HASHES.one(pool, [
    result.account.id,
    Object.values(result.gateways).map(({ id }) => id),
    Object.values(result.api_keys).map(({ id }) => id),
  ]);
  const isHash = (hash: Buffer, hex: string | undefined) => hex !== undefined && hash.toString('hex') === hex;
  const merged = structuredClone(result);
  for (const [ref, gateway] of Object.entries(merged.gateways)) {
    const secret = known.gateways[ref]?.secret;
    if (secret !== undefined && isHash(hashGatewaySecret(secret), gateways?.[gateway.id]))
      gateway.secret ??= secret;
  }
  for (const [ref, key] of Object.entries(merged.api_keys)) {
    const token = known.api_keys[ref]?.token;
    if (token !== undefined && isHash(hashToken(token), keys?.[key.id])) key.token ??= token;
  }
  for (const [email, user] of Object.entries(merged.users)) {
    const password = known.users[email]?.password;
    const hash = users?.[email];
    if (password !== undefined && hash !== undefined && (await isPassword(password, hash)))
      user.password ??= password;
  }
  return merged;
}
