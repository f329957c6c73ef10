import { toTimestamp } from '@door-access/protocol';
import { z } from 'zod';
import { byUser } from '../audit/record.js';
import { AUDIT_COLUMNS, type AuditRow } from '../audit/rows.js';
import { ApiError } from '../errors.js';
import { createGateway, revokeGateway, rotateGatewaySecret } from '../gateways/manage.js';
import { decodeCursor, pageOf } from '../http/cursor.js';
import { listOf, Named, pageParameters, Timestamp, UuidId } from '../http/schemas.js';
import { readOutbox } from '../notify/outbox.js';
import { type DashboardEndpoint, type DashboardRequest, page } from './endpoint.js';
import type { SignedIn } from './sessions.js';

/* What whoever runs the doors looks at: gateways, messages, and who did what. */

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
  /** Records that were lost, of all time. */
  lost_records: z.int(),
  /** Messages set aside because they do not parse. */
  quarantined: z.int(),
});

const GATEWAYS = `
select g.id, g.ref, g.name, json_build_object('id', o.id, 'name', o.name) as location, g.bench, g.online, g.online_since,
  g.last_heard_at, g.agent_version, g.clock, g.revoked_at,
  (select count(*)::int from lock l where l.gateway_id = g.id) as locks,
  (g.heartbeat->>'journal_depth')::float8 as journal_depth, (g.heartbeat->>'uptime_s')::float8 as uptime_s,
  (g.heartbeat->>'temp_c')::float8 as temp_c,
  (select coalesce(sum(to_seq - from_seq + 1), 0)::int from journal_gap j where j.gateway_id = g.id) as lost_records,
  (select count(*)::int from quarantine q where q.gateway_id = g.id) as quarantined
from gateway g join location o on o.id = g.location_id
join location_ancestor a on a.location_id = g.location_id and a.ancestor_id = $1`;

async function requireGateway({ context, user, params }: DashboardRequest<{ id: string }, unknown, unknown>) {
  const { rowCount } = await context.pool.query(`${GATEWAYS} where g.id = $2`, [user.locationId, params.id]);
  if (!rowCount) throw new ApiError('not_found');
}

const Message = z.strictObject({
  id: z.uuid(),
  kind: z.string(),
  channel: z.string(),
  to: z.string(),
  status: z.string(),
  subject: z.string().nullable(),
  text: z.string().nullable(),
  setup_link: z.string().nullable(),
  attempt: z.int(),
  last_error: z.string().nullable(),
  created_at: Timestamp,
  sent_at: Timestamp.nullable(),
  next_attempt_at: Timestamp.nullable(),
});

const Entry = z.strictObject({
  id: z.uuid(),
  number: z.int(),
  at: Timestamp,
  actor: z.strictObject({ type: z.string(), id: z.string().nullable(), name: z.string() }),
  action: z.string(),
  subject: z.strictObject({ type: z.string(), id: z.string(), name: z.string() }),
  details: z.record(z.string(), z.unknown()),
  sequence: z.int().nullable(),
});

export const operationEndpoints: readonly DashboardEndpoint[] = [
  page({
    method: 'GET',
    path: '/gateways',
    role: 'viewer',
    status: 200,
    answer: z.strictObject({ data: z.array(Gateway) }),
    async handler({ context, user }) {
      const { rows } = await context.pool.query<z.input<typeof Gateway>>(
        `${GATEWAYS} order by g.name, g.id limit 2000`,
        [user.locationId],
      );
      return { body: { data: rows } };
    },
  }),
  page({
    method: 'POST',
    path: '/gateways',
    role: 'owner',
    body: z.strictObject({
      ref: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'must be letters, digits, - and _'),
      name: z.string().trim().min(1).max(200),
    }),
    status: 201,
    answer: z.strictObject({ id: z.uuid(), secret: z.string() }),
    async handler({ context, user, body }) {
      const place = { accountId: user.accountId, locationId: user.locationId };
      return { body: await createGateway(context, { ...place, ...body, by: byUser(user.user) }) };
    },
  }),
  page({
    method: 'POST',
    path: '/gateways/{id}/rotate-secret',
    role: 'owner',
    params: UuidId,
    body: z.strictObject({}),
    status: 200,
    answer: z.strictObject({ id: z.uuid(), secret: z.string() }),
    async handler(asked) {
      await requireGateway(asked);
      return { body: await rotateGatewaySecret(asked.context, asked.params.id, byUser(asked.user.user)) };
    },
  }),
  page({
    method: 'DELETE',
    path: '/gateways/{id}',
    role: 'owner',
    params: UuidId,
    status: 204,
    answer: null,
    async handler(asked) {
      await requireGateway(asked);
      await revokeGateway(asked.context, asked.params.id, byUser(asked.user.user));
      return {};
    },
  }),
  page({
    method: 'GET',
    path: '/outbox',
    role: 'owner',
    status: 200,
    answer: z.strictObject({ data: z.array(Message) }),
    async handler({ context, user }) {
      await requireWholeAccount(context.pool, user);
      const messages = await readOutbox(context, {
        account_id: user.accountId,
        limit: 200,
        hideResetLinks: true,
      });
      return { body: { data: messages.map(({ account: _, about: __, ...message }) => message) } };
    },
  }),
  page({
    method: 'GET',
    path: '/audit',
    role: 'manager',
    query: z.strictObject({ action: z.string().max(100).optional(), ...pageParameters }),
    status: 200,
    answer: listOf(Entry),
    async handler({ context, user, query }) {
      const binding = { list: 'dashboard audit', caller: user, filters: query };
      const before = query.cursor ? decodeCursor(context, binding, query.cursor, z.int()) : null;
      // What belongs to no location is told where the whole account is looked at.
      const { rows } = await context.pool.query<AuditRow>(
        `select ${AUDIT_COLUMNS} from audit e
         where account_id = $1 and ($3::bigint is null or number < $3) and ($4::text is null or action = $4)
           and (exists (select from location_ancestor a where a.location_id = e.location_id and a.ancestor_id = $2)
             or (e.location_id is null and exists (select from location o where o.id = $2 and o.parent_id is null)))
         order by number desc limit $5`,
        [user.accountId, user.locationId, before, query.action ?? null, query.limit + 1],
      );
      return { body: pageOf(context, binding, rows, query.limit, (row) => Number(row.number), toEntry) };
    },
  }),
];

function toEntry(row: AuditRow): z.input<typeof Entry> {
  return {
    id: row.id,
    number: Number(row.number),
    at: toTimestamp(row.at.getTime()),
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    action: row.action,
    subject: { type: row.subject_type, id: row.subject_id, name: row.subject_name },
    details: row.details,
    sequence: row.sequence === null ? null : Number(row.sequence),
  };
}

/** Messages carry setup links of the whole account: for owners of all of it. */
async function requireWholeAccount(
  pool: DashboardRequest<unknown, unknown, unknown>['context']['pool'],
  user: SignedIn,
): Promise<void> {
  const { rowCount } = await pool.query('select from location where id = $1 and parent_id is null', [
    user.homeLocationId,
  ]);
  if (!rowCount)
    throw new ApiError('insufficient_scope', {
      message: 'The outbox is for owners of the whole organisation.',
    });
}
