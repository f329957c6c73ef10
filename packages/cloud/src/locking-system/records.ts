import type { Database } from '../database/statement.js';
import * as sql from '../database/statement.js';
import type { FeedChange, FeedPage } from './feed.types.js';

/* The memory of the simulated locking system, read like the feed of a system behind HTTP. */

const PAGE = 100;
/** Older ones are overwritten, as in a reader whose memory is full. */
const MAX_RECORDS = 10_000;

const LOCK_RECORDS = sql.statement(
  'locksys-records-lock',
  'lock table locksys_record in share row exclusive mode',
);
const RECORDS = sql.statement(
  'locksys-records',
  'select id, lock_id, outcome, key_id, reason, occurred_at from locksys_record where id > $1 order by id limit $2',
  {
    id: sql.bigint,
    lock_id: sql.int,
    outcome: sql.narrow<'success' | 'denied' | 'closed' | 'left_open'>(sql.text),
    key_id: sql.orNull(sql.int),
    reason: sql.orNull(sql.narrow<'no_access' | 'outside_time_window' | 'unknown_key'>(sql.text)),
    occurred_at: sql.time,
  },
);
const ADD = sql.statement(
  'locksys-record-add',
  'insert into locksys_record (lock_id, outcome, key_id, reason, occurred_at) values ($1, $2, $3, $4, $5) returning id',
  { id: sql.bigint },
);
const OVERWRITE = sql.statement(
  'locksys-record-overwrite',
  'delete from locksys_record where id <= $1::bigint - $2',
);
const MAKE_DUE = sql.statement(
  'locksys-feed-due',
  `insert into locksys_feed (id, due_at) values ($1, $2) on conflict (id) do update
   set due_at = case when locksys_feed.failures = 0 then excluded.due_at else locksys_feed.due_at end`,
);
const STAY_DUE = sql.statement(
  'locksys-feed-stay-due',
  `update locksys_feed set due_at = $3 where id = $1 and exists (select from locksys_record where id > $2::bigint)`,
);
/** A row while the connection is cut; the cut of one account has no effect on the readers of another. */
export const CUT = sql.statement(
  'locksys-feed-cut',
  `select from locksys_feed f where f.is_cut and not exists (
     select from gateway g where g.bench and g.revoked_at is null and g.account_id <> f.cut_account_id)`,
);

type RecordRow = sql.Row<typeof RECORDS>;
export type NewRecord = Omit<RecordRow, 'id'>;

/** @throws while its connection is cut */
export async function readRecords(database: Database, cursor: string): Promise<FeedPage> {
  if (await CUT.count(database))
    throw new Error('the connection to the simulated locking system is cut (see the bench page)');
  const rows = await RECORDS.rows(database, [cursor || '0', PAGE]);
  const end = String(rows.at(-1)?.id ?? cursor);
  return { changes: rows.map(toChange), cursor: end, more: rows.length === PAGE };
}

function toChange({ lock_id, outcome, key_id, reason, occurred_at }: RecordRow): FeedChange {
  if (outcome === 'closed' || outcome === 'left_open')
    return { type: 'door', lock_id, state: outcome, occurred_at };
  return { type: 'access', lock_id, key_id, result: outcome, reason, occurred_at };
}

/** Serialises writers, so that ids are committed in order and no record is skipped by a reader. */
export async function beginAdding(client: Database): Promise<void> {
  await LOCK_RECORDS.count(client);
}

/** Adds a record, after `beginAdding`, and makes the feed due, unless its connection is cut. */
export async function addRecord(
  client: Database,
  feedId: number,
  now: Date,
  record: NewRecord,
): Promise<void> {
  const { lock_id, outcome, key_id, reason, occurred_at } = record;
  const { id } = await ADD.one(client, [lock_id, outcome, key_id, reason, occurred_at]);
  await OVERWRITE.count(client, [id, MAX_RECORDS]);
  await MAKE_DUE.count(client, [feedId, now]);
}

/** After a page was read: keeps the feed due if records were added meanwhile. */
export async function stayDue(client: Database, feedId: number, cursor: string, now: Date): Promise<void> {
  await STAY_DUE.count(client, [feedId, cursor || '0', now]);
}
