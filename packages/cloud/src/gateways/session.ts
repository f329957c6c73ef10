import { type SessionMessage, toTimestamp } from '@door-access/protocol';
import type { Context } from '../context.js';

/** The cloud's answer to a birth: the time, the desired hold of every door, and the doors' strike times. */
export async function sessionFor(
  context: Context,
  gatewayId: string,
  session: string,
): Promise<SessionMessage> {
  const { rows } = await context.pool.query<{ door: number; strike_ms: number }>({
    name: 'session-doors',
    text: 'select door, strike_ms from lock where gateway_id = $1 and door is not null order by door',
    values: [gatewayId],
  });
  return { v: 1, session, now: toTimestamp(context.clock.now()), holds: [], doors: rows };
}
