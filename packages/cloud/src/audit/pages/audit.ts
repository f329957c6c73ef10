import { z } from 'zod';
import * as sql from '../../database/statement.js';
import { ApiError } from '../../errors.js';
import { decodeCursor, pageOf } from '../../http/cursor.js';
import { endpoint, type PageEndpoint, streamed } from '../../http/endpoint.js';
import { listOf, pageParameters, Timestamp } from '../../http/schemas.js';
import { requireWholeAccount } from '../../locations/whole-account.js';
import { AUDIT, AUDIT_COLUMNS, entryOf, READ_HEAD } from '../rows.js';
import { verifyAudit } from '../verify.js';

/* Who did what, and whether the records are intact. */

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

/** A line of the check: its progress, and at the end its result or its failure. */
const CheckLine = z.strictObject({
  read: z.int().optional(),
  of: z.int().optional(),
  check: z
    .strictObject({
      entries: z.int(),
      /** Of these, forgotten after their time. */
      forgotten: z.int(),
      erased: z.int(),
      unchained: z.int(),
      anchor: z.string().nullable(),
      fault: z
        .strictObject({ sequence: z.int().nullable(), id: z.string().nullable(), message: z.string() })
        .nullable(),
    })
    .optional(),
  error: z.string().optional(),
});

/**
 * What belongs to no location is shown where the whole account is looked at. A person's name is no part of an entry: it
 * is the present one, where the person is still within reach.
 */
const ENTRIES = sql.statement(
  'page-audit',
  `select ${AUDIT_COLUMNS}, case when subject_type = 'person' and subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (
     select p.name from person p where p.id = subject_id::uuid and p.account_id = $1 and ${sql.isWithin('p', '$2')}) end as person_name
   from audit e
   where account_id = $1 and ($3::bigint is null or number < $3) and ($4::text is null or action = $4)
     and (${sql.isWithin('e', '$2')}
       or (e.location_id is null and exists (select from location o where o.id = $2 and o.parent_id is null)))
   order by number desc limit $5`,
  { ...AUDIT, person_name: sql.orNull(sql.text) },
  { unprepared: true },
);

/** Accounts whose chain is being read: it is read whole, so once at a time. */
const beingChecked = new Set<number>();

export const auditEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/audit',
    role: 'manager',
    query: z.strictObject({ action: z.string().max(100).optional(), ...pageParameters }),
    status: 200,
    answer: listOf(Entry),
    async handler({ context, user, query }) {
      const binding = { list: 'dashboard audit', caller: user, filters: query };
      const before = query.cursor ? decodeCursor(context, binding, query.cursor, z.int()) : null;
      const values = [user.accountId, user.locationId, before, query.action ?? null, query.limit + 1];
      const rows = await ENTRIES.rows(context.pool, values);
      return { body: pageOf(context, binding, rows, query.limit, (row) => row.number, toEntry) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/audit/check',
    role: 'manager',
    status: 200,
    answer: null,
    handler: streamed,
    streams: CheckLine,
    async stream({ context, user, signal }, response) {
      await requireWholeAccount(context.pool, user, 'Checking the audit log');
      const { accountId } = user;
      if (beingChecked.has(accountId))
        throw new ApiError('rate_limited', {
          message: 'The chain is being checked already.',
          headers: { 'Retry-After': '10' },
        });
      beingChecked.add(accountId);
      const send = (line: z.input<typeof CheckLine>) => response.write(`${JSON.stringify(line)}\n`);
      try {
        const of = (await READ_HEAD.row(context.pool, [accountId]))?.sequence ?? 0;
        response.writeHead(200, {
          'Content-Type': 'application/x-ndjson; charset=utf-8',
          'Cache-Control': 'no-store',
          'X-Accel-Buffering': 'no',
          'X-Content-Type-Options': 'nosniff',
        });
        const onProgress = (read: number) => {
          if (signal.aborted) throw new Error('the page no longer waits for the check');
          send({ read, of });
        };
        const [check] = await verifyAudit(context, { accountId, onProgress });
        const {
          entries = 0,
          forgotten = 0,
          erased = 0,
          unchained = 0,
          anchor = null,
          fault = null,
        } = check ?? {};
        send({ check: { entries, forgotten, erased, unchained, anchor, fault } });
        if (fault) context.log.error({ account_id: accountId, fault }, 'the audit chain is broken');
      } catch (error) {
        if (!response.headersSent) throw error;
        if (!signal.aborted) {
          context.log.error({ err: error }, 'the audit chain could not be checked');
          send({ error: 'The check could not be finished. Try again.' });
        }
      } finally {
        beingChecked.delete(accountId);
      }
      response.end();
    },
  }),
];

function toEntry(row: sql.Row<typeof ENTRIES>): z.input<typeof Entry> {
  const { account_id: _, subject, ...entry } = entryOf(row);
  const { number, sequence, person_name } = row;
  return { ...entry, number, sequence, subject: { ...subject, name: person_name ?? subject.name } };
}
