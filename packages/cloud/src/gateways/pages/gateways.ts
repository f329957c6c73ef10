import type { Health as ReportedHealth } from '@door-access/protocol';
import { z } from 'zod';
import { byUser } from '../../audit/record.js';
import * as sql from '../../database/statement.js';
import { ApiError } from '../../errors.js';
import { endpoint, type PageEndpoint, type PageRequest } from '../../http/endpoint.js';
import { Named, Timestamp, UuidId } from '../../http/schemas.js';
import { toHealth } from '../health.rules.js';
import { createGateway, revokeGateway } from '../manage.js';
import { openPairing, readPairing } from '../pairing.js';
import { showPairingCode } from '../pairing.rules.js';
import { Health } from '../schemas.js';

/* The gateways on site: their state, their past, and how they get and lose their credential. */

const Gateway = z.strictObject({
  id: z.uuid(),
  ref: z.string(),
  name: z.string(),
  location: Named,
  bench: z.boolean(),
  online: z.boolean().nullable(),
  online_since: Timestamp.nullable(),
  last_heard_at: Timestamp.nullable(),
  agent_version: z.string().nullable(),
  clock: z.string().nullable(),
  revoked_at: Timestamp.nullable(),
  locks: z.int(),
  /** Records that wait at the gateway for their acknowledgement, by its last heartbeat. */
  journal_depth: z.number().nullable(),
  uptime_s: z.number().nullable(),
  temp_c: z.number().nullable(),
  rss_mb: z.number().nullable(),
  /** Records that were lost, of all time. */
  lost_records: z.int(),
  /** The number of malformed messages that are kept. */
  quarantined: z.int(),
  /** As last reported; null if the agent reports none. */
  health: Health.nullable(),
  /** The number of doors in the user's reach with a terminal that cannot be read or driven now. */
  faulty_doors: z.int(),
});

const gateways = (name: string, which: string) =>
  sql.statement(
    name,
    `select g.id, g.ref, g.name, json_build_object('id', o.id, 'name', o.name) as location, g.bench, g.online, g.online_since,
  g.last_heard_at, g.agent_version, g.clock, g.revoked_at,
  (select count(*)::int from lock l where l.gateway_id = g.id) as locks,
  (g.heartbeat->>'journal_depth')::float8 as journal_depth, (g.heartbeat->>'uptime_s')::float8 as uptime_s,
  (g.heartbeat->>'temp_c')::float8 as temp_c, (g.heartbeat->>'rss_mb')::float8 as rss_mb,
  (select least(coalesce(sum(to_seq - from_seq + 1), 0), ${Number.MAX_SAFE_INTEGER})::float8 from journal_gap j where j.gateway_id = g.id) as lost_records,
  (select count(*)::int from quarantine q where q.gateway_id = g.id) as quarantined,
  g.heartbeat->'health' as health,
  (select count(*)::int from lock l join door_state s on s.lock_id = l.id
   where l.gateway_id = g.id and s.evidence ? 'faults' and ${sql.isWithin('l', '$1')}) as faulty_doors
from gateway g join location o on o.id = g.location_id where ${sql.isWithin('g', '$1')} ${which}`,
    {
      id: sql.uuid,
      ref: sql.text,
      name: sql.text,
      location: sql.json<z.input<typeof Named>>(),
      bench: sql.bool,
      online: sql.orNull(sql.bool),
      online_since: sql.orNull(sql.time),
      last_heard_at: sql.orNull(sql.time),
      agent_version: sql.orNull(sql.text),
      clock: sql.orNull(sql.text),
      revoked_at: sql.orNull(sql.time),
      locks: sql.int,
      journal_depth: sql.orNull(sql.float),
      uptime_s: sql.orNull(sql.float),
      temp_c: sql.orNull(sql.float),
      rss_mb: sql.orNull(sql.float),
      lost_records: sql.float,
      quarantined: sql.int,
      health: sql.orNull(sql.json<ReportedHealth>()),
      faulty_doors: sql.int,
    },
    { unprepared: true },
  );

/** Of one answer; a location below shows the rest. */
const MAX_GATEWAYS = 2_000;

const GATEWAYS = gateways('gateways-of-page', `order by g.name, g.id limit ${MAX_GATEWAYS + 1}`);
const GATEWAY = gateways('gateway-of-page', 'and g.id = $2');

const DOORS = sql.statement(
  'gateway-doors',
  `select l.id, l.name, l.door from lock l where l.gateway_id = $1 and ${sql.isWithin('l', '$2')} order by l.door limit 1000`,
  { id: sql.int, name: sql.text, door: sql.present(sql.int) },
  { unprepared: true },
);

const Pairing = z.strictObject({
  /** `none`, `open`, `over` or `paired`. */
  state: z.enum(['none', 'open', 'over', 'paired']),
  expires_at: Timestamp.nullable(),
  paired_at: Timestamp.nullable(),
  unit: z
    .object({
      host: z.string(),
      agent: z.string(),
      doors: z.array(z.object({ door: z.int(), name: z.string() })),
    })
    .nullable(),
});

const Fault = z.strictObject({
  lock: Named,
  door: z.int(),
  terminal: z.enum(['contact', 'exit_button', 'strike', 'hold']),
  error: z.string(),
  since: Timestamp.nullable(),
});

const Details = z.strictObject({
  ...Gateway.shape,
  pairing: Pairing,
  doors: z.array(z.strictObject({ id: z.int(), name: z.string(), door: z.int() })),
  /** Terminals that cannot be read or driven now; `since` is null if it is not known. */
  faults: z.array(Fault),
  /** Newest first; known by the presence of its doors, so none without a door. */
  presence: z.array(z.strictObject({ online: z.boolean(), at: Timestamp })),
  /** Why messages were rejected, the newest reason first. */
  set_aside: z.array(z.strictObject({ reason: z.string(), count: z.int(), last_at: Timestamp })),
});

/** Groups by reason, ignoring the numbers in it, because they differ between messages. */
const SET_ASIDE = sql.statement(
  'gateway-set-aside',
  `select (array_agg(error order by id desc))[1] as reason, count(*)::int as count, max(received_at) as last_at
from quarantine where gateway_id = $1
group by regexp_replace(error, '[0-9]+', '0', 'g') order by max(id) desc limit 5`,
  { reason: sql.text, count: sql.int, last_at: sql.time },
);

/** Faults within the location; `since` is the terminal's newest fault that is kept. */
const FAULTS = sql.statement(
  'gateway-faults',
  `select json_build_object('id', l.id, 'name', l.name) as lock, l.door, t.terminal, t.error, f.at as since
from lock l join door_state s on s.lock_id = l.id
cross join lateral jsonb_each_text(coalesce(s.evidence->'faults', '{}')) as t(terminal, error)
left join lateral (
  select at from door_fault where lock_id = l.id and terminal = t.terminal and door_fault.error is not null
  order by at desc, id desc limit 1
) f on true
where l.gateway_id = $1 and ${sql.isWithin('l', '$2')} order by l.door, t.terminal limit 1000`,
  {
    lock: sql.json<z.input<typeof Named>>(),
    door: sql.present(sql.int),
    terminal: sql.narrow<z.input<typeof Fault>['terminal']>(sql.text),
    error: sql.text,
    since: sql.orNull(sql.time),
  },
  { unprepared: true },
);

/** Every lock of a gateway comes and goes with it: one of them stands for all. */
const PRESENCE = sql.statement(
  'gateway-presence',
  `select e.type = 'lock.online' as online, e.occurred_at as at from event e
where e.lock_id = (select min(id) from lock where gateway_id = $1) and e.type in ('lock.online', 'lock.offline')
order by e.occurred_at desc, e.id desc limit 30`,
  { online: sql.bool, at: sql.time },
);

const OpenCode = z.strictObject({
  gateway_id: z.uuid(),
  code: z.string(),
  expires_at: Timestamp,
  /** The address of the service for the gateway, if the settings name one; else the origin of the page. */
  url: z.string().nullable(),
});

type Asked = PageRequest<{ id: string }, unknown, unknown>;

const toGateway = (row: sql.Row<typeof GATEWAY>) => ({ ...row, health: toHealth(row.health) });

async function requireGateway({ context, user, params }: Asked) {
  const row = await GATEWAY.row(context.pool, [user.locationId, params.id]);
  if (!row) throw new ApiError('not_found');
  return toGateway(row);
}

async function newCode({ context, user }: Pick<Asked, 'context' | 'user'>, gatewayId: string) {
  const { gateway_id, code, expires_at } = await openPairing(
    context,
    gatewayId,
    byUser(user.user),
    user.locationId,
  );
  const url = context.config.PUBLIC_URL?.replace(/\/+$/, '') ?? null;
  return { body: { gateway_id, code: showPairingCode(code), expires_at, url } };
}

export const gatewayEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/gateways',
    role: 'viewer',
    status: 200,
    answer: z.strictObject({ data: z.array(Gateway), has_more: z.boolean() }),
    async handler({ context, user }) {
      const rows = await GATEWAYS.rows(context.pool, [user.locationId]);
      return {
        body: { data: rows.slice(0, MAX_GATEWAYS).map(toGateway), has_more: rows.length > MAX_GATEWAYS },
      };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/gateways/{id}',
    role: 'viewer',
    params: UuidId,
    status: 200,
    answer: Details,
    async handler(asked) {
      const gateway = await requireGateway(asked);
      const { pool } = asked.context;
      const here = [gateway.id, asked.user.locationId];
      const [pairing, doors, faults, presence, set_aside] = await Promise.all([
        readPairing(asked.context, gateway.id),
        DOORS.rows(pool, here),
        FAULTS.rows(pool, here),
        PRESENCE.rows(pool, [gateway.id]),
        SET_ASIDE.rows(pool, [gateway.id]),
      ]);
      return { body: { ...gateway, pairing, doors, faults, presence, set_aside } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/gateways/pair',
    role: 'manager',
    body: z.strictObject({ name: z.string().trim().min(1).max(200) }),
    status: 201,
    answer: OpenCode,
    async handler(asked) {
      const { context, user, body } = asked;
      const { id } = await createGateway(context, {
        accountId: user.accountId,
        locationId: user.locationId,
        name: body.name,
        by: byUser(user.user),
      });
      return newCode(asked, id);
    },
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/gateways/{id}/pair',
    role: 'manager',
    params: UuidId,
    body: z.strictObject({}),
    status: 200,
    answer: OpenCode,
    async handler(asked) {
      await requireGateway(asked);
      return newCode(asked, asked.params.id);
    },
  }),
  endpoint({
    for: 'page',
    method: 'DELETE',
    path: '/gateways/{id}',
    role: 'manager',
    params: UuidId,
    status: 204,
    answer: null,
    async handler(asked) {
      await requireGateway(asked);
      const { context, user, params } = asked;
      await revokeGateway(context, params.id, byUser(user.user), user.locationId);
      return {};
    },
  }),
];
