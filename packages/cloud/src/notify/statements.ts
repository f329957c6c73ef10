import { toDate } from '@door-access/protocol';
import type { Pool } from 'pg';
import * as sql from '../database/statement.js';
import type { Leased } from '../queue/leased-queue.js';
import type { NoticeVerdict } from './ladder.rules.js';
import type { NoticeChannel } from './templates.rules.js';

/* The statements of the outbox: claiming, recording, holding without a provider, and purging. */

/**
 * Rows that another worker takes at this moment are passed over. An array of ids is looked up by the key, whatever the
 * planner believes about the number of rows; a join reads the whole outbox. `data` is sealed, with the id as its subject.
 */
const CLAIM = sql.statement(
  'notice-claim',
  `with due as (
     select taken.id from unnest($3::text[], $4::int[]) as room(channel, places) cross join lateral (
       select id from notice
       where next_attempt_at <= $1 and (lease_until is null or lease_until <= $1) and channel = room.channel
       order by next_attempt_at, id limit room.places for update skip locked
     ) taken
   )
   update notice n set lease_until = $2 where n.id = any(array(select id from due))
   returning n.id, n.account_id, n.kind, n.channel, n.recipient, n.language, n.data, n.attempt, n.created_at, n.expires_at, n.lease_until`,
  {
    id: sql.uuid,
    account_id: sql.int,
    kind: sql.text,
    channel: sql.narrow<NoticeChannel>(sql.text),
    recipient: sql.text,
    language: sql.text,
    data: sql.bytes,
    attempt: sql.int,
    created_at: sql.time,
    expires_at: sql.orNull(sql.time),
    lease_until: sql.present(sql.time),
  },
);

/**
 * Only under the lease it was sent with: once that ran out and another worker took it, the outcome is its. One that was
 * withdrawn meanwhile stays so, unless it was sent all the same.
 */
const RECORD = sql.statement(
  'notice-record',
  `update notice n
   set status = case when n.status = 'withdrawn' and x.status <> 'sent' then n.status else x.status end,
       next_attempt_at = case when n.status = 'withdrawn' then null else x.next_attempt_at end,
       attempt = x.attempt, sent_at = x.sent_at, last_error = x.last_error, lease_until = null
   from json_to_recordset($1::json) as x(id uuid, lease timestamptz, status text, attempt int, next_attempt_at timestamptz,
     sent_at timestamptz, last_error text)
   where n.id = x.id and n.lease_until = x.lease`,
);

const HOLD = sql.statement(
  'notice-hold',
  `update notice set status = 'held', next_attempt_at = null, lease_until = null
   where next_attempt_at is not null and channel = any($1)`,
);

const RELEASE = sql.statement(
  'notice-release',
  `update notice set status = 'pending', next_attempt_at = $2
   where status = 'held' and channel = any($1) and (expires_at is null or expires_at > $2)`,
);

const HAND_BACK = sql.statement(
  'notice-hand-back',
  `update notice n set lease_until = null
   from json_to_recordset($1::json) as x(id uuid, lease_until timestamptz)
   where n.id = x.id and n.lease_until = x.lease_until`,
);

const NEXT = sql.statement(
  'notice-next',
  `select least(
     (select min(next_attempt_at) from notice where next_attempt_at > $1),
     (select min(lease_until) from notice where next_attempt_at is not null and lease_until > $1)
   ) as at`,
  { at: sql.orNull(sql.time) },
);

/** So many a statement: short locks. */
const CHUNK = 1_000;

const FORGET = sql.statement(
  'notice-forget',
  `delete from notice where id in (
     select id from notice where created_at < $1 and next_attempt_at is null order by created_at limit ${CHUNK})`,
);

export type ClaimedNotice = sql.Row<typeof CLAIM>;

export interface NoticeClaim {
  now: Date;
  leaseUntil: Date;
  /** How many of each channel; a channel that is not named is left alone. */
  room: readonly { channel: NoticeChannel; limit: number }[];
}

export function claimNotices(pool: Pool, { now, leaseUntil, room }: NoticeClaim): Promise<ClaimedNotice[]> {
  const channels = room.map(({ channel }) => channel);
  const places = room.map(({ limit }) => limit);
  return CLAIM.rows(pool, [now, leaseUntil, channels, places]);
}

export interface JudgedNotice {
  notice: Leased;
  verdict: NoticeVerdict;
}

export async function recordNotices(pool: Pool, judged: readonly JudgedNotice[]): Promise<void> {
  const rows = judged.map(({ notice, verdict }) => ({
    ...verdict,
    id: notice.id,
    lease: notice.lease_until,
    next_attempt_at: toDate(verdict.next_attempt_at),
    sent_at: toDate(verdict.sent_at),
  }));
  await RECORD.count(pool, [JSON.stringify(rows)]);
}

/** Hands back notices whose attempt was given up half-way: due at once for any process, and no attempt counted. */
export async function handBackNotices(pool: Pool, notices: readonly Leased[]): Promise<void> {
  const leases = notices.map(({ id, lease_until }) => ({ id, lease_until }));
  await HAND_BACK.count(pool, [JSON.stringify(leases)]);
}

/** Without a provider for their channel notices stay in the outbox. */
export async function holdNotices(pool: Pool, channels: readonly NoticeChannel[]): Promise<void> {
  if (channels.length > 0) await HOLD.count(pool, [channels]);
}

/** Releases held notices whose channel now has a provider, unless they have become pointless. */
export async function releaseHeld(pool: Pool, channels: readonly NoticeChannel[], now: Date): Promise<void> {
  if (channels.length > 0) await RELEASE.count(pool, [channels, now]);
}

/** When something becomes due, or a lease runs out, after `now`; Unix milliseconds, or null. */
export async function nextNoticeAt(pool: Pool, now: Date): Promise<number | null> {
  return (await NEXT.row(pool, [now]))?.at?.getTime() ?? null;
}

/** The outbox is no archive: finished notices are deleted after a while, with their secrets. */
export async function forgetNotices(pool: Pool, before: Date): Promise<void> {
  while ((await FORGET.count(pool, [before])) === CHUNK);
}
