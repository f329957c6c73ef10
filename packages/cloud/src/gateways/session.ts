import { type DesiredHold, PROTOCOL_VERSION, type SessionMessage, toTimestamp } from '@door-access/protocol';
import type { Context } from '../context.js';
import { bigint, int, json, orNull, present, statement, uuid } from '../database/statement.js';
import type { Hold, HoldWrite } from '../doors/hold.rules.js';

/** A gateway begins a new journal only where its disk failed it. */
const NEWEST_JOURNALS = 3;

const DOORS = statement(
  'session-doors',
  `select l.door, l.strike_ms, s.hold from lock l left join door_state s on s.lock_id = l.id
   where l.gateway_id = $1 order by l.door`,
  { door: present(int), strike_ms: int, hold: orNull(json<Hold>()) },
);

const JOURNALS = statement(
  'session-journals',
  'select journal, last_seq from journal_mark where gateway_id = $1 order by updated_at desc limit $2',
  { journal: uuid, last_seq: bigint },
);

/** The cloud's answer to a birth: the time, the desired hold of every door, strike times, and how far the journals are had. */
export async function sessionFor(
  context: Context,
  gatewayId: string,
  session: string,
): Promise<SessionMessage> {
  const doors = await DOORS.rows(context.pool, [gatewayId]);
  const journals = await JOURNALS.rows(context.pool, [gatewayId, NEWEST_JOURNALS]);
  return {
    v: PROTOCOL_VERSION,
    session,
    now: toTimestamp(context.clock.now()),
    // The birth left a write for every door whose hold is to be on, or is on and should not be.
    holds: doors.flatMap(({ door, hold }) => (hold?.write ? [toDesiredHold(door, hold.write)] : [])),
    doors: doors.map(({ door, strike_ms }) => ({ door, strike_ms })),
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
