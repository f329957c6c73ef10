import { toTimestamp } from '@door-access/protocol';
import { z } from 'zod';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { Timestamp } from '../../http/schemas.js';
import { lockingSystemOf } from '../port.js';

/* The condition of the locking system behind the service. */

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

export const lockingSystemEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
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
];
