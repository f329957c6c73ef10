import { toTimestamp } from '@door-access/protocol';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import type { SignedIn } from '../http/endpoint.js';
import { type Kept, whyOf } from './why.rules.js';

/** The events that people acknowledge. */
export const ALARM_TYPES = ['door.forced', 'door.left_open', 'lock.maintenance.ended'] as const;
/**
 * The events of a door under a guided test or maintenance are recorded but raise no alarm; the end of maintenance does
 * where it leaves a door open. A condition on an event `e`.
 */
export const IS_ALARM = `e.explanation ->> 'under_test' is null and e.explanation ->> 'under_maintenance' is null
  and (e.type <> 'lock.maintenance.ended' or e.details ->> 'left_open' = 'true')`;
/** Older ones are history, not alarms. */
const ALARMS_FOR_MS = 30 * 24 * 3_600_000;
const MAX_ALARMS = 200;

/**
 * From the newest scope on, an event at a time until there are enough: the conditions on JSON are estimated far too low,
 * and the planner would read all events of a month for them. `offset 0` keeps the steps apart.
 */
const ALARMS = sql.statement(
  'alarms',
  `with page as materialized (
     select e.* from (
       select s.event_id, s.occurred_at from unnest($2::text[]) as t(type)
       join event_scope s on s.location_id = $1 and s.type = t.type and s.occurred_at >= $3
       where not exists (select from alarm_acknowledgement k where k.event_id = s.event_id)
       order by s.occurred_at desc, s.event_id desc offset 0) w
     cross join lateral (
       select e.id, e.type, e.occurred_at, e.explanation, e.lock_id, e.location_id, e.person_id from event e
       where e.id = w.event_id and e.occurred_at = w.occurred_at and ${IS_ALARM}
         and not exists (select from lock l where l.id = e.lock_id and l.type = 'ended') offset 0) e
     order by w.occurred_at desc, w.event_id desc limit $4)
   select e.id, e.type, e.occurred_at, e.explanation, d.contact, g.online, c.occurred_at as contact_since, a.ended_at,
          json_build_object('id', l.id, 'name', l.name, 'place', l.place) as lock,
          ${sql.asNamed('o')} as location,
          case when p.id is not null then ${sql.asNamed('p')} end as person
   from page e
   join lock l on l.id = e.lock_id
   join location o on o.id = e.location_id
   left join person p on p.id = e.person_id
   left join door_state d on d.lock_id = l.id
   left join gateway g on g.id = l.gateway_id
   left join alarm a on a.id = e.id
   left join lateral (
     select m.occurred_at from event m
     where m.lock_id = l.id and m.type = case d.contact when 'open' then 'door.opened' else 'door.closed' end
     order by m.occurred_at desc limit 1) c on d.contact is not null
   order by e.occurred_at desc, e.id desc`,
  {
    id: sql.bigint,
    type: sql.narrow<(typeof ALARM_TYPES)[number]>(sql.text),
    occurred_at: sql.time,
    explanation: sql.orNull(sql.json<Kept>()),
    contact: sql.orNull(sql.narrow<'open' | 'closed'>(sql.text)),
    contact_since: sql.orNull(sql.time),
    ended_at: sql.orNull(sql.time),
    online: sql.orNull(sql.bool),
    lock: sql.json<{ id: number; name: string; place: string }>(),
    location: sql.named,
    person: sql.orNull(sql.json<{ id: string; name: string }>()),
  },
);

/** The alarms without an acknowledgement; newest first, at most 200. */
export async function listAlarms(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  user: Pick<SignedIn, 'locationId'>,
) {
  const since = new Date(clock.now() - ALARMS_FOR_MS);
  const rows = await ALARMS.rows(pool, [user.locationId, ALARM_TYPES, since, MAX_ALARMS]);
  return rows.map(toAlarm);
}

function toAlarm({ explanation, contact, contact_since, ended_at, online, ...row }: sql.Row<typeof ALARMS>) {
  return {
    ...row,
    occurred_at: toTimestamp(row.occurred_at.getTime()),
    ended_at: ended_at && toTimestamp(ended_at.getTime()),
    why: whyOf(row.type, explanation),
    contact: {
      state: contact ?? ('unknown' as const),
      since: contact_since && toTimestamp(contact_since.getTime()),
      online: online ?? false,
    },
  };
}
