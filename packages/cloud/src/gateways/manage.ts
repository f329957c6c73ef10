import type { Actor } from '../audit/entry.rules.js';
import { recordAudit, SERVICE } from '../audit/record.js';
import { type Context, type Database, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError, invalidField } from '../errors.js';
import { gatewayEntry, KNOWN_COLUMNS, KNOWN_GATEWAY } from './entry.js';
import { freeRef } from './free-ref.js';
import { closePairing, endConnections } from './pairing.js';
import {
  hashGatewaySecret,
  makeGatewaySecret,
  SECRET_GRACE_HOURS,
  SECRET_RANDOM_BYTES,
} from './secret.rules.js';
import { requireWhole } from './whole.js';

export interface NewGateway {
  accountId: number;
  locationId: number;
  /** Made from the name where it is left out. */
  ref?: string;
  name: string;
  bench?: boolean;
  by?: Actor;
}

type Tools = Pick<Context, 'ids' | 'clock' | 'pool' | 'secrets' | 'nudge'>;

const gateways = (name: string, which: string) =>
  sql.statement(
    name,
    `select g.id, json_build_object('id', a.id, 'name', a.name) as account,
       json_build_object('id', o.id, 'ref', o.ref, 'name', o.name) as location, g.ref, g.name, g.bench, g.online,
       g.online_since, g.last_heard_at, g.agent_version, g.revoked_at, g.previous_secret_until as previous_until,
       (select count(*)::int from lock l where l.gateway_id = g.id) as locks
     from gateway g join account a on a.id = g.account_id join location o on o.id = g.location_id ${which}`,
    {
      id: sql.uuid,
      account: sql.json<{ id: number; name: string }>(),
      location: sql.json<{ id: number; ref: string; name: string }>(),
      ref: sql.text,
      name: sql.text,
      bench: sql.bool,
      /** Null until its first birth. */
      online: sql.orNull(sql.bool),
      online_since: sql.orNull(sql.time),
      last_heard_at: sql.orNull(sql.time),
      agent_version: sql.orNull(sql.text),
      revoked_at: sql.orNull(sql.time),
      /** Its new secret has not been used yet; until then the one before it is valid. */
      previous_until: sql.orNull(sql.time),
      locks: sql.int,
    },
    { unprepared: true },
  );

const LIST = gateways(
  'gateways',
  'where $1::int is null or g.account_id = $1 order by g.created_at desc, g.id limit 1000',
);

const FIND = gateways(
  'gateways-by-id-or-ref',
  `where (g.id::text = lower($1) or g.ref = $1) and ($2::int is null or g.account_id = $2) order by g.created_at`,
);

const INSERT = sql.statement(
  'gateway-insert',
  `insert into gateway (id, account_id, location_id, ref, name, bench, secret_hash, created_at)
   select $1, $2, o.id, $4, $5, $6, $7, $8 from location o where o.id = $3 and o.account_id = $2
   on conflict (account_id, ref) do nothing returning ${KNOWN_COLUMNS}`,
  KNOWN_GATEWAY,
);

const SET_SECRET = sql.statement(
  'gateway-set-secret',
  `update gateway set secret_hash = $2, previous_secret_until = $3, previous_secret_hash = case
     when $3::timestamptz is null then null when previous_secret_until > $4 then previous_secret_hash else secret_hash end
   where id = $1 and revoked_at is null returning ${KNOWN_COLUMNS}, connection`,
  { ...KNOWN_GATEWAY, connection: sql.bigint },
);

const REVOKE = sql.statement(
  'gateway-revoke',
  `with before as (select id, revoked_at from gateway where id = $1 for update)
   update gateway g set revoked_at = coalesce(before.revoked_at, $2) from before where g.id = before.id
   returning g.id, g.account_id, g.location_id, g.name, g.connection, g.revoked_at, before.revoked_at is null as is_first`,
  { ...KNOWN_GATEWAY, connection: sql.bigint, revoked_at: sql.present(sql.time), is_first: sql.bool },
);

export type Gateway = sql.Row<typeof LIST>;

/** Newest first. */
export const listGateways = (database: Database, accountId: number | null): Promise<Gateway[]> =>
  LIST.rows(database, [accountId]);

/** Makes a gateway; its secret is shown this once, only its SHA-256 is kept. */
export async function createGateway(
  tools: Tools,
  gateway: NewGateway,
): Promise<{ id: string; secret: string }> {
  const secret = makeGatewaySecret(tools.ids.bytes(SECRET_RANDOM_BYTES));
  return transaction(tools.pool, async (client) => {
    const ref = gateway.ref ?? (await freeRef(client, gateway.accountId, 'gateway', gateway.name));
    const made = await INSERT.row(client, [
      tools.ids.uuid(),
      gateway.accountId,
      gateway.locationId,
      ref,
      gateway.name,
      gateway.bench ?? false,
      hashGatewaySecret(secret),
      new Date(tools.clock.now()),
    ]);
    if (!made) throw invalidField('ref', 'there is a gateway of this ref already, or no such location');
    await recordAudit(client, tools, gatewayEntry(made, gateway.by ?? SERVICE, 'create'));
    return { id: made.id, secret };
  });
}

/**
 * Gives a gateway a new secret. The one that it logs in with stays valid until it has logged in with the new one, for at most
 * so many hours; for none, it ends at once with the connection that it opened.
 */
export async function rotateGatewaySecret(
  tools: Tools,
  id: string,
  by: Actor = SERVICE,
  graceHours = SECRET_GRACE_HOURS,
): Promise<{ id: string; secret: string; previousUntil: Date | null }> {
  const now = tools.clock.now();
  const previousUntil = graceHours > 0 ? new Date(now + graceHours * 3_600_000) : null;
  const secret = makeGatewaySecret(tools.ids.bytes(SECRET_RANDOM_BYTES));
  const connection = await transaction(tools.pool, async (client) => {
    const changed = await SET_SECRET.row(client, [
      id,
      hashGatewaySecret(secret),
      previousUntil,
      new Date(now),
    ]);
    if (!changed)
      throw new ApiError('not_found', { message: 'There is no such gateway, or it was revoked.' });
    await recordAudit(client, tools, gatewayEntry(changed, by, 'rotate_secret', { grace_hours: graceHours }));
    return changed.connection;
  });
  if (previousUntil === null) endConnections(tools, id, connection);
  return { id, secret, previousUntil };
}

/**
 * Revokes a gateway's credential and ends its connection; revoking twice keeps the first time.
 * @param within the location of the caller; left out for the operator
 * @throws 403 if it drives a door elsewhere, 404
 */
export async function revokeGateway(
  tools: Tools,
  id: string,
  by: Actor = SERVICE,
  within?: number,
): Promise<{ id: string; revoked_at: Date }> {
  const revoked = await transaction(tools.pool, async (client) => {
    const row = await REVOKE.row(client, [id, new Date(tools.clock.now())]);
    if (!row) throw new ApiError('not_found', { message: 'There is no such gateway.' });
    if (within !== undefined) await requireWhole(client, id, within);
    if (row.is_first) await recordAudit(client, tools, gatewayEntry(row, by, 'revoke'));
    await closePairing(client, id);
    return row;
  });
  endConnections(tools, id, revoked.connection);
  return { id, revoked_at: revoked.revoked_at };
}

/** Gateways of that id or ref; a ref may be one of several accounts. */
export const findGateways = (
  database: Database,
  idOrRef: string,
  accountId: number | null,
): Promise<Gateway[]> => FIND.rows(database, [idOrRef, accountId]);
