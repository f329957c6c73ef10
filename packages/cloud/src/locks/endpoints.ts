import { z } from 'zod';
import { ApiError } from '../errors.js';
import { endpoint } from '../http/endpoint.js';
import { list } from '../http/list.js';
import { Instant, IntId, IntIdParam, pageParameters, UuidParam, waitUpTo } from '../http/schemas.js';
import { readCommand, toCommand } from './commands.js';
import { setDoorMode } from './door-mode.js';
import { setMaintenance } from './maintenance.js';
import { findLock, isBriefOfLocks, LOCK_TYPES, listLocks, toLock } from './read.js';
import { Command, Lock, LockList } from './schemas.js';
import { targetAhead } from './target-ahead.js';
import { unlock, unlockAndWait } from './unlock.js';

const LONGEST_WAIT_S = 10;

/** For the end of a command. */
const wait = waitUpTo(LONGEST_WAIT_S, 'Seconds to wait for `confirmed` or `failed` before answering.');

const EXAMPLE = {
  id: 41,
  name: 'Main entrance',
  place: 'Ground floor',
  location: { id: 3, name: 'HQ' },
  type: 'remote',
  online: true,
  online_since: '2026-01-07T06:00:00.000Z',
  door_state: 'closed',
  hold_open: false,
  door_mode: { mode: 'auto', source: 'schedule', expires_at: null },
  features: {
    remote_unlock: true,
    door_contact: true,
    exit_button: true,
    hold_relay: true,
    forced_open_detection: true,
  },
};

const COMMAND_EXAMPLE = {
  id: '9d3c1b0a-5e4f-4a6b-8c7d-1e2f3a4b5c6d',
  type: 'unlock',
  lock: { id: 41, name: 'Main entrance', place: 'Ground floor' },
  status: 'sent',
  reason: null,
  requested_at: '2026-01-07T06:15:01.950Z',
  sent_at: '2026-01-07T06:15:01.958Z',
  confirmed_at: null,
  failed_at: null,
  expires_at: '2026-01-07T06:15:11.950Z',
  api_key: { id: 7, name: 'ERP' },
};

const LockListQuery = z.strictObject({
  location_id: IntIdParam.optional(),
  type: z.enum(LOCK_TYPES).optional(),
  security_group: z.string().min(1).max(200).optional(),
  ...pageParameters,
});

export const lockEndpoints = [
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/locks',
    scopes: ['catalog:read'],
    summary: 'List locks, newest first',
    status: 200,
    answer: LockList,
    example: { data: [EXAMPLE], next_cursor: null },
    ...list({
      name: 'GET /locks',
      query: LockListQuery,
      position: z.int(),
      ahead: ({ context, place, query, after, limit }) =>
        isBriefOfLocks(query) ? listLocks(context.pool, place, query, after, limit) : null,
      rows: async ({ context, caller, query, after, limit, early }) =>
        early ?? (await listLocks(context.pool, caller, query, after, limit)),
      positionOf: (row) => row.id,
      item: (row, { clock }) => toLock(row, clock.now()),
    }),
  }),
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/locks/{id}',
    scopes: ['catalog:read'],
    summary: 'Read one lock',
    params: IntId,
    status: 200,
    answer: Lock,
    errors: ['not_found'],
    example: EXAMPLE,
    ahead: ({ context, place, params }) => findLock(context.pool, place, params.id),
    async handler({ context, caller, params, ahead }) {
      const row = (await ahead) ?? (await findLock(context.pool, caller, params.id));
      if (!row) throw new ApiError('not_found');
      return { body: toLock(row, context.clock.now()) };
    },
  }),
  endpoint({
    for: 'api',
    method: 'POST',
    path: '/locks/{id}/unlock',
    scopes: ['locks:control'],
    summary: 'Unlock a remote lock for its strike time',
    description:
      'The command expires 10 seconds after the request. With `wait` the answer comes once the door has confirmed or failed; otherwise follow the command with `GET /locks/{id}/commands/{command_id}`. One that the device never confirms emits `unlock.failed`.',
    params: IntId,
    query: z.strictObject({ wait }),
    body: z.strictObject({
      reason: z.string().max(200).optional().meta({ description: 'In your own words, for the audit log.' }),
    }),
    status: 202,
    answer: Command,
    errors: [
      'not_found',
      'lock_not_allowed',
      'lock_not_remote',
      'emergency',
      'lock_offline',
      'publish_failed',
    ],
    bodyExample: { reason: 'Courier at the door' },
    example: COMMAND_EXAMPLE,
    ahead: targetAhead,
    async handler({ context, caller, params, query, body, ahead, signal, arrived }) {
      const note = body.reason ?? '';
      const waitMs = query.wait * 1_000;
      const command =
        waitMs > 0
          ? await unlockAndWait(context, caller, params.id, note, { arrived, target: ahead, waitMs, signal })
          : await unlock(context, caller, params.id, note, { arrived, target: ahead });
      return { body: toCommand(command) };
    },
  }),
  endpoint({
    for: 'api',
    method: 'POST',
    path: '/locks/{id}/door-mode',
    scopes: ['locks:control'],
    summary: 'Hold a door open, let it follow its schedule, or keep it closed',
    description:
      '`stay_open` holds until `expires_at`, or until ended; `auto` clears an override and follows the schedule; `closed` ends any hold, and the rest of the current schedule block with it.',
    params: IntId,
    body: z.discriminatedUnion('mode', [
      z.strictObject({ mode: z.literal('stay_open'), expires_at: Instant.nullable().default(null) }),
      z.strictObject({ mode: z.literal('auto') }),
      z.strictObject({ mode: z.literal('closed') }),
    ]),
    status: 202,
    answer: Command,
    errors: ['not_found', 'lock_not_allowed', 'lock_not_remote', 'emergency', 'lock_offline'],
    bodyExample: { mode: 'stay_open', expires_at: '2026-01-07T10:00:00.000Z' },
    example: { ...COMMAND_EXAMPLE, type: 'door_mode', expires_at: '2026-01-07T06:15:21.950Z' },
    async handler({ context, caller, params, body, signal }) {
      return { body: toCommand(await setDoorMode(context, caller, params.id, body, signal)) };
    },
  }),
  endpoint({
    for: 'api',
    method: 'PUT',
    path: '/locks/{id}/maintenance',
    scopes: ['locks:control'],
    summary: 'Mute the alarms of a remote lock for the time that someone works on it',
    description:
      'Until `until`, at most 24 hours away, `door.forced` and `door.left_open` of the lock raise no alarm and are not sent to webhooks; they are recorded as usual, and `GET /changes` marks them `muted`. `lock.maintenance.started` and `lock.maintenance.ended` are sent in their place; the latter says what was muted. Asked for again, it goes on until the new time.',
    params: IntId,
    body: z.strictObject({
      until: Instant,
      reason: z.string().trim().min(1).max(200).meta({ description: 'In your own words, for people.' }),
    }),
    status: 200,
    answer: Lock,
    errors: ['not_found', 'lock_not_allowed', 'lock_not_remote'],
    bodyExample: { until: '2026-01-07T08:15:00.000Z', reason: 'New closer' },
    example: { ...EXAMPLE, maintenance_until: '2026-01-07T08:15:00.000Z' },
    async handler({ context, caller, params, body }) {
      const row = await setMaintenance(context, caller, params.id, body);
      return { body: toLock(row, context.clock.now()) };
    },
  }),
  endpoint({
    for: 'api',
    method: 'DELETE',
    path: '/locks/{id}/maintenance',
    scopes: ['locks:control'],
    summary: 'End the maintenance of a lock before its time',
    description: 'Where none is in force, nothing changes.',
    params: IntId,
    status: 200,
    answer: Lock,
    errors: ['not_found', 'lock_not_allowed', 'lock_not_remote'],
    example: EXAMPLE,
    async handler({ context, caller, params }) {
      const row = await setMaintenance(context, caller, params.id, null);
      return { body: toLock(row, context.clock.now()) };
    },
  }),
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/locks/{id}/commands/{command_id}',
    scopes: ['locks:control'],
    summary: 'Read a command, waiting for its end if asked to',
    params: z.strictObject({ id: IntIdParam, command_id: UuidParam }),
    query: z.strictObject({ wait }),
    status: 200,
    answer: Command,
    errors: ['not_found', 'lock_not_allowed'],
    example: { ...COMMAND_EXAMPLE, status: 'confirmed', confirmed_at: '2026-01-07T06:15:02.011Z' },
    async handler({ context, caller, params, query, signal }) {
      const waitMs = query.wait * 1_000;
      return {
        body: toCommand(await readCommand(context, caller, params.id, params.command_id, waitMs, signal)),
      };
    },
  }),
];
