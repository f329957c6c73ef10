import { toTimestamp } from '@door-access/protocol';
import type { PoolClient } from 'pg';
import type { PlacedEvent } from '../apply.types.js';
import type { TakenTime } from './port.js';

export async function takenTimes(
  client: PoolClient,
  events: readonly PlacedEvent[],
  spanMs: number,
): Promise<TakenTime[]> {
  const { rows } = await client.query<{ lock_id: number; type: string; occurred_at: Date }>(
    `select distinct e.lock_id, e.type, e.occurred_at from event e
     join json_to_recordset($1::json) as x(lock_id int, type text, occurred_at timestamptz)
       on e.lock_id = x.lock_id and e.type = x.type
      and e.occurred_at >= x.occurred_at and e.occurred_at < x.occurred_at + $2 * interval '1 ms'`,
    [
      JSON.stringify(
        events.map(({ lock_id, type, occurred_at }) => ({
          lock_id,
          type,
          occurred_at: toTimestamp(occurred_at),
        })),
      ),
      spanMs,
    ],
  );
  return rows.map(({ lock_id, type, occurred_at }) => ({ lock_id, type, at: occurred_at.getTime() }));
}
