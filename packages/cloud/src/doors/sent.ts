import type { Context } from '../context.js';
import { within } from '../deadlines.js';
import type { CommandedDoor } from './store/port.js';

/** The command is under way: its caller is not kept waiting for a database that has just gone. */
const MARKED_WITHIN_MS = 300;

/** Records when its message was sent to a connection. */
export async function markSent(context: Context, id: string): Promise<Date> {
  const at = new Date(context.clock.now());
  await settled(context, id, context.doors.markSent(id, at));
  return at;
}

/** The same for a command whose end is expected at once: recorded with it, or by `record`. */
export function markSentLater(
  context: Context,
  command: CommandedDoor,
): { at: Date; record: () => Promise<void> } {
  const at = new Date(context.clock.now());
  const write = context.doors.expectEnd(command, at);
  return {
    at,
    async record() {
      const written = write();
      // Mostly its end has been written, and a caller waits for the answer.
      if (written !== null) await settled(context, command.id, written);
    },
  };
}

async function settled({ clock, log }: Context, id: string, written: Promise<void>): Promise<void> {
  try {
    await within(clock, MARKED_WITHIN_MS, written, () => new Error('the database does not answer'));
  } catch (error) {
    // The command itself is not affected.
    log.warn({ err: error, command: id }, 'the time at which the command was sent was not recorded');
  }
}
