import { z } from 'zod';
import { ALARM_TYPES, acknowledgeAlarms, listAlarms } from '../../events/alarms.js';
import { type DashboardEndpoint, page, streamed } from '../../http/pages/endpoint.js';
import { IntIdParam, Named, Timestamp } from '../../http/schemas.js';
import { listLocks, toLock } from '../read.js';
import { Lock, LockName } from '../schemas.js';

/** A page shows this many at once; more belong into locations of their own. */
const MOST_LOCKS = 10_000;

const Location = z.strictObject({
  id: z.int(),
  name: z.string(),
  parent_id: z.int().nullable(),
  timezone: z.string(),
  depth: z.int(),
  lock_count: z.int(),
});

const Alarm = z.strictObject({
  id: z.int(),
  type: z.enum(ALARM_TYPES),
  occurred_at: Timestamp,
  lock: LockName,
  location: Named,
  person: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  text: z.string(),
  /** The present state of the door's contact, since when, and whether its gateway is online. */
  contact: z.strictObject({
    state: z.enum(['open', 'closed', 'unknown']),
    since: Timestamp.nullable(),
    online: z.boolean(),
  }),
});

export const overviewEndpoints: readonly DashboardEndpoint[] = [
  page({
    method: 'GET',
    path: '/locations',
    role: 'viewer',
    status: 200,
    answer: z.strictObject({ data: z.array(Location) }),
    async handler({ context, user }) {
      const { rows } = await context.pool.query<z.input<typeof Location>>(
        `select o.id, o.name, o.timezone, a.depth, case when a.depth > 0 then o.parent_id end as parent_id,
           (select count(*)::int from location_ancestor b join lock l on l.location_id = b.location_id
             where b.ancestor_id = o.id) as lock_count
         from location_ancestor a join location o on o.id = a.location_id
         where a.ancestor_id = $1 order by a.depth, o.name, o.id limit 5000`,
        [user.homeLocationId],
      );
      return { body: { data: rows } };
    },
  }),
  page({
    method: 'GET',
    path: '/overview',
    role: 'viewer',
    status: 200,
    answer: z.strictObject({
      locks: z.array(Lock),
      alarms: z.array(Alarm),
      heard: z.strictObject({ process: z.string(), count: z.int() }),
    }),
    async handler({ context, user, live }) {
      const heard = live.heard();
      const now = context.clock.now();
      const [locks, alarms] = await Promise.all([
        listLocks(context.pool, user, {}, null, MOST_LOCKS),
        listAlarms(context, user),
      ]);
      return { body: { locks: locks.map((lock) => toLock(lock, now)), alarms, heard } };
    },
  }),
  page({
    method: 'GET',
    path: '/alarms',
    role: 'viewer',
    status: 200,
    answer: z.strictObject({ data: z.array(Alarm) }),
    async handler({ context, user }) {
      return { body: { data: await listAlarms(context, user) } };
    },
  }),
  page({
    method: 'POST',
    path: '/alarms/acknowledge',
    role: 'manager',
    body: z.strictObject({ event_ids: z.array(z.int().min(1)).min(1).max(200) }),
    status: 204,
    answer: null,
    async handler({ context, user, body }) {
      for (const locationId of await acknowledgeAlarms(context, user, body.event_ids))
        context.nudge.emit('alarm', locationId);
      return {};
    },
  }),
  page({
    method: 'GET',
    path: '/stream',
    role: 'viewer',
    query: z.strictObject({ location: IntIdParam.optional() }),
    status: 200,
    answer: null,
    handler: streamed,
    async stream({ user, live }, response) {
      live.open(user, response);
    },
  }),
];
