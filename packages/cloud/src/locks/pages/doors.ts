import { z } from 'zod';
import type { Context } from '../../context.js';
import { COMMAND_REASONS, COMMAND_STATUSES } from '../../doors/command.rules.js';
import { ApiError } from '../../errors.js';
import { endpoint, type PageEndpoint, type SignedIn } from '../../http/endpoint.js';
import { IntId, Timestamp } from '../../http/schemas.js';
import { findLock, toLock } from '../read.js';
import { Lock } from '../schemas.js';
import { listCommands, readSettings } from './door.js';
import { ScheduleEntryAnswer } from './schedules.js';

const COMMANDS_SHOWN = 20;

const Door = z.strictObject({
  ...Lock.shape,
  strike_seconds: z.number(),
  left_open_seconds: z.number(),
  toggle_policy: z.string(),
  schedule: z.array(ScheduleEntryAnswer),
  timezone: z.string(),
  gateway: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  door: z.int().nullable(),
  block: z
    .strictObject({
      starts_at: Timestamp.nullable(),
      ends_at: Timestamp.nullable(),
      first_person_in: z.boolean(),
    })
    .nullable(),
  next_change_at: Timestamp.nullable(),
  strike_on: z.boolean(),
  /** When the day is over at the door's place. */
  day_ends_at: Timestamp,
  gateway_reported: z
    .strictObject({ agent_version: z.string().nullable(), clock: z.string().nullable() })
    .nullable(),
  maintenance: z
    .strictObject({
      reason: z.string(),
      by: z.string(),
      since: Timestamp,
      until: Timestamp,
      muted: z.strictObject({ 'door.forced': z.int(), 'door.left_open': z.int() }).nullable(),
    })
    .nullable(),
  /** It has a simulated reader of the built-in locking system. */
  has_reader: z.boolean(),
});

const DoorCommand = z.strictObject({
  id: z.uuid(),
  type: z.string(),
  status: z.enum(COMMAND_STATUSES),
  reason: z.enum(COMMAND_REASONS).nullable(),
  requested_at: Timestamp,
  sent_at: Timestamp.nullable(),
  confirmed_at: Timestamp.nullable(),
  failed_at: Timestamp.nullable(),
  note: z.string(),
  mode: z.enum(['stay_open', 'auto', 'closed']).nullable(),
  until: Timestamp.nullable(),
  by: z.strictObject({ kind: z.enum(['user', 'api_key', 'person', 'service']), name: z.string() }),
});

/** Whether a lock in the caller's reach has a simulated reader. */
export type HasReader = (context: Context, user: SignedIn, lockId: number) => Promise<boolean>;

export const doorEndpoints = (hasReader: HasReader): readonly PageEndpoint[] => [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/doors/{id}',
    role: 'viewer',
    params: IntId,
    status: 200,
    answer: Door,
    async handler({ context, user, params }) {
      const row = await findLock(context.pool, user, params.id);
      if (!row) throw new ApiError('not_found');
      const settings = await readSettings(context, params.id);
      const has_reader = await hasReader(context, user, params.id);
      return { body: { ...toLock(row, context.clock.now()), ...settings, has_reader } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/doors/{id}/commands',
    role: 'viewer',
    params: IntId,
    status: 200,
    answer: z.strictObject({ data: z.array(DoorCommand) }),
    async handler({ context, user, params }) {
      if (!(await findLock(context.pool, user, params.id))) throw new ApiError('not_found');
      return { body: { data: await listCommands(context.pool, params.id, COMMANDS_SHOWN) } };
    },
  }),
];
