import type { Pool } from 'pg';
import type { GatewayStore, SessionDoor } from './store.js';

/* Connections of gateways in PostgreSQL. */

export function postgresGateways(pool: Pool): GatewayStore {
  return {
    async authenticate(gatewayId, secretHash, instanceId) {
      const { rows } = await pool.query<{ connection: string }>({
        name: 'gateway-authenticate',
        text: `update gateway set connection = connection + 1, instance_id = $3
               where id = $1 and secret_hash = $2 and revoked_at is null returning connection`,
        values: [gatewayId, secretHash, instanceId],
      });
      return rows[0] ? Number(rows[0].connection) : null;
    },
    async isOver(gatewayId, connection) {
      const { rows } = await pool.query({
        name: 'gateway-revoked',
        text: 'select 1 from gateway where id = $1 and (revoked_at is not null or connection > $2)',
        values: [gatewayId, connection],
      });
      return rows.length > 0;
    },
    async sessionDoors(gatewayId) {
      const { rows } = await pool.query<SessionDoor>({
        name: 'session-doors',
        text: `select l.door, l.strike_ms, s.hold from lock l left join door_state s on s.lock_id = l.id
               where l.gateway_id = $1 order by l.door`,
        values: [gatewayId],
      });
      return rows;
    },
    async sessionJournals(gatewayId, limit) {
      const { rows } = await pool.query<{ journal: string; last_seq: number }>({
        name: 'session-journals',
        text: `select journal, last_seq from journal_mark where gateway_id = $1 order by updated_at desc limit $2`,
        values: [gatewayId, limit],
      });
      return rows;
    },
    async drawNumber() {
      const { rows } = await pool.query<{ number: string }>({
        name: 'quarantine-number',
        text: "select nextval('quarantine_id_seq') as number",
      });
      return rows[0]?.number as string;
    },
    async setAside({ number, gateway_id, topic, payload, error, received_at }) {
      await pool.query({
        name: 'quarantine-insert',
        text: `insert into quarantine (id, gateway_id, topic, payload, error, received_at) values ($1, $2, $3, $4, $5, $6)
               on conflict (id) do nothing`,
        values: [number, gateway_id, topic, Buffer.from(payload), error, received_at],
      });
    },
    async prune(gatewayId, kept) {
      await pool.query({
        name: 'quarantine-prune',
        text: `delete from quarantine where gateway_id = $1 and id <= (
                 select id from quarantine where gateway_id = $1 order by id desc offset $2 limit 1)`,
        values: [gatewayId, kept],
      });
    },
  };
}
