import { toTimestamp } from '@door-access/protocol';
import type { Context } from '../context.js';
import type { CommandView, Scope } from '../doors/store/port.js';
import { ApiError } from '../errors.js';

/* Command records as the interface shows them. */

export type { CommandView };

export function toCommand(row: CommandView) {
  return {
    id: row.id,
    type: row.type,
    lock: row.lock,
    status: row.status,
    reason: row.reason,
    requested_at: toTimestamp(row.requested_at.getTime()),
    sent_at: timestamp(row.sent_at),
    confirmed_at: timestamp(row.confirmed_at),
    failed_at: timestamp(row.failed_at),
    expires_at: toTimestamp(row.expires_at.getTime()),
    api_key: row.api_key,
  };
}

const timestamp = (date: Date | null): string | null => (date === null ? null : toTimestamp(date.getTime()));

/**
 * The command record, for a lock within the caller's scope (else 404) and on the key's list (else 403). With
 * `waitMs` it comes as soon as the command is confirmed or failed, at the latest after that time.
 */
export async function readCommand(
  context: Context,
  caller: Scope,
  lockId: number,
  commandId: string,
  waitMs: number,
  signal: AbortSignal,
): Promise<CommandView> {
  const deadline = context.clock.monotonic() + waitMs;
  for (;;) {
    // Listening begins before the look, so that a change between the two is not missed.
    const heard = listen(context, commandId, signal);
    try {
      const command = await findCommand(context, caller, lockId, commandId);
      const left = deadline - context.clock.monotonic();
      if (command.status === 'confirmed' || command.status === 'failed' || left <= 0 || signal.aborted)
        return command;
      await Promise.race([
        heard.promise,
        context.clock.sleep(Math.min(left, LOOK_AGAIN_MS), heard.signal).catch(() => {}),
      ]);
    } finally {
      heard.stop();
    }
  }
}

/** A change that another process made brings no nudge here. */
const LOOK_AGAIN_MS = 500;

/** Made once: an abort without a reason makes a DOMException with a stack each time. */
const OVER = new Error('over');

function listen(context: Context, commandId: string, callerSignal: AbortSignal) {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, callerSignal]);
  let onCommand: (id: string) => void = () => {};
  const promise = new Promise<void>((resolve) => {
    onCommand = (id) => {
      if (id === commandId) resolve();
    };
    context.nudge.on('command', onCommand);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  return {
    promise,
    signal,
    stop() {
      context.nudge.off('command', onCommand);
      over.abort(OVER);
    },
  };
}

async function findCommand(
  { doors }: Context,
  caller: Scope,
  lockId: number,
  id: string,
): Promise<CommandView> {
  const row = await doors.findCommand(caller, lockId, id);
  if (!row) throw new ApiError('not_found');
  if (!row.allowed) throw new ApiError('lock_not_allowed');
  if (row.command_id === null) throw new ApiError('not_found');
  return row;
}
