import type { DoorAccessClient, Schemas } from './client.js';
import { take } from './errors.js';

export type Command = Schemas['Command'];

/** The gateway did not confirm a command: `command.reason` says why. The door did not move, as far as is known. */
export class CommandFailedError extends Error {
  override name = 'CommandFailedError';
  readonly command: Command;

  constructor(command: Command) {
    super(`${command.lock.name}: the ${command.type} failed (${command.reason}).`);
    this.command = command;
  }
}

/** As long as the service answers late at the most. */
const WAIT_S = 10;

export interface UnlockOptions {
  /** For the audit log, at most 200 characters. */
  reason?: string;
  signal?: AbortSignal;
}

/**
 * Opens a door, and resolves when its gateway has confirmed that the lock released.
 * @throws CommandFailedError the gateway did not confirm it; it ends some ten seconds after the request at the latest,
 * by the clock of the service: at a site for tests, move that meanwhile
 * @throws DoorAccessError it was refused, such as `lock_offline`
 */
export async function unlock(
  client: DoorAccessClient,
  lockId: number,
  { reason, signal }: UnlockOptions = {},
): Promise<Command> {
  const abort = signal ? { signal } : {};
  const query = { wait: WAIT_S };
  let command = await take(
    client.POST('/locks/{id}/unlock', {
      params: { path: { id: lockId }, query },
      body: reason ? { reason } : {},
      ...abort,
    }),
  );
  // A command always ends: the service marks an unconfirmed one as failed.
  while (command.status === 'pending' || command.status === 'sent') {
    const path = { id: lockId, command_id: command.id };
    command = await take(
      client.GET('/locks/{id}/commands/{command_id}', { params: { path, query }, ...abort }),
    );
  }
  if (command.status === 'failed') throw new CommandFailedError(command);
  return command;
}
