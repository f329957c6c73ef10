import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { type EmergencyRow, findEmergency } from './emergency.sql.js';

/** Another process may not be heard, and an end nudges no lock that did not move. */
const LOOK_AGAIN_MS = 500;
/** Doors answer one by one: they are read together. */
const PAUSE_MS = 100;

interface Waiting {
  waitMs: number;
  signal: AbortSignal;
}

/** An emergency once no door is pending or it has ended, at the latest after the time. @throws 404 */
export async function readEmergency(
  context: Context,
  { locationId }: Pick<Caller | Manager, 'locationId'>,
  id: string,
  { waitMs, signal }: Waiting,
): Promise<EmergencyRow> {
  const { clock, nudge, pool } = context;
  const deadline = clock.monotonic() + waitMs;
  let wake = new AbortController();
  const onLock = () => wake.abort();
  nudge.on('lock', onLock);
  try {
    for (;;) {
      const emergency = await findEmergency(pool, locationId, id);
      if (!emergency) throw new ApiError('not_found');
      const left = deadline - clock.monotonic();
      if (!isPending(emergency) || left <= 0 || signal.aborted) return emergency;
      const until = (ms: number, ends: AbortSignal) =>
        clock.sleep(Math.min(ms, left), AbortSignal.any([ends, signal])).catch(() => {});
      await until(LOOK_AGAIN_MS, wake.signal);
      await until(PAUSE_MS, signal);
      wake = new AbortController();
    }
  } finally {
    nudge.off('lock', onLock);
  }
}

const isPending = ({ ended_at, doors }: EmergencyRow): boolean =>
  ended_at === null && doors.some(({ state }) => state === 'pending');
