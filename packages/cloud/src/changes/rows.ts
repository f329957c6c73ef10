import { createHash } from 'node:crypto';
import { type EventType, toTimestamp } from '@door-access/protocol';
import type { Database } from '../context.js';
import * as sql from '../database/statement.js';
import { type EventRow, eventsAt, isMutedEvent, toEventData } from '../events/read.js';

/* Changes as they are stored, and as readers are shown them. */

const CHANGE = {
  account_id: sql.int,
  seq: sql.bigint,
  location_id: sql.int,
  type: sql.narrow<EventType>(sql.text),
  occurred_at: sql.time,
  recorded_at: sql.time,
  id: sql.orNull(sql.uuid),
  data: sql.orNull(sql.json<Record<string, unknown>>()),
};
export type ChangeRow = sql.RowOf<typeof CHANGE>;

const columns = (row: string): string =>
  Object.keys(CHANGE)
    .map((name) => `${row}.${name}`)
    .join(', ');

/** Those of account `account` from `after` to `until`, in their order. `since`: which months are none of it. */
const inOrder = (account: string, after: string, until: string, since: string, limit: string): string => `
  select ${columns('c')} from change c
  where c.account_id = ${account} and c.seq > ${after} and c.seq <= ${until} and c.recorded_at >= ${since}
  order by c.seq limit ${limit}`;

/** The location first: it is looked up in a hash, the type in a list. */
const isWanted = (row: string): string => `${sql.isWithin(row, '$6')} and ${row}.type = any($5::text[])`;

/**
 * The next changes of the account, read one after the other until enough are wanted or so many were looked at; the last of
 * those that are looked at is shown whether it is wanted or not. OFFSET 0: what is wanted is worked out once; what is sorted
 * there already is not sorted again.
 */
export const SCAN = sql.statement(
  'changes-scan',
  `select ${columns('w')}, w.is_wanted, w.place = $7 as is_end
   from (select l.*, ${isWanted('l')} as is_wanted
         from (select n.*, row_number() over (order by n.seq) as place
               from (${inOrder('$1', '$2', '$3', '$4', '$7')}) n) l
         order by l.seq offset 0) w
   where w.is_wanted or w.place = $7
   order by w.seq limit $8`,
  { ...CHANGE, is_wanted: sql.bool, is_end: sql.bool },
  { brief: true },
);

/** What came at the end of each account, with the locations above. */
export const TAIL = sql.statement(
  'changes-tail',
  `select ${columns('c')}, array(select a.ancestor_id from location_ancestor a where a.location_id = c.location_id) as above
   from unnest($1::int[], $2::bigint[]) as w(account_id, after) cross join lateral (
     ${inOrder('w.account_id', 'w.after', '$3', '$4', '$5')}) c
   order by c.account_id, c.seq`,
  { ...CHANGE, above: sql.arrayOf(sql.int) },
);

export interface Change {
  id: string;
  type: EventType;
  occurred_at: string;
  recorded_at: string;
  data: Record<string, unknown>;
  command_id: string | null;
  muted?: true;
}

/** Changes as readers are shown them, but for their cursors. What was forgotten meanwhile is left out. */
export async function changesOf<Row extends ChangeRow>(
  database: Database,
  rows: readonly Row[],
): Promise<{ row: Row; change: Change }[]> {
  const events = await eventsOf(database, rows);
  return rows.flatMap((row) => {
    const event = events.get(row.seq);
    const data = row.data ?? (event && toEventData(event));
    if (!data) return [];
    const change = {
      id: row.id ?? idOf(row),
      type: row.type,
      occurred_at: toTimestamp(row.occurred_at.getTime()),
      recorded_at: toTimestamp(row.recorded_at.getTime()),
      data,
      command_id: event?.command_id ?? null,
      ...(event && isMutedEvent(event) ? { muted: true as const } : {}),
    };
    return [{ row, change }];
  });
}

async function eventsOf(database: Database, rows: readonly ChangeRow[]): Promise<Map<number, EventRow>> {
  const doors = rows.filter(({ data }) => data === null);
  if (doors.length === 0) return new Map();
  const events = await eventsAt(
    database,
    doors.map(({ seq, occurred_at }) => ({ id: seq, occurred_at })),
  );
  return new Map(events.map((event) => [event.id, event]));
}

/**
 * A UUID (RFC 9562, version 8) of an event of a door, which has only a number: the same at each reading, and another one
 * than that of the same number elsewhere.
 */
function idOf({ account_id, seq, type, occurred_at, recorded_at }: ChangeRow): string {
  const what = [account_id, seq, type, occurred_at.getTime(), recorded_at.getTime()].join(' ');
  const hex = createHash('sha256').update(what).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
