import { toTimestamp } from '@door-access/protocol';
import { z } from 'zod';
import { verifyAudit } from '../../audit/verify.js';
import { ApiError } from '../../errors.js';
import { type DashboardEndpoint, page, streamed } from '../../http/pages/endpoint.js';
import { Timestamp } from '../../http/schemas.js';
import { requireWholeAccount } from '../../locations/whole-account.js';
import { lockingSystemOf } from '../port.js';

/* Whether what the service rests on can be trusted: the locking system behind it, and its own records. */

const LockingSystem = z.strictObject({
  kind: z.enum(['builtin', 'http']),
  /** Locks of its type, in sight. */
  locks: z.int(),
  condition: z
    .strictObject({
      url: z.string(),
      failures: z.int(),
      fault: z.string().nullable(),
      breaker: z.enum(['closed', 'open', 'trying']),
      wait_ms: z.number().nullable(),
    })
    .nullable(),
  feed: z
    .strictObject({
      cursor: z.string(),
      failures: z.int(),
      fault: z.string().nullable(),
      read_at: Timestamp.nullable(),
      due_at: Timestamp.nullable(),
    })
    .nullable(),
  /** The doors' own reports that wait to be judged (not closed yet). */
  open_doors: z.int(),
});

interface FeedRow {
  cursor: string;
  failures: number;
  fault: string | null;
  read_at: Date | null;
  due_at: Date | null;
}

const at = (date: Date | null) => date && toTimestamp(date.getTime());

/** Accounts whose chain is being read: it is read whole, so once at a time. */
const beingChecked = new Set<number>();

export const trustEndpoints: readonly DashboardEndpoint[] = [
  page({
    method: 'GET',
    path: '/locking-system',
    role: 'manager',
    status: 200,
    answer: LockingSystem,
    async handler({ context, user }) {
      const system = lockingSystemOf(context);
      const [{ rows: counts }, { rows: feeds }] = await Promise.all([
        context.pool.query<{ locks: number; open_doors: number }>(
          `select count(*)::int as locks, count(d.lock_id) filter (where d.due_at is not null)::int as open_doors
           from lock l join location_ancestor a on a.location_id = l.location_id and a.ancestor_id = $1
           left join locksys_door d on d.lock_id = l.id where l.type = 'locksys'`,
          [user.locationId],
        ),
        context.pool.query<FeedRow>(
          'select cursor, failures, fault, read_at, due_at from locksys_feed where id = $1',
          [system.feedId],
        ),
      ]);
      const condition = system.condition();
      const [feed] = condition ? feeds : [];
      return {
        body: {
          kind: condition ? ('http' as const) : ('builtin' as const),
          ...(counts[0] ?? { locks: 0, open_doors: 0 }),
          condition,
          feed: feed ? { ...feed, read_at: at(feed.read_at), due_at: at(feed.due_at) } : null,
        },
      };
    },
  }),
  page({
    method: 'GET',
    path: '/audit/check',
    role: 'manager',
    status: 200,
    answer: null,
    handler: streamed,
    /** Lines of JSON: `{"read":…,"of":…}` as it goes on, and last `{"check":…}` or `{"error":…}`. */
    async stream({ context, user, signal }, response) {
      await requireWholeAccount(context.pool, user, 'Checking the audit log');
      const { accountId } = user;
      if (beingChecked.has(accountId))
        throw new ApiError('rate_limited', {
          message: 'The chain is being checked already.',
          headers: { 'Retry-After': '10' },
        });
      beingChecked.add(accountId);
      try {
        const { rows } = await context.pool.query<{ sequence: number }>(
          'select sequence from audit_head where account_id = $1',
          [accountId],
        );
        const of = Number(rows[0]?.sequence ?? 0);
        response.writeHead(200, {
          'Content-Type': 'application/x-ndjson; charset=utf-8',
          'Cache-Control': 'no-store',
          'X-Accel-Buffering': 'no',
          'X-Content-Type-Options': 'nosniff',
        });
        const tell = (line: object) => response.write(`${JSON.stringify(line)}\n`);
        const onProgress = (read: number) => {
          if (signal.aborted) throw new Error('nobody waits for the check any more');
          tell({ read, of });
        };
        const [check] = await verifyAudit(context, { accountId, onProgress });
        const { entries = 0, erased = 0, unchained = 0, anchor = null, fault = null } = check ?? {};
        tell({ check: { entries, erased, unchained, anchor, fault } });
        if (fault) context.log.error({ account_id: accountId, fault }, 'the audit chain is broken');
      } catch (error) {
        if (!response.headersSent) throw error;
        if (!signal.aborted) {
          context.log.error({ err: error }, 'the audit chain could not be checked');
          response.write(`${JSON.stringify({ error: 'The check could not be finished. Try again.' })}\n`);
        }
      } finally {
        beingChecked.delete(accountId);
      }
      response.end();
    },
  }),
];
