import { createApiKey } from '../api-keys/create.js';
import { hashToken } from '../api-keys/tokens.rules.js';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import type { Scope } from '../http/endpoint.js';

/* What the service's own start-up needs to run simulated agents for the gateways with `bench: true`. */

/** Bench gateways of all accounts that have a door and are not revoked, oldest first. */
const GATEWAYS = sql.statement(
  'bench-gateways',
  `select g.id, g.account_id, g.ref, g.name, g.secret_hash,
          json_agg(json_build_object('door', l.door, 'name', l.name, 'lock_id', l.id, 'strike_ms', l.strike_ms) order by l.door) as doors
   from gateway g join lock l on l.gateway_id = g.id
   where g.bench and g.revoked_at is null
   group by g.id order by g.created_at, g.ref limit 500`,
  {
    id: sql.uuid,
    account_id: sql.int,
    ref: sql.text,
    name: sql.text,
    secret_hash: sql.bytes,
    doors: sql.json<{ door: number; name: string; lock_id: number; strike_ms: number }[]>(),
  },
);

const ONLINE = sql.statement(
  'bench-online',
  'select id, session from gateway where id = any($1::uuid[]) and online',
  {
    id: sql.uuid,
    session: sql.orNull(sql.uuid),
  },
);

/** Of the first account with bench gateways: the lowest location above the most of their doors, and these doors' locks. */
const PLACE = sql.statement(
  'bench-place',
  `with doors as (
     select l.id, l.account_id, l.location_id from lock l join gateway g on g.id = l.gateway_id
     where g.bench and g.revoked_at is null
       and l.account_id = (select min(account_id) from gateway where bench and revoked_at is null)
   )
   select d.account_id, a.ancestor_id as location_id, array_agg(d.id order by d.id) as locks
   from doors d join location_ancestor a on a.location_id = d.location_id
   group by d.account_id, a.ancestor_id
   order by count(*) desc, sum(a.depth), a.ancestor_id limit 1`,
  { account_id: sql.int, location_id: sql.int, locks: sql.arrayOf(sql.int) },
);

const KEYS = sql.statement(
  'bench-keys',
  `select k.token_hash, k.expires_at,
          k.account_id = $2 and k.location_id = $3 and k.scopes @> $4 and k.scopes <@ $4
          and array(select lock_id from api_key_lock where api_key_id = k.id order by 1) = $5::int[] as fits
   from api_key k where k.ref = $1 and k.revoked_at is null`,
  { token_hash: sql.bytes, expires_at: sql.time, fits: sql.bool },
);

const REVOKE_KEYS = sql.statement(
  'bench-revoke-keys',
  'update api_key set ref = null, revoked_at = coalesce(revoked_at, $2) where ref = $1',
);

export type BenchGateway = sql.Row<typeof GATEWAYS>;

export const listBenchGateways = ({ pool }: Pick<Context, 'pool'>): Promise<BenchGateway[]> =>
  GATEWAYS.rows(pool);

/** Whether each of these has its session: its birth has come, and its connection is here. */
export async function areBenchGatewaysOnline(
  { pool, downlink }: Context,
  ids: readonly string[],
): Promise<boolean> {
  const rows = await ONLINE.rows(pool, [ids]);
  return (
    rows.length === ids.length &&
    rows.every(({ id, session }) => session !== null && downlink.isConnected(id, session))
  );
}

const REF = '@bench';
const SCOPES: readonly Scope[] = ['catalog:read', 'locks:control', 'events:read'];
/** A key that ends sooner is replaced. */
const SOON_MS = 30 * 86_400_000;

/**
 * The token of an API key for the bench page, which may control the bench's locks and read the rest. `known` is the
 * one of an earlier start: it is kept while its key fits; otherwise the key is revoked and replaced. Null where
 * no single location of the first bench account is above its bench doors.
 */
export async function benchToken(context: Context, known: string | undefined): Promise<string | null> {
  const { pool, clock } = context;
  const wanted = await PLACE.row(pool);
  if (!wanted) return null;
  const now = clock.now();
  const keys = await KEYS.rows(pool, [REF, wanted.account_id, wanted.location_id, SCOPES, wanted.locks]);
  const hash = known === undefined ? null : hashToken(known);
  const current = keys.find(
    (key) => hash?.equals(key.token_hash) && key.fits && key.expires_at.getTime() > now + SOON_MS,
  );
  if (current && known !== undefined && keys.length === 1) return known;
  await REVOKE_KEYS.count(pool, [REF, new Date(now)]);
  const { token } = await createApiKey(context, {
    accountId: wanted.account_id,
    locationId: wanted.location_id,
    ref: REF,
    name: 'Bench page',
    scopes: SCOPES,
    lockIds: wanted.locks,
  });
  return token;
}
