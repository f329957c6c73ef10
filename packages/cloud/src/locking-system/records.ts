import type { Pool, PoolClient } from 'pg';
import type { FeedChange, FeedPage } from './feed.types.js';

/* The memory of the simulated locking system, read like the feed of a system behind HTTP. */

type Database = Pool | PoolClient;

const PAGE = 100;
/** Older ones are overwritten, as in a reader whose memory is full. */
const MAX_RECORDS = 10_000;

interface RecordRow {
  id: string;
  lock_id: number;
  outcome: 'success' | 'denied' | 'closed' | 'left_open';
  key_id: number | null;
  reason: 'no_access' | 'outside_time_window' | 'unknown_key' | null;
  occurred_at: Date;
}
export type NewRecord = Omit<RecordRow, 'id'>;

/** A row while the connection is cut; the cut of one account has no effect on the readers of another. */
export const CUT = `select from locksys_feed f where f.is_cut and not exists (
  select from gateway g where g.bench and g.revoked_at is null and g.account_id <> f.cut_account_id)`;

/** @throws while its connection is cut */
export async function readRecords(database: Database, cursor: string): Promise<FeedPage> {
  const { rows: cut } = await database.query(CUT);
  if (cut.length > 0)
    throw new Error('the connection to the simulated locking system is cut (see the bench page)');
  const { rows } = await database.query<RecordRow>(
    'select id, lock_id, outcome, key_id, reason, occurred_at from locksys_record where id > $1 order by id limit $2',
    [cursor || '0', PAGE],
  );
  return { changes: rows.map(toChange), cursor: rows.at(-1)?.id ?? cursor, more: rows.length === PAGE };
}

function toChange({ lock_id, outcome, key_id, reason, occurred_at }: RecordRow): FeedChange {
  if (outcome === 'closed' || outcome === 'left_open')
    return { type: 'door', lock_id, state: outcome, occurred_at };
  return { type: 'access', lock_id, key_id, result: outcome, reason, occurred_at };
}

/** Serialises writers, so that ids are committed in order and no record is skipped by a reader. */
export async function beginAdding(client: Database): Promise<void> {
  await client.query('lock table locksys_record in share row exclusive mode');
}

/** Adds a record, after `beginAdding`, and makes the feed due, unless its connection is cut. */
export async function addRecord(
  client: Database,
  feedId: number,
  now: Date,
  record: NewRecord,
): Promise<void> {
  const { lock_id, outcome, key_id, reason, occurred_at } = record;
  const { rows } = await client.query<{ id: string }>(
    'insert into locksys_record (lock_id, outcome, key_id, reason, occurred_at) values ($1, $2, $3, $4, $5) returning id',
    [lock_id, outcome, key_id, reason, occurred_at],
  );
  await client.query('delete from locksys_record where id <= $1::bigint - $2', [rows[0]?.id, MAX_RECORDS]);
  await client.query(
    `insert into locksys_feed (id, due_at) values ($1, $2) on conflict (id) do update
     set due_at = case when locksys_feed.failures = 0 then excluded.due_at else locksys_feed.due_at end`,
    [feedId, now],
  );
}

/** After a page was read: keeps the feed due if records were added meanwhile. */
export async function stayDue(client: Database, feedId: number, cursor: string, now: Date): Promise<void> {
  await client.query(
    `update locksys_feed set due_at = $3 where id = $1 and exists (select from locksys_record where id > $2::bigint)`,
    [feedId, cursor || '0', now],
  );
}
