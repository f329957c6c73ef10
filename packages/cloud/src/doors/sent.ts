import type { Context } from '../context.js';

/** Records when its message was sent to a connection; the first time counts. */
export async function markSent({ pool, clock, log }: Context, id: string): Promise<Date> {
  const at = new Date(clock.now());
  try {
    // The confirmation may already have arrived; the command cannot have been sent after it.
    await pool.query({
      name: 'command-sent',
      text: `update command set sent_at = least($2::timestamptz, confirmed_at),
               status = case when status = 'pending' then 'sent' else status end
             where id = $1 and sent_at is null`,
      values: [id, at],
    });
  } catch (error) {
    // The command itself is not affected.
    log.warn({ err: error, command: id }, 'the time at which the command was sent was not recorded');
  }
  return at;
}
