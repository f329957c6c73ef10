import { toTimestamp } from '@door-access/protocol';
import { z } from 'zod';
import { AUDIT_COLUMNS, type AuditRow } from '../../audit/rows.js';
import { decodeCursor, pageOf } from '../../http/cursor.js';
import { type DashboardEndpoint, page } from '../../http/pages/endpoint.js';
import { listOf, pageParameters, Timestamp } from '../../http/schemas.js';
import { requireWholeAccount } from '../../locations/whole-account.js';
import { readOutbox } from '../outbox.js';

/* What whoever runs the doors looks at: messages, and who did what. */

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
  /** Its location; null if it has none. */
  location_id: z.int().nullable(),
});

export const operationEndpoints: readonly DashboardEndpoint[] = [
  page({
    method: 'GET',
    path: '/outbox',
    role: 'owner',
    status: 200,
    answer: z.strictObject({ data: z.array(Message) }),
    async handler({ context, user }) {
      // Messages carry setup links of the whole account.
      await requireWholeAccount(context.pool, user, 'The outbox');
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
      // A person's name is no part of an entry: it is the one that they bear now, where they are still within reach.
      const { rows } = await context.pool.query<AuditRow & { person_name: string | null }>(
        `select ${AUDIT_COLUMNS}, case when subject_type = 'person' and subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (
           select p.name from person p join location_ancestor a on a.location_id = p.location_id and a.ancestor_id = $2
           where p.id = subject_id::uuid and p.account_id = $1) end as person_name
         from audit e
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

function toEntry(row: AuditRow & { person_name: string | null }): z.input<typeof Entry> {
  return {
    id: row.id,
    number: Number(row.number),
    at: toTimestamp(row.at.getTime()),
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    action: row.action,
    subject: { type: row.subject_type, id: row.subject_id, name: row.person_name ?? row.subject_name },
    details: row.details,
    sequence: row.sequence === null ? null : Number(row.sequence),
    location_id: row.location_id,
  };
}
