import { toTimestamp } from '@door-access/protocol';
import type { PoolClient } from 'pg';
import * as sql from '../../database/statement.js';
import type { AccountedDoor } from '../apply.types.js';

/** A door may come below an emergency's location again after it has left: how it stood last counts. */
const SAVE = sql.statement(
  'emergency-doors-save',
  `insert into emergency_door (emergency_id, lock_id, name, place, state, reason, confirmed_at)
   select emergency_id, lock_id, name, place, state, reason, confirmed_at
   from json_to_recordset($1::json) as x(emergency_id uuid, lock_id int, name text, place text, state text, reason text,
     confirmed_at timestamptz)
   on conflict (emergency_id, lock_id) do update set name = excluded.name, place = excluded.place,
     state = excluded.state, reason = excluded.reason, confirmed_at = excluded.confirmed_at`,
);

export async function saveAccounted(client: PoolClient, accounted: readonly AccountedDoor[]): Promise<void> {
  if (accounted.length === 0) return;
  const rows = accounted.map(({ door, confirmed_at, ...rest }) => ({
    ...rest,
    lock_id: door.lock_id,
    name: door.name,
    place: door.place,
    confirmed_at: confirmed_at === null ? null : toTimestamp(confirmed_at),
  }));
  await SAVE.count(client, [JSON.stringify(rows)]);
}
