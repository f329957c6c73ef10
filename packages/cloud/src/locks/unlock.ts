import { toTimestamp, type UnlockCommand } from '@door-access/protocol';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { apply } from './apply.js';
import { COMMAND_LIFETIME_MS } from './command.rules.js';
import type { CommandView } from './commands.js';
import { findOrderTarget, insertCommand, newCommand } from './order.js';

/**
 * Orders a momentary unlock (spec 4.3): the command is committed before it is published, so that whatever the gateway
 * answers finds its record. The pulse length is the installer's setting.
 */
export async function unlock(
  context: Context,
  caller: Caller | Manager,
  lockId: number,
  note: string,
): Promise<CommandView> {
  const target = await findOrderTarget(context, caller, lockId);
  const connected = context.downlink.isConnected(target.gateway_id, target.session);
  const command = newCommand(context, caller, target, 'unlock', COMMAND_LIFETIME_MS, connected);
  await insertCommand(context, caller, target, command, note);

  const message: UnlockCommand = {
    v: 1,
    id: command.id,
    session: target.session,
    door: target.door,
    type: 'unlock',
    strike_ms: target.strike_ms,
    issued_at: toTimestamp(command.requested_at.getTime()),
    expires_at: toTimestamp(command.expires_at.getTime()),
  };
  try {
    await context.downlink.publish(target.gateway_id, target.session, 'command', message);
  } catch (error) {
    context.log.warn(
      { err: error, lock: target.id, command: command.id },
      'unlock not handed to the gateway',
    );
    await apply(context, [{ kind: 'command', command_id: command.id, input: { kind: 'publish_failed' } }]);
    throw new ApiError('publish_failed');
  }
  return command;
}
