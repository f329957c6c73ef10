import type { Context } from '../context.js';

/** Records when its message was sent to a connection. */
export async function markSent({ doors, clock, log }: Context, id: string): Promise<Date> {
  const at = new Date(clock.now());
  try {
    await doors.markSent(id, at);
  } catch (error) {
    // The command itself is not affected.
    log.warn({ err: error, command: id }, 'the time at which the command was sent was not recorded');
  }
  return at;
}
