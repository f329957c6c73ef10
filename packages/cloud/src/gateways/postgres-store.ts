import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { fits } from './entry.js';
import type { GatewayStore, SessionData } from './store.js';

/* Connections of gateways in PostgreSQL. */

/** Rows are locked in the order of their keys, as by `apply`, so that a group of logins and one of messages never wait for each other. */
const AUTHENTICATE = sql.statement(
  'gateway-authenticate',
  `with known as (
     select g.id, g.secret_hash = login.hash as is_newest
     from gateway g join unnest($1::uuid[], $2::bytea[]) as login(id, hash) on g.id = login.id and ${fits('login.hash', '$4')}
     where g.revoked_at is null order by g.id for no key update of g
   )
   update gateway g set connection = g.connection + 1, instance_id = $3,
     previous_secret_hash = case when not is_newest then previous_secret_hash end,
     previous_secret_until = case when not is_newest then previous_secret_until end
   from known where g.id = known.id returning g.id, g.connection`,
  { id: sql.uuid, connection: sql.bigint },
);

const OVER = sql.statement(
  'gateways-over',
  `select g.id from gateway g
   join unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::bigint[]) as held(id, number, journal, last_seq) on g.id = held.id
   where g.revoked_at is not null or g.connection <> held.number or g.previous_secret_until <= $5
     or held.last_seq > coalesce(
       (select m.last_seq from journal_mark m where m.gateway_id = g.id and m.journal = held.journal), 0)`,
  { id: sql.uuid },
);

const SESSIONS = sql.statement(
  'gateway-sessions',
  `select g.id, g.journals_forgotten, g.last_heard_at,
     (select json_agg(json_build_object('door', l.door, 'strike_ms', l.strike_ms, 'hold', s.hold) order by l.door)
      from lock l left join door_state s on s.lock_id = l.id where l.gateway_id = g.id) doors,
     (select json_agg(newest) from (
        select m.journal, m.last_seq from journal_mark m where m.gateway_id = g.id order by m.updated_at desc limit $2
      ) newest) journals,
     (select json_build_object('mqtt_url', m.mqtt_url, 'service_url', m.service_url)
      from account_move m where m.account_id = g.account_id) moved_to
   from gateway g where g.id = any($1::uuid[])`,
  {
    id: sql.uuid,
    journals_forgotten: sql.bool,
    last_heard_at: sql.orNull(sql.time),
    doors: sql.orNull(sql.json<SessionData['doors']>()),
    journals: sql.orNull(sql.json<SessionData['journals']>()),
    moved_to: sql.orNull(sql.json<SessionData['moved_to']>()),
  },
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

export function postgresGateways({ pool, clock }: Pick<Context, 'pool' | 'clock'>): GatewayStore {
  const now = () => new Date(clock.now());
  return {
    async authenticate(logins, instanceId) {
      const ids = logins.map(({ gatewayId }) => gatewayId);
      const hashes = logins.map(({ secretHash }) => secretHash);
      const known = byId(await AUTHENTICATE.rows(pool, [ids, hashes, instanceId, now()]));
      return ids.map((id) => known.get(id)?.connection ?? null);
    },
    async areOver(connections) {
      const ids = connections.map(({ gatewayId }) => gatewayId);
      const held = [
        ids,
        connections.map(({ number }) => number),
        connections.map(({ heard }) => heard?.journal ?? null),
        connections.map(({ heard }) => heard?.last_seq ?? 0),
        now(),
      ];
      const over = byId(await OVER.rows(pool, held));
      return ids.map((id) => over.has(id));
    },
    async sessions(gatewayIds, journals) {
      const found = byId(await SESSIONS.rows(pool, [gatewayIds, journals]));
      return gatewayIds.map((id) => ({
        doors: found.get(id)?.doors ?? [],
        journals: found.get(id)?.journals ?? (found.get(id)?.journals_forgotten ? null : []),
        moved_to: found.get(id)?.moved_to ?? null,
        last_heard_at: found.get(id)?.last_heard_at ?? null,
      }));
    },
    drawNumber: async () => (await DRAW_NUMBER.one(pool)).number,
    async setAside({ number, gateway_id, topic, payload, error, received_at }) {
      await SET_ASIDE.count(pool, [number, gateway_id, topic, Buffer.from(payload), error, received_at]);
    },
    async prune(gatewayId, kept) {
      await PRUNE.count(pool, [gatewayId, kept]);
    },
  };
}

const byId = <Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));
