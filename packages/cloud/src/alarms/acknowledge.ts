import { byUser, recordAudit, recordAudits } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError, invalidField } from '../errors.js';
import { ALARM_TYPES } from '../events/alarms.js';
import type { SignedIn } from '../http/endpoint.js';
import { withdrawNotices } from '../notify/enqueue.js';

/** Alarms within reach, by their numbers: those of releases before have events alone. */
const REACHED = sql.statement(
  'alarms-reached',
  `select x.id, x.kind, x.lock_id, x.gateway_id, x.location_id, coalesce(l.name, g.name, '') as name
   from (
     select a.id, a.kind, a.lock_id, a.gateway_id, a.location_id from alarm a where a.id = any($1::bigint[])
     union all
     select e.id, e.type, e.lock_id, null::uuid, e.location_id from event e
     where e.id = any($1::bigint[]) and e.type = any($3::text[]) and not exists (select from alarm a where a.id = e.id)
   ) x left join lock l on l.id = x.lock_id left join gateway g on g.id = x.gateway_id
   where ${sql.isWithin('x', '$2')} order by x.id`,
  {
    id: sql.bigint,
    kind: sql.text,
    lock_id: sql.orNull(sql.int),
    gateway_id: sql.orNull(sql.uuid),
    location_id: sql.int,
    name: sql.present(sql.text),
  },
);
type Reached = sql.Row<typeof REACHED>;

const ACKNOWLEDGE = sql.statement(
  'alarms-acknowledge',
  `insert into alarm_acknowledgement (event_id, account_id, user_id, user_name, acknowledged_at, note, is_real)
   select id, $2, $3, $4, $5, $6, $7 from unnest($1::bigint[]) as id on conflict do nothing returning event_id`,
  { event_id: sql.bigint },
);

const ASSIGN = sql.statement(
  'alarm-assign',
  'update alarm set assigned_to = $2, assigned_name = $3 where id = $1',
);

/** A colleague who may look at the alarm's location. */
const ASSIGNEE = sql.statement(
  'alarm-assignee',
  `select u.id, u.name from account_user u
   where u.id = $1 and u.account_id = $2 and ${sql.isLocationWithin('$3', 'u.location_id')}`,
  { id: sql.uuid, name: sql.text },
);

const subjectOf = ({ lock_id, gateway_id, name }: Reached) =>
  lock_id === null
    ? { type: 'gateway', id: gateway_id ?? '', name }
    : { type: 'lock', id: String(lock_id), name };

/**
 * A person has seen these, and says what they found: nothing further is sent about them. An earlier acknowledgement stays
 * with its person. @returns their locations
 */
export async function acknowledgeAlarms(
  context: Context,
  user: SignedIn,
  ids: readonly number[],
  note = '',
  isReal = false,
): Promise<number[]> {
  return transaction(context.pool, async (client) => {
    const alarms = await REACHED.rows(client, [ids, user.locationId, ALARM_TYPES]);
    const rows = await ACKNOWLEDGE.rows(client, [
      alarms.map((alarm) => alarm.id),
      user.accountId,
      user.user.id,
      user.user.name,
      new Date(context.clock.now()),
      note,
      isReal,
    ]);
    const fresh = new Set(rows.map((row) => row.event_id));
    const acknowledged = alarms.filter((alarm) => fresh.has(alarm.id));
    await withdrawNotices(
      client,
      acknowledged.map(({ id }) => `alarm:${id}`),
    );
    await recordAudits(
      client,
      context,
      acknowledged.map((alarm) => ({
        account_id: user.accountId,
        actor: byUser(user.user),
        action: 'alarm.acknowledge',
        subject: subjectOf(alarm),
        location_id: alarm.location_id,
        details: { event_id: alarm.id, type: alarm.kind, ...(note === '' ? {} : { note }) },
      })),
    );
    return [...new Set(acknowledged.map((alarm) => alarm.location_id))];
  });
}

/** Gives an alarm to a colleague, or to no one. @throws 404, 422 on `user_id` @returns its location */
export async function assignAlarm(
  context: Context,
  user: SignedIn,
  id: number,
  assignee: string | null,
): Promise<number> {
  return transaction(context.pool, async (client) => {
    const [alarm] = await REACHED.rows(client, [[id], user.locationId, []]);
    if (!alarm) throw new ApiError('not_found');
    const found =
      assignee === null
        ? undefined
        : await ASSIGNEE.row(client, [assignee, user.accountId, alarm.location_id]);
    if (assignee !== null && !found)
      throw invalidField('user_id', 'is no colleague who looks after this door');
    await ASSIGN.count(client, [id, found?.id ?? null, found?.name ?? null]);
    await recordAudit(client, context, {
      account_id: user.accountId,
      actor: byUser(user.user),
      action: 'alarm.assign',
      subject: subjectOf(alarm),
      location_id: alarm.location_id,
      details: { event_id: id, to: found?.name ?? null },
    });
    return alarm.location_id;
  });
}
