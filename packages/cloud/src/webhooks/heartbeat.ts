import { HEARTBEAT } from '@door-access/protocol';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { INTO_DELIVERY, TIME_FIRST_ID } from '../deliveries/enqueue.js';

/* A delivery on a rhythm of its own, so that a receiver can distinguish silence from a broken link. */

const MINUTE_MS = 60_000;

/** One heartbeat of each that is due, unless its last one still waits: a broken receiver gathers none. */
const BEAT = sql.statement(
  'webhooks-beat',
  `with due as (
     update subscription s set
       heartbeat_due_at = s.heartbeat_due_at + s.heartbeat_minutes * interval '1 minute'
         * (1 + floor(extract(epoch from $2::timestamptz - s.heartbeat_due_at) / (60 * s.heartbeat_minutes))),
       heartbeat_id = case when w.id is null then ${TIME_FIRST_ID} else s.heartbeat_id end
     from subscription before left join delivery w on w.id = before.heartbeat_id
     where s.id = any($1::uuid[]) and before.id = s.id and s.heartbeat_due_at <= $2
       and s.status = 'active' and s.deleted_at is null
     returning s.id, s.heartbeat_id, s.heartbeat_minutes, w.id as waiting
   )
   ${INTO_DELIVERY}
   select d.heartbeat_id, d.id, '${HEARTBEAT}', d.heartbeat_id::text, $2, $2,
     jsonb_build_object('interval_minutes', d.heartbeat_minutes)
   from due d where d.waiting is null`,
);

export const firstHeartbeat = (minutes: number | null, now: number): Date | null =>
  minutes === null ? null : new Date(now + minutes * MINUTE_MS);

/** Makes the heartbeats of these subscriptions that are due. */
export async function beat(
  { pool, clock, nudge }: Pick<Context, 'pool' | 'clock' | 'nudge'>,
  ids: readonly string[],
): Promise<void> {
  if ((await BEAT.count(pool, [ids, new Date(clock.now())])) > 0) nudge.emit('delivery');
}
