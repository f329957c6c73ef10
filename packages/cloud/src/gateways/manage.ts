import type { PoolClient } from 'pg';
import type { ActionOn } from '../audit/actions.rules.js';
import type { Actor } from '../audit/entry.rules.js';
import { recordAudit, SERVICE } from '../audit/record.js';
import { type Context, type Database, transaction } from '../context.js';
import { ApiError, invalidField } from '../errors.js';
import { closePairing, endConnections, freeRef } from './pairing.js';
import { refFromName } from './pairing.rules.js';
import { hashGatewaySecret, makeGatewaySecret, SECRET_RANDOM_BYTES } from './secret.rules.js';
import { requireWhole } from './whole.js';

export interface Gateway {
  id: string;
  account: { id: number; name: string };
  location: { id: number; ref: string; name: string };
  ref: string;
  name: string;
  bench: boolean;
  /** Null until its first birth. */
  online: boolean | null;
  online_since: Date | null;
  last_heard_at: Date | null;
  agent_version: string | null;
  revoked_at: Date | null;
  locks: number;
}

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

const SELECT = `
select g.id, json_build_object('id', a.id, 'name', a.name) as account,
       json_build_object('id', o.id, 'ref', o.ref, 'name', o.name) as location, g.ref, g.name, g.bench, g.online,
       g.online_since, g.last_heard_at, g.agent_version, g.revoked_at,
       (select count(*)::int from lock l where l.gateway_id = g.id) as locks
from gateway g join account a on a.id = g.account_id join location o on o.id = g.location_id`;

/** Newest first. */
export async function listGateways(database: Database, accountId: number | null): Promise<Gateway[]> {
  const { rows } = await database.query<Gateway>(
    `${SELECT} where $1::int is null or g.account_id = $1 order by g.created_at desc, g.id limit 1000`,
    [accountId],
  );
  return rows;
}

/** Makes a gateway; its secret is shown this once, only its SHA-256 is kept. */
export async function createGateway(
  tools: Tools,
  gateway: NewGateway,
): Promise<{ id: string; secret: string }> {
  const secret = makeGatewaySecret(tools.ids.bytes(SECRET_RANDOM_BYTES));
  return transaction(tools.pool, async (client) => {
    const ref = gateway.ref ?? (await freeRef(client, gateway.accountId, refFromName(gateway.name)));
    const { rows } = await client.query<Touched>(
      `insert into gateway (id, account_id, location_id, ref, name, bench, secret_hash, created_at)
     select $1, $2, o.id, $4, $5, $6, $7, $8 from location o where o.id = $3 and o.account_id = $2
     on conflict (account_id, ref) do nothing returning ${TOUCHED}`,
      [
        tools.ids.uuid(),
        gateway.accountId,
        gateway.locationId,
        ref,
        gateway.name,
        gateway.bench ?? false,
        hashGatewaySecret(secret),
        new Date(tools.clock.now()),
      ],
    );
    const made = rows[0];
    if (!made) throw invalidField('ref', 'there is a gateway of this ref already, or no such location');
    await audit(client, tools, 'create', made, gateway.by);
    return { id: made.id, secret };
  });
}

interface Touched {
  id: string;
  account_id: number;
  location_id: number;
  name: string;
}
const TOUCHED = 'id, account_id, location_id, name';

async function audit(
  client: PoolClient,
  tools: Tools,
  action: ActionOn<'gateway'>,
  gateway: Touched,
  by: Actor = SERVICE,
): Promise<void> {
  const { id, name, account_id, location_id } = gateway;
  const subject = { type: 'gateway', id, name };
  await recordAudit(client, tools, {
    account_id,
    actor: by,
    action: `gateway.${action}`,
    subject,
    location_id,
  });
}

/** Gives a gateway a new secret; the old one, and the connection that it opened, ends at once. */
export async function rotateGatewaySecret(
  tools: Tools,
  id: string,
  by?: Actor,
): Promise<{ id: string; secret: string }> {
  const secret = makeGatewaySecret(tools.ids.bytes(SECRET_RANDOM_BYTES));
  const connection = await transaction(tools.pool, async (client) => {
    const { rows } = await client.query<Touched & { connection: string }>(
      `update gateway set secret_hash = $2 where id = $1 and revoked_at is null returning ${TOUCHED}, connection`,
      [id, hashGatewaySecret(secret)],
    );
    if (!rows[0])
      throw new ApiError('not_found', { message: 'There is no such gateway, or it was revoked.' });
    await audit(client, tools, 'rotate_secret', rows[0], by);
    return Number(rows[0].connection);
  });
  endConnections(tools, id, connection);
  return { id, secret };
}

/**
 * Revokes a gateway's credential and ends its connection; revoking twice keeps the first time.
 * @param within the location of the caller; left out for the operator
 * @throws 403 if it drives a door elsewhere, 404
 */
export async function revokeGateway(
  tools: Tools,
  id: string,
  by?: Actor,
  within?: number,
): Promise<{ id: string; revoked_at: Date }> {
  const revoked = await transaction(tools.pool, async (client) => {
    const { rows } = await client.query<
      Touched & { revoked_at: Date; is_first: boolean; connection: string }
    >(
      `with before as (select id, revoked_at from gateway where id = $1 for update)
       update gateway g set revoked_at = coalesce(before.revoked_at, $2) from before where g.id = before.id
       returning g.id, g.account_id, g.location_id, g.name, g.connection, g.revoked_at, before.revoked_at is null as is_first`,
      [id, new Date(tools.clock.now())],
    );
    const [row] = rows;
    if (!row) throw new ApiError('not_found', { message: 'There is no such gateway.' });
    if (within !== undefined) await requireWhole(client, id, within);
    if (row.is_first) await audit(client, tools, 'revoke', row, by);
    await closePairing(client, id);
    return row;
  });
  endConnections(tools, id, Number(revoked.connection));
  return { id, revoked_at: revoked.revoked_at };
}

/** Gateways of that id or ref; a ref may be one of several accounts. */
export async function findGateways(
  database: Database,
  idOrRef: string,
  accountId: number | null,
): Promise<Gateway[]> {
  const { rows } = await database.query<Gateway>(
    `${SELECT} where (g.id::text = lower($1) or g.ref = $1) and ($2::int is null or g.account_id = $2) order by g.created_at`,
    [idOrRef, accountId],
  );
  return rows;
}
