import { DEVICE_EVENT_TYPES, LISTED_EVENT_TYPES, PRESENCE_EVENT_TYPES } from '@door-access/protocol';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { getSubscription } from './read.js';

/* What a webhook missed while it was paused, and where that can still be read. */

/** What has a row of its own can be read back; events of people and keys are not kept. */
const KEPT = [...LISTED_EVENT_TYPES, ...DEVICE_EVENT_TYPES, ...PRESENCE_EVENT_TYPES] as const;
const MAX_COUNTED = 10_000;

/** The newest entries that paused a webhook, or set its status. */
const ENTRIES = sql.statement(
  'webhook-pauses',
  `select at, action, details->>'status' as status from audit
   where account_id = $1 and subject_type = 'webhook' and subject_id = $2
     and (action = 'webhook.pause' or action = 'webhook.update' and details->'fields' ? 'status')
   order by number desc limit 50`,
  { at: sql.time, action: sql.text, status: sql.orNull(sql.text) },
);
const MISSED = sql.statement(
  'webhook-missed',
  `select t.type, count(*)::int as count, count(*) >= ${MAX_COUNTED} as is_cut
   from unnest($2::text[]) with ordinality as t(type, n) cross join lateral (
     select from event_scope s where s.location_id = $1 and s.type = t.type and s.occurred_at >= $3
       and s.occurred_at < $4 and (($5::int[] = '{}' and $6::int[] = '{}') or exists (
         select from event e where e.id = s.event_id and e.occurred_at = s.occurred_at
           and (e.lock_id = any($5) or exists (
             select from location_ancestor w where w.location_id = e.location_id and w.ancestor_id = any($6)))))
     limit ${MAX_COUNTED}) m
   group by t.type, t.n order by t.n`,
  { type: sql.text, count: sql.int, is_cut: sql.bool },
);

export interface Pause {
  paused_at: Date;
  /** Null while it lasts. */
  resumed_at: Date | null;
  /** Paused by 24 hours of failure, not by a person. */
  automatic: boolean;
  /** What happened meanwhile, by type; `is_cut` where there is more. */
  missed: sql.Row<typeof MISSED>[];
}

/** The newest pause that the audit log knows; null where there was none. @throws 404 */
export async function readPause(
  context: Context,
  caller: Caller | Manager,
  id: string,
): Promise<Pause | null> {
  const subscription = await getSubscription(context, caller, id);
  const rows = await ENTRIES.rows(context.pool, [subscription.account_id, id]);
  const paused = rows.findIndex(({ action, status }) => action === 'webhook.pause' || status === 'paused');
  const entry = rows[paused];
  if (!entry) return null;
  const until = rows[paused - 1]?.at ?? null;
  const types = subscription.events.includes('*')
    ? KEPT
    : KEPT.filter((type) => subscription.events.includes(type));
  const { location_id, lock_ids, location_ids } = subscription;
  const values = [
    ...[location_id, types, entry.at, until ?? new Date(context.clock.now())],
    ...[lock_ids, location_ids],
  ];
  const missed = await MISSED.rows(context.pool, values);
  return { paused_at: entry.at, resumed_at: until, automatic: entry.action === 'webhook.pause', missed };
}
