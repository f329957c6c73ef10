import { lookAtAlarms } from '../alarms/look.js';
import { sendSummaries } from '../alarms/summary.js';
import { renewCalendars } from '../calendars/calendars.js';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { followGroups } from '../directory/follow.js';
import { apply } from '../doors/apply.js';
import type { ApplyInput } from '../doors/apply.types.js';
import type { DueKind } from '../doors/store/port.js';
import { eraseFromAnswers, KEPT_MS, purgeIdempotency } from '../http/idempotency.js';
import { expireInvitations } from '../invitations/invitations.js';
import { readLocksysFeed } from '../locking-feed/reconcile.js';
import { judgeDoors } from '../noise/noise.js';
import { withoutPerson } from '../people/answers.rules.js';
import { eraseTraces } from '../people/erase.js';
import { keepDue } from '../retention/keep.js';
import { endVisits } from '../visitors/end.js';
import { beat } from '../webhooks/heartbeat.js';
import { erasePreviousSecrets } from '../webhooks/rotate-secret.js';
import { sendWeekly } from '../weekly/reports.js';

/** One kind of due work: which rows are due, when the next one is, and what to do about them. */
export interface Duty {
  name: string;
  /** Rows a turn at the maximum, where 500 are too many. */
  atOnce?: number;
  /** Ids of what is due. */
  due(context: Context, now: Date, limit: number): Promise<readonly (string | number)[]>;
  /** The earliest due time; Unix milliseconds. */
  next(context: Context): Promise<number | null>;
  /** What it leaves stays due; doing it twice is harmless, as each row is judged by its own due time. */
  run(context: Context, ids: readonly (string | number)[]): Promise<unknown>;
}

/** Work about doors: what a due row means to their rules. */
const applied =
  (input: (id: string | number) => ApplyInput): Duty['run'] =>
  (context, ids) =>
    apply(context, ids.map(input));

/** Where a locking system may take seconds for each: a duty without a turn for a minute counts as stuck. */
const FEW = 5;
/** How long an answer is kept for retries. */
const KEPT = `interval '${KEPT_MS} milliseconds'`;

/** Rows of doors, behind their store. */
const doorDuty = (name: DueKind, input: (id: string | number) => ApplyInput): Duty => ({
  name,
  due: ({ doors }, now, limit) => doors.due(name, now, limit),
  next: ({ doors }) => doors.nextDue(name),
  run: applied(input),
});

/** Rows of features: `due` gives an `id` of this type (parameters: now, maximum of rows), `next` one value. */
function rowDuty(
  name: string,
  {
    id,
    due,
    next,
    ...rest
  }: { id: sql.Column<number | string>; due: string; next: string } & Pick<Duty, 'run' | 'atOnce'>,
): Duty {
  const DUE = sql.statement(`due-${name}`, due, { id });
  const NEXT = sql.statement(
    `next-${name}`,
    `select (${next}) as next`,
    { next: sql.orNull(sql.time) },
    { brief: true },
  );
  return {
    name,
    due: async ({ pool }, now, limit) => (await DUE.rows(pool, [now, limit])).map((row) => row.id),
    next: async ({ pool }) => (await NEXT.one(pool)).next?.getTime() ?? null,
    ...rest,
  };
}

export const DOOR_DUTIES: readonly Duty[] = [
  doorDuty('command', (id) => ({ kind: 'command', command_id: String(id), input: { kind: 'due' } })),
  doorDuty('presence', (id) => ({ kind: 'presence', gateway_id: String(id), input: { kind: 'silence' } })),
  doorDuty('door', (id) => ({ kind: 'door', lock_id: Number(id), input: { kind: 'look' } })),
];

export const DUTIES: readonly Duty[] = [
  ...DOOR_DUTIES,
  rowDuty('invitation', {
    id: sql.int,
    due: 'select id from invitation where due_at <= $1 order by due_at limit $2',
    next: 'select min(due_at) from invitation where due_at is not null',
    run: (context, ids) => expireInvitations(context, ids.map(Number)),
  }),
  rowDuty('locksys-door', {
    id: sql.int,
    due: 'select lock_id as id from locksys_door where due_at <= $1 order by due_at limit $2',
    next: 'select min(due_at) from locksys_door where due_at is not null',
    run: applied((id) => ({ kind: 'report', lock_id: Number(id), report: { kind: 'silence' }, grace_ms: 0 })),
  }),
  rowDuty('locksys-feed', {
    id: sql.int,
    due: 'select id from locksys_feed where due_at <= $1 limit $2',
    next: 'select min(due_at) from locksys_feed',
    run: readLocksysFeed,
  }),
  rowDuty('directory-keys', {
    id: sql.uuid,
    atOnce: FEW,
    due: 'select id from directory_user where keys_due_at <= $1 order by keys_due_at limit $2',
    next: 'select min(keys_due_at) from directory_user where keys_due_at is not null',
    run: (context, ids) => followGroups(context, ids.map(String)),
  }),
  rowDuty('erasure', {
    id: sql.uuid,
    due: 'select person_id as id from erasure where due_at <= $1 order by due_at limit $2',
    next: 'select min(due_at) from erasure',
    run: (context, ids) =>
      transaction(context.pool, async (client) => {
        const people = await eraseTraces(client, context, ids.map(String));
        if (people.length > 0) await eraseFromAnswers(context, client, people, withoutPerson);
      }),
  }),
  rowDuty('idempotency', {
    id: sql.text,
    due: `select key as id from idempotency where started_at <= $1::timestamptz - ${KEPT} limit $2`,
    next: `select min(started_at) + ${KEPT} from idempotency`,
    run: (context, ids) => purgeIdempotency(context, ids.length),
  }),
  rowDuty('webhook-secret', {
    id: sql.uuid,
    due: 'select id from subscription where previous_secret_until <= $1 limit $2',
    next: 'select min(previous_secret_until) from subscription where previous_secret_until is not null',
    run: (context, ids) => erasePreviousSecrets(context, ids.map(String)),
  }),
  rowDuty('webhook-heartbeat', {
    id: sql.uuid,
    due: `select id from subscription where heartbeat_due_at <= $1 and status = 'active' and deleted_at is null
      order by heartbeat_due_at limit $2`,
    next: `select min(heartbeat_due_at) from subscription
      where heartbeat_due_at is not null and status = 'active' and deleted_at is null`,
    run: (context, ids) => beat(context, ids.map(String)),
  }),
  rowDuty('alarm', {
    id: sql.bigint,
    due: 'select id from alarm where due_at <= $1 order by due_at limit $2',
    next: 'select min(due_at) from alarm where due_at is not null',
    run: (context, ids) => lookAtAlarms(context, ids.map(Number)),
  }),
  rowDuty('alarm-summary', {
    id: sql.text,
    due: `select rule_id || ' ' || recipient as id from alarm_summary where due_at <= $1 order by due_at limit $2`,
    next: 'select min(due_at) from alarm_summary',
    run: (context, ids) => sendSummaries(context, ids.map(String)),
  }),
  rowDuty('weekly-report', {
    id: sql.present(sql.uuid),
    // The week of each place is counted once for its readers.
    due: `with due as materialized (
        select r.user_id, r.due_at, u.location_id from weekly_report r join account_user u on u.id = r.user_id where r.due_at <= $1)
      select user_id as id from due
      where location_id in (select location_id from due group by location_id order by min(due_at), location_id limit 20)
      order by due_at, location_id limit $2`,
    next: 'select min(due_at) from weekly_report',
    run: (context, ids) => sendWeekly(context, ids.map(String)),
  }),
  rowDuty('noise', {
    id: sql.present(sql.int),
    // The past of each is read.
    due: `select lock_id as id from (select lock_id, min(judge_at) as at from alarm where judge_at <= $1 group by lock_id) d
      order by at limit least($2, 20)`,
    next: 'select min(judge_at) from alarm where judge_at is not null',
    run: (context, ids) => judgeDoors(context, ids.map(Number)),
  }),
  rowDuty('visitor', {
    id: sql.int,
    atOnce: FEW,
    due: 'select access_key_id as id from visitor where due_at <= $1 order by due_at limit $2',
    next: 'select min(due_at) from visitor',
    run: (context, ids) => endVisits(context, ids.map(Number)),
  }),
  rowDuty('calendar', {
    id: sql.uuid,
    // Each may have holidays to look up.
    due: 'select id from calendar where due_at <= $1 order by due_at limit least($2, 50)',
    next: 'select min(due_at) from calendar where due_at is not null',
    run: (context, ids) => renewCalendars(context, ids.map(String)),
  }),
  rowDuty('retention', {
    id: sql.text,
    due: 'select name as id from retention where due_at <= $1 limit $2',
    next: 'select min(due_at) from retention',
    run: keepDue,
  }),
];
