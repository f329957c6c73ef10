import type { PoolClient } from 'pg';
import * as sql from '../database/statement.js';

/*
 * A past that was made goes when the first real gateway comes: from then on all that the pages show has happened. Nothing
 * real is from before its end, as the organisation began behind it.
 */

const UNMARK = sql.statement(
  'past-unmark',
  `with was as (select id, generated_until from account where id = $1 and generated_until is not null for update)
   update account t set generated_until = null from was where t.id = was.id returning was.generated_until as until`,
  { until: sql.present(sql.time) },
);

const FORGET = sql.statement(
  'past-forget',
  `with s as (
     delete from event_scope s using location l where l.account_id = $1 and s.location_id = l.id and s.occurred_at <= $2
   ), e as (delete from event where account_id = $1 and occurred_at <= $2
   ), ch as (delete from change where account_id = $1 and occurred_at <= $2
   ), c as (delete from command where account_id = $1 and requested_at <= $2
   ), u as (
     delete from key_use u using access_key k where k.account_id = $1 and u.access_key_id = k.id and u.used_at <= $2
   ), a as (delete from alarm where account_id = $1 and started_at <= $2 returning id
   ), n as (delete from alarm_notice where alarm_id in (select id from a))
   delete from alarm_acknowledgement where event_id in (select id from a)`,
);

/** In the transaction that lets the gateway in. @returns until when it was made; null: there was none */
export async function forgetPast(client: PoolClient, accountId: number): Promise<Date | null> {
  const marked = await UNMARK.row(client, [accountId]);
  if (!marked) return null;
  await FORGET.count(client, [accountId, marked.until]);
  return marked.until;
}
