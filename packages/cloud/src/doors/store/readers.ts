import { toDate } from '@door-access/protocol';
import type { PoolClient } from 'pg';
import * as sql from '../../database/statement.js';
import type { ReaderRow } from '../apply.types.js';

/* The doors behind readers of the locking system: loaded and saved only where a reader reports. */

const MAKE = sql.statement(
  'readers-make',
  `insert into locksys_door (lock_id)
   select id from lock where id = any($1::int[]) and type = 'locksys' order by id on conflict do nothing`,
);

const LOAD = sql.statement(
  'readers-load',
  `select d.lock_id, d.opened_at, d.person_id, d.key_id, d.due_at, d.last_event_at,
          l.account_id, l.location_id, l.left_open_ms, l.name, l.place, o.name as location_name
   from locksys_door d join lock l on l.id = d.lock_id join location o on o.id = l.location_id
   where d.lock_id = any($1::int[]) order by d.lock_id for update of d`,
  {
    lock_id: sql.int,
    opened_at: sql.orNull(sql.time),
    person_id: sql.orNull(sql.uuid),
    key_id: sql.orNull(sql.int),
    due_at: sql.orNull(sql.time),
    last_event_at: sql.orNull(sql.time),
    account_id: sql.int,
    location_id: sql.int,
    left_open_ms: sql.int,
    name: sql.text,
    place: sql.text,
    location_name: sql.text,
  },
);

const SAVE = sql.statement(
  'readers-save',
  `update locksys_door d set opened_at = x.opened_at, person_id = x.person_id, key_id = x.key_id, due_at = x.due_at,
     last_event_at = x.last_event_at
   from json_to_recordset($1::json) as x(lock_id int, opened_at timestamptz, person_id uuid, key_id int,
     due_at timestamptz, last_event_at timestamptz)
   where d.lock_id = x.lock_id`,
);

export async function loadReaders(
  client: PoolClient,
  lockIds: readonly number[],
): Promise<Map<number, ReaderRow>> {
  if (lockIds.length === 0) return new Map();
  await MAKE.count(client, [lockIds]);
  const rows = await LOAD.rows(client, [lockIds]);
  const toMs = (at: Date | null) => at?.getTime() ?? null;
  return new Map(
    rows.map(({ opened_at, due_at, last_event_at, ...row }) => [
      row.lock_id,
      {
        ...row,
        gateway_id: null,
        opened_at: toMs(opened_at),
        due_at: toMs(due_at),
        last_event_at: toMs(last_event_at),
      },
    ]),
  );
}

export async function saveReaders(client: PoolClient, readers: ReadonlySet<ReaderRow>): Promise<void> {
  if (readers.size === 0) return;
  await SAVE.count(client, [
    JSON.stringify(
      [...readers].map(({ lock_id, person_id, key_id, opened_at, due_at, last_event_at }) => ({
        lock_id,
        person_id,
        key_id,
        opened_at: toDate(opened_at),
        due_at: toDate(due_at),
        last_event_at: toDate(last_event_at),
      })),
    ),
  ]);
}
