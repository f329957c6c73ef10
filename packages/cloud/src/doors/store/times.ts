import { toTimestamp } from '@door-access/protocol';
import type { PoolClient } from 'pg';
import * as sql from '../../database/statement.js';
import type { PlacedEvent } from '../apply.types.js';
import type { TakenTime } from './port.js';

/** The bounds of all say to PostgreSQL which months are none of it. */
const TAKEN = sql.statement(
  'taken-times',
  `select distinct e.lock_id, e.type, e.occurred_at from event e
   join json_to_recordset($1::json) as x(lock_id int, type text, occurred_at timestamptz)
     on e.lock_id = x.lock_id and e.type = x.type
    and e.occurred_at >= x.occurred_at and e.occurred_at < x.occurred_at + $2 * interval '1 ms'
   where e.occurred_at between $3 and $4`,
  { lock_id: sql.int, type: sql.text, occurred_at: sql.time },
);

export async function takenTimes(
  client: PoolClient,
  events: readonly PlacedEvent[],
  spanMs: number,
): Promise<TakenTime[]> {
  const wanted = events.map(({ lock_id, type, occurred_at }) => ({
    lock_id,
    type,
    occurred_at: toTimestamp(occurred_at),
  }));
  const times = events.map((event) => event.occurred_at);
  const [first, last] = [new Date(Math.min(...times)), new Date(Math.max(...times) + spanMs)];
  const rows = await TAKEN.rows(client, [JSON.stringify(wanted), spanMs, first, last]);
  return rows.map(({ lock_id, type, occurred_at }) => ({ lock_id, type, at: occurred_at.getTime() }));
}
