import { TERMINALS } from '@door-access/protocol/explanation';
import { z } from 'zod';
import { ALARM_KINDS } from '../../doors/alarm.rules.js';
import { WhyParts } from '../../events/pages/why.js';
import { decodeCursor, pageOf } from '../../http/cursor.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { IntId, listOf, Named, pageParameters, Timestamp, UuidField } from '../../http/schemas.js';
import { acknowledgeAlarms, assignAlarm } from '../acknowledge.js';
import { type AlarmPosition, pageOfAlarms, readAlarm, toAlarm } from '../list.js';

const LIST = 'dashboard alarms';
const NOTE_MAX = 1_000;

const Alarm = z.strictObject({
  id: z.int(),
  kind: z.enum(ALARM_KINDS),
  started_at: Timestamp,
  opened_at: Timestamp,
  ended_at: Timestamp.nullable(),
  /** Of the door, or of the gateway. */
  name: z.string(),
  place: z.string(),
  lock_id: z.int().nullable(),
  gateway_id: z.uuid().nullable(),
  location: Named,
  assigned: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  acknowledged: z.strictObject({ at: Timestamp, by: z.string(), note: z.string() }).nullable(),
});

const AlarmWithNotices = Alarm.extend({
  /** Why it is one; null where its kind says it all. */
  why: WhyParts.nullable(),
  /** The terminal that cannot be read or driven. */
  fault: z.strictObject({ door: z.string(), terminal: z.enum(TERMINALS), error: z.string() }).nullable(),
  notices: z.array(
    z.strictObject({
      step: z.int(),
      rule: z.string(),
      name: z.string(),
      way: z.string(),
      at: Timestamp,
      /** Held back by the maximum of an hour: part of a summary. */
      is_held: z.boolean(),
    }),
  ),
});

export const alarmPageEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/alarm-log',
    role: 'viewer',
    query: z.strictObject({ show: z.enum(['waiting', 'all']).default('waiting'), ...pageParameters }),
    status: 200,
    answer: listOf(Alarm),
    async handler({ context, user, query }) {
      const binding = { list: LIST, caller: user, filters: query };
      const position = z.tuple([z.int(), z.int()]) satisfies z.ZodType<AlarmPosition>;
      const after = query.cursor ? decodeCursor(context, binding, query.cursor, position) : null;
      const rows = await pageOfAlarms(context, user, query.show, after, query.limit + 1);
      const positionOf = (row: (typeof rows)[number]): AlarmPosition => [row.started_at.getTime(), row.id];
      return { body: pageOf(context, binding, rows, query.limit, positionOf, toAlarm) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/alarms/{id}',
    role: 'viewer',
    params: IntId,
    status: 200,
    answer: AlarmWithNotices,
    handler: async ({ context, user, params }) => ({ body: await readAlarm(context, user, params.id) }),
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/alarms/acknowledge',
    role: 'manager',
    body: z.strictObject({
      event_ids: z.array(z.int().min(1)).min(1).max(200),
      note: z.string().trim().max(NOTE_MAX).default(''),
      is_real: z.boolean().default(false),
    }),
    status: 204,
    answer: null,
    async handler({ context, user, body }) {
      for (const locationId of await acknowledgeAlarms(
        context,
        user,
        body.event_ids,
        body.note,
        body.is_real,
      ))
        context.nudge.emit('alarm', locationId);
      return {};
    },
  }),
  endpoint({
    for: 'page',
    method: 'PUT',
    path: '/alarms/{id}/assignee',
    role: 'manager',
    params: IntId,
    body: z.strictObject({ user_id: UuidField.nullable() }),
    status: 204,
    answer: null,
    async handler({ context, user, params, body }) {
      context.nudge.emit('alarm', await assignAlarm(context, user, params.id, body.user_id));
      return {};
    },
  }),
];
