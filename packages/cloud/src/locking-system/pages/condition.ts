import { toTimestamp } from '@door-access/protocol';
import { z } from 'zod';
import * as sql from '../../database/statement.js';
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

const COUNTS = sql.statement(
  'locking-system-counts',
  `select count(*)::int as locks, count(d.lock_id) filter (where d.due_at is not null)::int as open_doors
   from lock l left join locksys_door d on d.lock_id = l.id where l.type = 'locksys' and ${sql.isWithin('l', '$1')}`,
  { locks: sql.int, open_doors: sql.int },
  // How many locks a location has decides on the plan.
  { unprepared: true },
);
const FEED = sql.statement(
  'locking-system-feed',
  'select cursor, failures, fault, read_at, due_at from locksys_feed where id = $1',
  {
    cursor: sql.text,
    failures: sql.int,
    fault: sql.orNull(sql.text),
    read_at: sql.orNull(sql.time),
    due_at: sql.orNull(sql.time),
  },
);

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
      const condition = system.condition();
      const [counts, feed] = await Promise.all([
        COUNTS.one(context.pool, [user.locationId]),
        condition && FEED.row(context.pool, [system.feedId]),
      ]);
      return {
        body: {
          kind: condition ? ('http' as const) : ('builtin' as const),
          ...counts,
          condition,
          feed: feed ? { ...feed, read_at: at(feed.read_at), due_at: at(feed.due_at) } : null,
        },
      };
    },
  }),
];
