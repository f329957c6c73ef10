import type { Context } from '../context.js';
import { apply } from '../doors/apply.js';
import { causeOf } from '../doors/cause.rules.js';
import { HOLD_WRITE_INTERVAL_MS } from '../doors/hold/write.rules.js';
import type { CommandView } from '../doors/store/port.js';
import { invalidField } from '../errors.js';
import {
  type CommandCaller,
  commanding,
  findCommandTarget,
  type HeldCaller,
  newCommand,
  recordCommand,
} from './command-target.js';
import { readCommand } from './commands.js';

export type WantedMode = { mode: 'stay_open'; expires_at: Date | null } | { mode: 'auto' | 'closed' };

/**
 * Sets the mode of a door's hold relay. The command record lives as long as its writes, and is confirmed at once if the
 * door already is in the requested state. `id`: the id of a command that was named in advance.
 */
export async function setDoorMode<By extends CommandCaller>(
  context: Context,
  by: By | HeldCaller<By>,
  lockId: number,
  wanted: WantedMode | ((caller: By) => WantedMode),
  signal: AbortSignal,
  id?: string,
): Promise<CommandView> {
  const asked_at = context.clock.now();
  const { caller, mode, until, command } = await commanding(context, by, async (commands, caller) => {
    const set = typeof wanted === 'function' ? wanted(caller) : wanted;
    const { mode } = set;
    const until = set.mode === 'stay_open' ? set.expires_at : null;
    if (until && until.getTime() <= asked_at) throw invalidField('expires_at', 'must lie in the future');
    const target = await findCommandTarget(commands, caller, lockId, 'door_mode');
    if (!target.hold_relay_wired) throw invalidField('mode', 'the lock has no hold relay');
    const span = {
      asked_at,
      expires_at: asked_at + (context.config.HOLD_WRITE_ATTEMPTS + 1) * HOLD_WRITE_INTERVAL_MS,
    };
    const command = newCommand(context, caller, target, 'door_mode', span, id);
    await recordCommand(commands, caller, target, command, '', { mode, until });
    return { caller, mode, until, command };
  });
  const { sending } = await apply(context, [
    {
      kind: 'door',
      lock_id: lockId,
      input: {
        kind: 'mode',
        mode,
        until: until?.getTime() ?? null,
        cause: causeOf({ key: 'key' in caller ? caller.key : null, apiKey: caller.apiKey }),
        command_id: command.id,
      },
    },
  ]);
  await sending;
  return readCommand(context, caller, lockId, command.id, 0, signal);
}
