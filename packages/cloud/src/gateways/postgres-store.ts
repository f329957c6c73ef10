import type { Pool } from 'pg';
import * as sql from '../database/statement.js';
import type { GatewayStore, SessionDoor } from './store.js';

/* Connections of gateways in PostgreSQL. */

const AUTHENTICATE = sql.statement(
  'gateway-authenticate',
  `update gateway set connection = connection + 1, instance_id = $3
   where id = $1 and secret_hash = $2 and revoked_at is null returning connection`,
  { connection: sql.bigint },
);

const IS_OVER = sql.statement(
  'gateway-revoked',
  'select from gateway where id = $1 and (revoked_at is not null or connection > $2)',
);

const DOORS = sql.statement(
  'session-doors',
  `select l.door, l.strike_ms, s.hold from lock l left join door_state s on s.lock_id = l.id
   where l.gateway_id = $1 order by l.door`,
  {
    door: sql.present(sql.int),
    strike_ms: sql.int,
    hold: sql.orNull(sql.json<NonNullable<SessionDoor['hold']>>()),
  },
);

const JOURNALS = sql.statement(
  'session-journals',
  'select journal, last_seq from journal_mark where gateway_id = $1 order by updated_at desc limit $2',
  { journal: sql.uuid, last_seq: sql.bigint },
);

const DRAW_NUMBER = sql.statement('quarantine-number', "select nextval('quarantine_id_seq') as number", {
  number: sql.bigint,
});

const SET_ASIDE = sql.statement(
  'quarantine-insert',
  `insert into quarantine (id, gateway_id, topic, payload, error, received_at) values ($1, $2, $3, $4, $5, $6)
   on conflict (id) do nothing`,
);

const PRUNE = sql.statement(
  'quarantine-prune',
  `delete from quarantine where gateway_id = $1 and id <= (
     select id from quarantine where gateway_id = $1 order by id desc offset $2 limit 1)`,
);

export function postgresGateways(pool: Pool): GatewayStore {
  return {
    authenticate: async (gatewayId, secretHash, instanceId) =>
      (await AUTHENTICATE.row(pool, [gatewayId, secretHash, instanceId]))?.connection ?? null,
    isOver: async (gatewayId, connection) => (await IS_OVER.count(pool, [gatewayId, connection])) > 0,
    sessionDoors: (gatewayId) => DOORS.rows(pool, [gatewayId]),
    sessionJournals: (gatewayId, limit) => JOURNALS.rows(pool, [gatewayId, limit]),
    drawNumber: async () => (await DRAW_NUMBER.one(pool)).number,
    async setAside({ number, gateway_id, topic, payload, error, received_at }) {
      await SET_ASIDE.count(pool, [number, gateway_id, topic, Buffer.from(payload), error, received_at]);
    },
    async prune(gatewayId, kept) {
      await PRUNE.count(pool, [gatewayId, kept]);
    },
  };
}
