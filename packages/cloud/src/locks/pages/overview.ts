import { z } from 'zod';
import { ALARM_TYPES, listAlarms } from '../../events/alarms.js';
import { WhyParts } from '../../events/pages/why.js';
import { endpoint, type PageEndpoint, streamed } from '../../http/endpoint.js';
import { IntIdParam, LockName, Named, Timestamp } from '../../http/schemas.js';
import { listLocks, toLock } from '../read.js';
import { Lock } from '../schemas.js';
import { Heard, type Live, Messages } from './live.js';

/** A page shows this many at once; more belong into locations of their own. */
const MAX_LOCKS = 10_000;

const Alarm = z.strictObject({
  id: z.int(),
  type: z.enum(ALARM_TYPES),
  occurred_at: Timestamp,
  /** Null while it lasts, or where that is not known. */
  ended_at: Timestamp.nullable(),
  lock: LockName,
  location: Named,
  person: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  why: WhyParts.nullable(),
  /** The present state of the door's contact, since when, and whether its gateway is online. */
  contact: z.strictObject({
    state: z.enum(['open', 'closed', 'unknown']),
    since: Timestamp.nullable(),
    online: z.boolean(),
  }),
});

export const overviewEndpoints = (live: Live): readonly PageEndpoint[] => [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/overview',
    role: 'viewer',
    status: 200,
    answer: z.strictObject({
      locks: z.array(Lock),
      alarms: z.array(Alarm),
      heard: Heard,
    }),
    async handler({ context, user }) {
      const heard = live.heard();
      const now = context.clock.now();
      const [locks, alarms] = await Promise.all([
        listLocks(context.pool, user, {}, null, MAX_LOCKS),
        listAlarms(context, user),
      ]);
      return { body: { locks: locks.map((lock) => toLock(lock, now)), alarms, heard } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/alarms',
    role: 'viewer',
    status: 200,
    answer: z.strictObject({ data: z.array(Alarm) }),
    async handler({ context, user }) {
      return { body: { data: await listAlarms(context, user) } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/stream',
    role: 'viewer',
    query: z.strictObject({ location: IntIdParam.optional() }),
    status: 200,
    answer: null,
    handler: streamed,
    streams: Messages,
    async stream({ user }, response) {
      live.open(user, response);
    },
  }),
];
