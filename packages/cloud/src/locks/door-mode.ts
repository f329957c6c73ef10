import type { Context } from '../context.js';
import { invalidField } from '../errors.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { apply } from './apply.js';
import { type CommandView, readCommand } from './commands.js';
import { type Cause, HOLD_WRITE_INTERVAL_MS } from './hold.rules.js';
import { findOrderTarget, insertCommand, newCommand } from './order.js';

export type DoorModeOrder = { mode: 'stay_open'; expires_at: Date | null } | { mode: 'auto' | 'closed' };

/**
 * Sets what a door's hold relay shall do (decisions "Door mode"). The command record lives as long as its writes, and is
 * confirmed at once where the door already is as asked.
 */
export async function setDoorMode(
  context: Context,
  caller: Caller | Manager,
  lockId: number,
  order: DoorModeOrder,
  signal: AbortSignal,
): Promise<CommandView> {
  const asked_at = context.clock.now();
  const until = order.mode === 'stay_open' ? order.expires_at : null;
  if (until && until.getTime() <= asked_at) throw invalidField('expires_at', 'must lie in the future');
  const target = await findOrderTarget(context, caller, lockId);
  if (!target.hold_relay_wired) throw invalidField('mode', 'the lock has no hold relay');

  const span = {
    asked_at,
    expires_at: asked_at + (context.config.HOLD_WRITE_ATTEMPTS + 1) * HOLD_WRITE_INTERVAL_MS,
  };
  const command = newCommand(context, caller, target, 'door_mode', span);
  await insertCommand(context, caller, target, command, '', { mode: order.mode, until });
  const nobody = { person: null, key: null, api_key: null };
  // Spec 6.6: a manager is not named.
  const cause: Cause =
    caller.apiKey === null
      ? { source: 'manager', actor: { ...nobody, type: 'manager' } }
      : { source: 'api', actor: { ...nobody, type: 'api_key', api_key: caller.apiKey } };
  const { sending } = await apply(context, [
    {
      kind: 'door',
      lock_id: lockId,
      input: {
        kind: 'mode',
        mode: order.mode,
        until: until?.getTime() ?? null,
        cause,
        command_id: command.id,
      },
    },
  ]);
  await sending;
  return readCommand(context, caller, lockId, command.id, 0, signal);
}
