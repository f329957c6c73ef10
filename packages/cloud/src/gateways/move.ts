import type { MovedTo } from '@door-access/protocol';
import { recordAudit, SERVICE } from '../audit/record.js';
import { type Context, type Database, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { endConnections } from './pairing.js';

/* The gateways of an account go to the installation that has taken it over. */

const SET = sql.statement(
  'account-move-set',
  `insert into account_move (account_id, mqtt_url, service_url, since) values ($1, $2, $3, $4)
   on conflict (account_id) do update set mqtt_url = excluded.mqtt_url, service_url = excluded.service_url,
     since = excluded.since`,
);

const STOP = sql.statement('account-move-stop', 'delete from account_move where account_id = $1');

const READ = sql.statement(
  'account-move-read',
  `select m.mqtt_url, m.service_url, m.since,
     (select count(*)::int from gateway g where g.account_id = $1 and g.revoked_at is null) as gateways,
     (select count(*)::int from gateway g where g.account_id = $1 and g.revoked_at is null and g.online) as here
   from account a left join account_move m on m.account_id = a.id where a.id = $1`,
  {
    mqtt_url: sql.orNull(sql.text),
    service_url: sql.orNull(sql.text),
    since: sql.orNull(sql.time),
    gateways: sql.int,
    here: sql.int,
  },
);

const CONNECTIONS = sql.statement(
  'account-move-connections',
  'select id, connection from gateway where account_id = $1 and online order by id',
  { id: sql.uuid, connection: sql.bigint },
);

/** Where the gateways of an account are sent, and how many of them are still connected here. */
export type Move = sql.Row<typeof READ>;

export const readMove = (database: Database, accountId: number): Promise<Move> =>
  READ.one(database, [accountId]);

/**
 * Sends the gateways of an account to another installation; null keeps them here. Each connection ends, and its next
 * session message says so: one that the end does not reach hears of it within the hour.
 */
export async function moveGateways(
  context: Pick<Context, 'pool' | 'clock' | 'ids' | 'secrets' | 'nudge'>,
  account: { id: number; name: string },
  to: MovedTo | null,
): Promise<Move> {
  const { pool, clock } = context;
  const connections = await transaction(pool, async (client) => {
    if (to === null) await STOP.count(client, [account.id]);
    else await SET.count(client, [account.id, to.mqtt_url, to.service_url, new Date(clock.now())]);
    await recordAudit(client, context, {
      account_id: account.id,
      actor: SERVICE,
      action: 'account.move_gateways',
      subject: { type: 'account', id: String(account.id), name: account.name },
      location_id: null,
      details: { to: to?.mqtt_url ?? null },
    });
    return CONNECTIONS.rows(client, [account.id]);
  });
  for (const { id, connection } of connections) endConnections(context, id, connection);
  return readMove(pool, account.id);
}
