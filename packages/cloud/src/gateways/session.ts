import { type DesiredHold, PROTOCOL_VERSION, type SessionMessage, toTimestamp } from '@door-access/protocol';
import type { HoldWrite } from '../doors/hold/hold.types.js';
import type { SessionData } from './store.js';

/** The cloud's answer to a birth: the time, the desired hold of every door, strike times, and the positions of the journals. */
export const sessionMessage = (
  { doors, journals, moved_to, last_heard_at }: SessionData,
  session: string,
  now: number,
): SessionMessage => ({
  v: PROTOCOL_VERSION,
  session,
  now: toTimestamp(now),
  // The birth left a write for every door whose hold is to be on, or is on and should not be.
  holds: doors.flatMap(({ door, hold }) => (hold?.write ? [toDesiredHold(door, hold.write)] : [])),
  doors: doors.map(({ door, strike_ms }) => ({ door, strike_ms })),
  ...(journals === null ? {} : { journals }),
  ...(moved_to === null
    ? {}
    : {
        moved_to: {
          ...moved_to,
          border: { at: toTimestamp(last_heard_at?.getTime() ?? now), journals: journals ?? [] },
        },
      }),
});

const toDesiredHold = (door: number, { ids, on, release_at, version }: HoldWrite): DesiredHold => ({
  command_id: ids.at(-1) ?? '',
  door,
  on,
  release_at: release_at === null ? null : toTimestamp(release_at),
  version,
});
