import { type DesiredHold, PROTOCOL_VERSION, type SessionMessage, toTimestamp } from '@door-access/protocol';
import type { Context } from '../context.js';
import type { Hold, HoldWrite } from '../doors/hold/hold.types.js';

/** A gateway begins a new journal only where its disk failed it. */
const NEWEST_JOURNALS = 3;

/** The cloud's answer to a birth: the time, the desired hold of every door, strike times, and how far the journals are had. */
export async function sessionFor(
  context: Context,
  gatewayId: string,
  session: string,
): Promise<SessionMessage> {
  const { rows } = await context.pool.query<{ door: number; strike_ms: number; hold: Hold | null }>({
    name: 'session-doors',
    text: `select l.door, l.strike_ms, s.hold from lock l left join door_state s on s.lock_id = l.id
           where l.gateway_id = $1 order by l.door`,
    values: [gatewayId],
  });
  const { rows: journals } = await context.pool.query<{ journal: string; last_seq: number }>({
    name: 'session-journals',
    text: `select journal, last_seq from journal_mark where gateway_id = $1 order by updated_at desc limit $2`,
    values: [gatewayId, NEWEST_JOURNALS],
  });
  return {
    v: PROTOCOL_VERSION,
    session,
    now: toTimestamp(context.clock.now()),
    // The birth left a write for every door whose hold is to be on, or is on and should not be.
    holds: rows.flatMap(({ door, hold }) => (hold?.write ? [toDesiredHold(door, hold.write)] : [])),
    doors: rows.map(({ door, strike_ms }) => ({ door, strike_ms })),
    journals,
  };
}

const toDesiredHold = (door: number, { ids, on, release_at, version }: HoldWrite): DesiredHold => ({
  command_id: ids.at(-1) ?? '',
  door,
  on,
  release_at: release_at === null ? null : toTimestamp(release_at),
  version,
});
