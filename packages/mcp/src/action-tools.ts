import { CommandFailedError, type DoorAccessClient, take, unlock } from '@door-access/client';
import { z } from 'zod';
import { type Action, type DoorAction, isOfDoor, type Outcome } from './approvals.js';
import { previewEmergency, runEmergency } from './emergency-tools.js';
import { Reason, shown } from './preview.js';
import { LockId } from './read-tools.js';
import { ArgumentError } from './refusals.js';
import { type Tool, type ToolContext, tool } from './tool.js';

/* Tools that prepare what moves doors. None of them moves one: a person does, on the page of approval. */

const MAX_HOLD_MINUTES = 12 * 60;
const WAIT_S = 10;

async function prepare(
  { client, approvals }: ToolContext,
  lockId: number,
  action: Pick<DoorAction, 'kind' | 'reason' | 'until'>,
): Promise<unknown> {
  const lock = await take(client.GET('/locks/{id}', { params: { path: { id: lockId } } }));
  const { features, type } = lock;
  if (type !== 'remote')
    throw new ArgumentError(
      `lock ${lockId} belongs to a locking system`,
      'It opens by a key at the door only: ask someone on site.',
    );
  if (action.kind !== 'unlock' && !features.hold_relay)
    throw new ArgumentError(`lock ${lockId} has no hold relay`, 'Use preview_unlock: it opens once.');
  const { id, name, place, location } = lock;
  const preview = approvals.preview({ ...action, lock: { id, name, place, location: location.name } });
  return { ...shown(preview), state_now: { door_state: lock.door_state, online: lock.online } };
}

const previewUnlock = tool({
  name: 'preview_unlock',
  title: 'Prepare to unlock a door once',
  description:
    'Prepares to unlock a remote door for its strike time. Nothing moves until a person approves exactly this, outside of the conversation, within two minutes.',
  reads: false,
  input: z.strictObject({ lock_id: LockId, reason: Reason }),
  run: (context, { lock_id, reason }) => prepare(context, lock_id, { kind: 'unlock', reason, until: null }),
});

const previewHold = tool({
  name: 'preview_hold',
  title: 'Prepare to hold a door unlocked, or to end that',
  description:
    'Prepares to hold a door unlocked for some minutes, or with minutes 0 to end the hold. Nothing moves until a person approves exactly this, outside of the conversation, within two minutes.',
  reads: false,
  input: z.strictObject({
    lock_id: LockId,
    minutes: z.int().min(0).max(MAX_HOLD_MINUTES).describe('From now; 0 ends the hold.'),
    reason: Reason,
  }),
  run: (context, { lock_id, minutes, reason }) =>
    prepare(
      context,
      lock_id,
      minutes === 0
        ? { kind: 'release', reason, until: null }
        : { kind: 'hold', reason, until: new Date(context.now() + minutes * 60_000).toISOString() },
    ),
});

const actionResult = tool({
  name: 'action_result',
  title: 'What became of a prepared action',
  description: 'Whether the person has approved or declined a prepared action, and how it ended.',
  reads: true,
  input: z.strictObject({ action_id: z.string().regex(/^[0-9a-f]{16}$/) }),
  async run({ approvals }, { action_id }) {
    const result = approvals.result(action_id);
    if (result) return { action_id, ...result };
    throw new ArgumentError(
      `there is no action ${action_id}`,
      'Use the action_id of a preview of this server, since its start.',
    );
  },
});

export const ACTION_TOOLS: readonly Tool[] = [previewUnlock, previewHold, previewEmergency, actionResult];

/** Does what was approved, and only if the doors are still those that were shown. */
export const runAction = (client: DoorAccessClient, action: Action): Promise<Outcome> =>
  isOfDoor(action) ? runOnDoor(client, action) : runEmergency(client, action);

async function runOnDoor(client: DoorAccessClient, action: DoorAction): Promise<Outcome> {
  const { kind, lock, reason, until } = action;
  const path = { id: lock.id };
  const now = await take(client.GET('/locks/{id}', { params: { path } }));
  if (now.name !== lock.name || now.place !== lock.place || now.location.name !== lock.location)
    return { state: 'failed', text: 'the door was renamed or moved since the preview; nothing was done' };
  if (kind === 'unlock') {
    await unlock(client, lock.id, { reason });
    return { state: 'confirmed', text: 'its gateway has confirmed that the lock released' };
  }
  const body = until === null ? { mode: 'auto' as const } : { mode: 'stay_open' as const, expires_at: until };
  const begun = await take(client.POST('/locks/{id}/door-mode', { params: { path }, body }));
  const command = await take(
    client.GET('/locks/{id}/commands/{command_id}', {
      params: { path: { ...path, command_id: begun.id }, query: { wait: WAIT_S } },
    }),
  );
  if (command.status === 'failed') throw new CommandFailedError(command);
  return command.status === 'confirmed'
    ? { state: 'confirmed', text: 'its gateway has confirmed the hold relay' }
    : { state: 'accepted', text: 'the service has accepted it; the gateway has not confirmed it yet' };
}
