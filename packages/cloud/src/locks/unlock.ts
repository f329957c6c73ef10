import { PROTOCOL_VERSION, toTimestamp, type UnlockCommand } from '@door-access/protocol';
import type { Context } from '../context.js';
import { apply } from '../doors/apply.js';
import { COMMAND_LIFETIME_MS } from '../doors/command.rules.js';
import { markSent } from '../doors/sent.js';
import type { CommandView } from '../doors/store/port.js';
import { ApiError } from '../errors.js';
import {
  type CommandCaller,
  commanding,
  findCommandTarget,
  type HeldCaller,
  newCommand,
  recordCommand,
} from './command-target.js';
import { findCommand, listen, untilEnd, type Waiting } from './commands.js';

/** The id and expiry of a command that began before it came here. */
export interface Begun {
  id: string;
  /** Unix milliseconds; by default the usual lifetime from now on. */
  expires_at?: number;
}

/**
 * Commands a momentary unlock: the command is committed before it is published, so that whatever the gateway
 * answers finds its record. The pulse length is the installer's setting.
 */
export async function unlock(
  context: Context,
  by: CommandCaller | HeldCaller<CommandCaller>,
  lockId: number,
  note: string,
  begun?: Begun,
): Promise<CommandView> {
  // Time runs from here: what a slow look-up takes does not extend the command.
  const asked_at = context.clock.now();
  const { target, command } = await commanding(context, by, async (commands, caller) => {
    const target = await findCommandTarget(commands, caller, lockId);
    const span = { asked_at, expires_at: begun?.expires_at ?? asked_at + COMMAND_LIFETIME_MS };
    const command = newCommand(context, caller, target, 'unlock', span, begun?.id);
    await recordCommand(commands, caller, target, command, note);
    return { target, command };
  });

  const message: UnlockCommand = {
    v: PROTOCOL_VERSION,
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
  return { ...command, status: 'sent', sent_at: await markSent(context, command.id) };
}

/** The same, answered once the command is confirmed or failed, or as it is when the time is over. */
export async function unlockAndWait(
  context: Context,
  caller: CommandCaller,
  lockId: number,
  note: string,
  waiting: Waiting,
): Promise<CommandView> {
  const id = context.ids.uuid();
  const heard = listen(context, id);
  try {
    const command = await unlock(context, caller, lockId, note, { id });
    const read = () => findCommand(context, caller, lockId, id);
    return await untilEnd(context, command, { ...waiting, read, heard });
  } finally {
    heard.stop();
  }
}
