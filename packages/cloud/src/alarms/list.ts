import { toTimestamp } from '@door-access/protocol';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import type { AlarmKind } from '../doors/alarm.rules.js';
import { ApiError } from '../errors.js';
import type { Kept } from '../events/why.rules.js';
import type { SignedIn } from '../http/endpoint.js';
import { causeOf } from './cause.rules.js';

/* Alarms as people look at them. */

const COLUMNS = {
  id: sql.bigint,
  kind: sql.narrow<AlarmKind>(sql.text),
  started_at: sql.time,
  opened_at: sql.time,
  ended_at: sql.orNull(sql.time),
  name: sql.present(sql.text),
  place: sql.present(sql.text),
  lock_id: sql.orNull(sql.int),
  gateway_id: sql.orNull(sql.uuid),
  location: sql.named,
  assigned_to: sql.orNull(sql.uuid),
  assigned_name: sql.orNull(sql.text),
  acknowledged_at: sql.orNull(sql.time),
  acknowledged_by: sql.orNull(sql.text),
  note: sql.orNull(sql.text),
};

const SHOWN = `a.id, a.kind, a.started_at, a.opened_at, a.ended_at, coalesce(l.name, g.name, '') as name,
     coalesce(l.place, '') as place, a.lock_id, a.gateway_id, ${sql.asNamed('o')} as location, a.assigned_to,
     a.assigned_name, k.acknowledged_at, k.user_name as acknowledged_by, k.note`;
const BESIDE = `join location o on o.id = a.location_id left join lock l on l.id = a.lock_id
   left join gateway g on g.id = a.gateway_id left join alarm_acknowledgement k on k.event_id = a.id`;

/** A place in the list: behind it are older ones. */
export type AlarmPosition = [startedAt: number, id: number];

/** A page of each location's own, so that its cost does not grow with the past. */
const page = (name: string, condition: string) =>
  sql.statement(
    name,
    `select ${SHOWN}
     from location_ancestor n cross join lateral (
       select a.* from alarm a ${condition === '' ? '' : 'left join alarm_acknowledgement k on k.event_id = a.id'}
       where a.location_id = n.location_id and a.started_at >= $2 and (a.started_at, a.id) < ($3, $4) ${condition}
       order by a.started_at desc, a.id desc limit $5) a
     ${BESIDE}
     where n.ancestor_id = $1 order by a.started_at desc, a.id desc limit $5`,
    COLUMNS,
  );

const PAGES = {
  all: page('alarms-page', ''),
  waiting: page('alarms-page-waiting', 'and k.event_id is null'),
};

const ONE = sql.statement(
  'alarm-one',
  `select ${SHOWN}, a.text, e.type as event_type, e.explanation from alarm a ${BESIDE}
   left join event e on e.id = a.id and e.occurred_at = a.started_at
   where a.id = $1 and ${sql.isWithin('a', '$2')}`,
  {
    ...COLUMNS,
    text: sql.text,
    event_type: sql.orNull(sql.text),
    explanation: sql.orNull(sql.json<Kept>()),
  },
);

const NOTICES = sql.statement(
  'alarm-notices-of',
  `select n.step, n.name, n.recipient, n.at, n.is_held, coalesce(r.name, '') as rule from alarm_notice n
   left join alarm_rule r on r.id = n.rule_id where n.alarm_id = $1 and n.step is not null order by n.at, n.step, n.name limit 500`,
  {
    step: sql.present(sql.int),
    name: sql.text,
    recipient: sql.text,
    at: sql.time,
    is_held: sql.bool,
    rule: sql.present(sql.text),
  },
);

/** What no one has acknowledged is looked for so far back. */
const WAITING_FOR_MS = 30 * 86_400_000;

const stamp = (time: Date | null): string | null => time && toTimestamp(time.getTime());

export function toAlarm({
  acknowledged_at,
  acknowledged_by,
  note,
  assigned_to,
  assigned_name,
  ...row
}: sql.Row<(typeof PAGES)['all']>) {
  const acknowledged =
    acknowledged_at === null
      ? null
      : { at: toTimestamp(acknowledged_at.getTime()), by: acknowledged_by ?? '', note: note ?? '' };
  const assigned = assigned_to === null ? null : { id: assigned_to, name: assigned_name ?? '' };
  return {
    ...row,
    started_at: toTimestamp(row.started_at.getTime()),
    opened_at: toTimestamp(row.opened_at.getTime()),
    ended_at: stamp(row.ended_at),
    acknowledged,
    assigned,
  };
}

/** Newest first. `waiting`: those that no one has acknowledged, of the last 30 days. */
export function pageOfAlarms(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  { locationId }: Pick<SignedIn, 'locationId'>,
  show: 'waiting' | 'all',
  after: AlarmPosition | null,
  limit: number,
) {
  const since = show === 'waiting' ? new Date(clock.now() - WAITING_FOR_MS) : new Date(0);
  const [at, id] = after ?? [clock.now() + 86_400_000, Number.MAX_SAFE_INTEGER];
  return PAGES[show].rows(pool, [locationId, since, new Date(at), id, limit]);
}

/** With those who were notified of it. @throws 404 */
export async function readAlarm(
  { pool }: Pick<Context, 'pool'>,
  { locationId }: Pick<SignedIn, 'locationId'>,
  id: number,
) {
  const row = await ONE.row(pool, [id, locationId]);
  if (!row) throw new ApiError('not_found');
  const notices = await NOTICES.rows(pool, [id]);
  const { text, event_type, explanation, ...alarm } = row;
  return {
    ...toAlarm(alarm),
    ...causeOf(row),
    notices: notices.map(({ recipient, ...notice }) => ({
      ...notice,
      way: recipient.startsWith('channel:') ? 'channel' : (recipient.split(':')[2] ?? 'email'),
      at: toTimestamp(notice.at.getTime()),
    })),
  };
}
