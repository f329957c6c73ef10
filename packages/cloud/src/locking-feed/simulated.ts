import type { PoolClient } from 'pg';
import type { Actor } from '../audit/entry.rules.js';
import { recordAudit } from '../audit/record.js';
import { type Context, type Database, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError, invalidField } from '../errors.js';
import { isSimulated, lockingSystemOf } from '../locking-system/port.js';
import { addRecord, beginAdding, CUT } from '../locking-system/records.js';
import { type DeniedReason, refusal } from './reader.rules.js';

/*
 * The simulated readers of the built-in locking system: only in accounts with simulated gateways, because their reports are
 * made up. What happens is stored in the system's own memory and becomes events when its feed is read.
 */

/** The scope of readers; null: every account, or the whole account. */
export interface ReaderReach {
  accountId: number | null;
  locationId: number | null;
}

export type ReaderAct =
  | { act: 'present'; key_id: number | null }
  | { act: 'close' }
  /** The reader stops waiting for the door to close. */
  | { act: 'leave_open' };

export const READER_DOOR_STATES = ['closed', 'open', 'left_open'] as const;
export type ReaderDoorState = (typeof READER_DOOR_STATES)[number];

export interface ReaderAnswer {
  /** Null if no key was presented. */
  granted: boolean | null;
  reason: DeniedReason | null;
  door: ReaderDoorState;
}

/** A list that is cut says so. */
export interface Listed<T> {
  data: T[];
  hasMore: boolean;
}

const listed = <T>(rows: T[], max: number): Listed<T> => ({
  data: rows.slice(0, max),
  hasMore: rows.length > max,
});

const MAX_READERS = 200;
const MAX_KEYS = 500;
/** The memory drops its oldest records, so a door without any record counts as closed. */
const DOOR_STATE = `coalesce((
  select case r.outcome when 'success' then 'open' else r.outcome end from locksys_record r
  where r.lock_id = l.id and r.outcome <> 'denied' order by r.id desc limit 1), 'closed')`;
const IN_REACH = `($1::int is null or l.account_id = $1)
  and ($2::int is null or ${sql.isWithin('l', '$2')})
  and exists (select from gateway g where g.account_id = l.account_id and g.bench and g.revoked_at is null)`;

const keyState = sql.orNull(sql.narrow<'handed_over' | 'returned'>(sql.text));

const READERS = sql.statement(
  'simulated-readers',
  `select json_build_object('id', l.id, 'name', l.name, 'place', l.place) as lock, ${DOOR_STATE} as door from lock l
   where l.type = 'locksys' and ${IN_REACH} and ($3::int is null or l.id = $3) order by l.place, l.name, l.id limit $4`,
  {
    lock: sql.json<{ id: number; name: string; place: string }>(),
    door: sql.narrow<ReaderDoorState>(sql.text),
  },
  { unprepared: true },
);
export type Reader = sql.Row<typeof READERS>;

const KEYS = sql.statement(
  'simulated-reader-keys',
  `select l.id, l.name, p.name as person, l.state from access_key l left join person p on p.id = l.person_id
   where ${IN_REACH} order by l.state is distinct from 'handed_over', p.name, l.name, l.id limit $3`,
  { id: sql.int, name: sql.text, person: sql.orNull(sql.text), state: keyState },
  { unprepared: true },
);
export type ReaderKey = sql.Row<typeof KEYS>;

const FIND_READER = sql.statement(
  'simulated-reader',
  `select l.id, l.account_id, l.location_id, l.name, ${DOOR_STATE} as door from lock l
   where l.type = 'locksys' and ${IN_REACH} and l.id = $3`,
  {
    id: sql.int,
    account_id: sql.int,
    location_id: sql.int,
    name: sql.text,
    door: sql.narrow<ReaderDoorState>(sql.text),
  },
);

/** A key of another account, or out of reach, is unknown here, so that its person's name is not disclosed. */
const FIND_KEY = sql.statement(
  'simulated-reader-key',
  `select k.id, k.state, k.starts_at, k.expires_at, exists (
     select from access_key_group m join security_group_lock l on l.security_group_id = m.security_group_id
     where m.access_key_id = k.id and l.lock_id = $2) as opens
   from access_key k join lock x on x.id = $2 and x.account_id = k.account_id
   where k.id = $1 and ($3::int is null or ${sql.isWithin('k', '$3')})`,
  { id: sql.int, state: keyState, starts_at: sql.time, expires_at: sql.orNull(sql.time), opens: sql.bool },
);

/** Writes nothing where readers of another account use the connection, or where another account has cut it. */
const SET_CUT = sql.statement(
  'locksys-feed-set-cut',
  `insert into locksys_feed (id, is_cut, cut_account_id, due_at) select $1, $2, case when $2 then $3::int end, $4
   where not $2 or not exists (select from gateway where bench and revoked_at is null and account_id <> $3)
   on conflict (id) do update
   set is_cut = excluded.is_cut, cut_account_id = excluded.cut_account_id, due_at = excluded.due_at
   where excluded.is_cut or locksys_feed.cut_account_id is null or locksys_feed.cut_account_id = $3`,
);

/** By place and name; none if another system is behind the locks. */
export async function listReaders(
  context: Context,
  { accountId, locationId }: ReaderReach,
  lockId: number | null = null,
): Promise<Listed<Reader>> {
  if (!isSimulated(context)) return { data: [], hasMore: false };
  const rows = await READERS.rows(context.pool, [accountId, locationId, lockId, MAX_READERS + 1]);
  return listed(rows, MAX_READERS);
}

/** The keys that can be presented, by person: keys in use before the others. */
export async function listReaderKeys(
  { pool }: Pick<Context, 'pool'>,
  { accountId, locationId }: ReaderReach,
): Promise<Listed<ReaderKey>> {
  const rows = await KEYS.rows(pool, [accountId, locationId, MAX_KEYS + 1]);
  return listed(rows, MAX_KEYS);
}

/**
 * Presents a key to a reader, or moves its door. The system decides by its own record of the key and stores the outcome;
 * the events follow within a second, when its feed is read.
 * @throws `not_found` where there is no simulated reader; 422 if the door is not in the state that the action requires
 */
export async function actAtReader(
  context: Context,
  reach: ReaderReach,
  lockId: number,
  wanted: ReaderAct,
  by: Actor,
): Promise<ReaderAnswer> {
  if (!isSimulated(context)) throw noReader();
  return transaction(context.pool, async (client) => {
    await beginAdding(client);
    const lock = await findReader(client, reach, lockId);
    const occurred_at = new Date(context.clock.now());
    const at = occurred_at.getTime();
    const { outcome, key_id, reason, door } = await decideAct(client, reach, lock, wanted, at);
    const { feedId } = lockingSystemOf(context);
    await addRecord(client, feedId, occurred_at, { lock_id: lockId, outcome, key_id, reason, occurred_at });
    await recordAudit(client, context, {
      account_id: lock.account_id,
      actor: by,
      action: 'lock.use_reader',
      subject: { type: 'lock', id: String(lockId), name: lock.name },
      location_id: lock.location_id,
      details: { act: wanted.act, ...(wanted.act === 'present' ? { key_id, outcome, reason } : {}) },
    });
    const granted = wanted.act === 'present' ? outcome === 'success' : null;
    return { granted, reason, door };
  });
}

/**
 * Cuts or restores the connection to the system; records made meanwhile are read afterwards. There is one connection, so
 * it can only be cut if no other account's readers use it, and restored by the account that cut it. @throws `forbidden`
 */
export async function cutLine(context: Context, accountId: number, isCut: boolean): Promise<void> {
  if (!isSimulated(context)) throw noReader();
  const values = [lockingSystemOf(context).feedId, isCut, accountId, new Date(context.clock.now())];
  const changed = await SET_CUT.count(context.pool, values);
  if (!changed)
    throw new ApiError('forbidden', { message: 'Readers of another account use the same connection.' });
  context.log.warn(
    { account_id: accountId },
    `the connection to the simulated locking system is ${isCut ? 'cut' : 'restored'}`,
  );
}

export async function isLineCut({ pool }: Pick<Context, 'pool'>): Promise<boolean> {
  return (await CUT.count(pool)) !== 0;
}

const noReader = () => new ApiError('not_found', { message: 'There is no simulated reader at this lock.' });

type ReaderLock = sql.Row<typeof FIND_READER>;

async function findReader(
  client: PoolClient,
  { accountId, locationId }: ReaderReach,
  lockId: number,
): Promise<ReaderLock> {
  const reader = await FIND_READER.row(client, [accountId, locationId, lockId]);
  if (!reader) throw noReader();
  return reader;
}

type Decided = {
  outcome: 'success' | 'denied' | 'closed' | 'left_open';
  key_id: number | null;
  reason: DeniedReason | null;
  door: ReaderDoorState;
};

async function decideAct(
  client: PoolClient,
  reach: ReaderReach,
  { id, door }: ReaderLock,
  wanted: ReaderAct,
  at: number,
): Promise<Decided> {
  if (wanted.act === 'present') {
    const key = wanted.key_id === null ? null : await findKey(client, reach, id, wanted.key_id);
    const reason = refusal(key, at);
    const key_id = key?.id ?? null;
    return reason === null
      ? { outcome: 'success', key_id, reason, door: 'open' }
      : { outcome: 'denied', key_id, reason, door };
  }
  if (door === 'closed') throw invalidField('act', 'the door is closed: present a key that opens it first');
  if (wanted.act === 'close') return { outcome: 'closed', key_id: null, reason: null, door: 'closed' };
  if (door === 'left_open') throw invalidField('act', 'the door is already reported as left open: close it');
  return { outcome: 'left_open', key_id: null, reason: null, door: 'left_open' };
}

async function findKey(database: Database, { locationId }: ReaderReach, lockId: number, keyId: number) {
  const row = await FIND_KEY.row(database, [keyId, lockId, locationId]);
  if (!row) return null;
  return { ...row, starts_at: row.starts_at.getTime(), expires_at: row.expires_at?.getTime() ?? null };
}
