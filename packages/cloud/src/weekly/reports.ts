import { type Context, type Database, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import type { Day } from '../doors/schedule/schedule.rules.js';
import type { SignedIn } from '../http/endpoint.js';
import { enqueueNotices } from '../notify/enqueue.js';
import type { WeeklyData } from '../notify/weekly/weekly.types.js';
import { publicOrigin } from '../public-origin.js';
import { weeklyFacts } from './facts.js';
import { unsubscribeUrl } from './unsubscribe.js';
import { isTooLate, nextReport, periodAt, type ReportTime } from './week.rules.js';

/* The weekly report of a user: of the place where their role holds, on a day and an hour of that place, by e-mail. */

/** Behind this the next one is nearer. */
const NOTICE_LIFE_MS = 3 * 86_400_000;

const reader = {
  user_id: sql.uuid,
  account_id: sql.int,
  location_id: sql.int,
  email: sql.text,
  language: sql.present(sql.text),
  organisation: sql.text,
  location: sql.text,
  timezone: sql.text,
};
const READER = `u.id as user_id, u.account_id, u.location_id, u.email, coalesce(c.language, '') as language,
  a.name as organisation, o.name as location, o.timezone
  from account_user u join account a on a.id = u.account_id join location o on o.id = u.location_id
  left join alarm_contact c on c.user_id = u.id`;

/** Held until the end of the transaction; what another process sends is left to it. */
const DUE = sql.statement(
  'weekly-due',
  `select r.day, r.hour, r.due_at, ${READER} join weekly_report r on r.user_id = u.id
   where r.user_id = any($1::uuid[]) and r.due_at <= $2 order by r.user_id for update of r skip locked`,
  { day: sql.narrow<Day>(sql.text), hour: sql.int, due_at: sql.time, ...reader },
);
const NEXT = sql.statement(
  'weekly-next',
  `update weekly_report r set due_at = x.due_at
   from json_to_recordset($1::json) as x(user_id uuid, due_at timestamptz) where r.user_id = x.user_id`,
);
const OWN = sql.statement('weekly-own', 'select day, hour from weekly_report where user_id = $1', {
  day: sql.narrow<Day>(sql.text),
  hour: sql.int,
});
const READS = sql.statement('weekly-reader', `select ${READER} where u.id = $1`, reader);
const SET = sql.statement(
  'weekly-set',
  `insert into weekly_report (user_id, account_id, day, hour, due_at) values ($1, $2, $3, $4, $5)
   on conflict (user_id) do update set day = excluded.day, hour = excluded.hour, due_at = excluded.due_at`,
);
const END = sql.statement('weekly-end', 'delete from weekly_report where user_id = $1');

type Reader = sql.Row<typeof READS>;

/** Sends what is due, once each: the notices and the next times are one transaction. */
export async function sendWeekly(context: Context, userIds: readonly string[]): Promise<void> {
  await transaction(context.pool, async (client) => {
    const now = context.clock.now();
    const rows = await DUE.rows(client, [userIds, new Date(now)]);
    const sent = rows.filter(({ due_at }) => !isTooLate(due_at.getTime(), now));
    const notices = [];
    for (const place of new Set(sent.map(({ location_id }) => location_id))) {
      const readers = sent.filter(({ location_id }) => location_id === place);
      const data = await dataFor(client, context, readers[0] as Reader, false);
      notices.push(...readers.map((each) => noticeTo(context, each, data)));
    }
    await enqueueNotices(client, context, notices);
    const next = rows.map(({ user_id, timezone, ...time }) => ({
      user_id,
      due_at: new Date(nextReport(time, timezone, now)),
    }));
    await NEXT.count(client, [JSON.stringify(next)]);
  });
  context.nudge.emit('notice');
}

/** As it is sent now, of the days until today. */
export async function weeklyReportNow(context: Context, user: SignedIn) {
  const own = await READS.one(context.pool, [user.user.id]);
  const data = await dataFor(context.pool, context, own, true);
  return { ...own, data: { ...data, unsubscribe: unsubscribeUrl(context, own.user_id) } };
}

export async function sendWeeklyNow(context: Context, user: SignedIn): Promise<string> {
  const own = await READS.one(context.pool, [user.user.id]);
  const data = await dataFor(context.pool, context, own, true);
  await enqueueNotices(context.pool, context, [noticeTo(context, own, data)]);
  context.nudge.emit('notice');
  return own.email;
}

export async function ownWeekly(context: Pick<Context, 'pool'>, user: SignedIn) {
  const { location, timezone, email } = await READS.one(context.pool, [user.user.id]);
  return { chosen: (await OWN.row(context.pool, [user.user.id])) ?? null, location, timezone, email };
}

/** Null: no report any more. */
export async function chooseWeekly(
  context: Pick<Context, 'pool' | 'clock'>,
  user: SignedIn,
  time: ReportTime | null,
): Promise<void> {
  if (time === null) return endWeekly(context, user.user.id);
  const { timezone } = await READS.one(context.pool, [user.user.id]);
  const due = new Date(nextReport(time, timezone, context.clock.now()));
  await SET.count(context.pool, [user.user.id, user.accountId, time.day, time.hour, due]);
}

export async function endWeekly({ pool }: Pick<Context, 'pool'>, userId: string): Promise<void> {
  await END.count(pool, [userId]);
}

/** What every reader at a place gets. */
async function dataFor(
  database: Database,
  context: Context,
  { organisation, location, location_id, timezone }: Reader,
  withToday: boolean,
): Promise<Omit<WeeklyData, 'unsubscribe'>> {
  const now = context.clock.now();
  const facts = await weeklyFacts(database, location_id, periodAt(now, timezone, withToday), now);
  return { ...facts, organisation, location, timezone, origin: publicOrigin(context) };
}

const noticeTo = (
  context: Context,
  { user_id, account_id, email, language }: Reader,
  data: Omit<WeeklyData, 'unsubscribe'>,
) => ({
  account_id,
  channel: 'email' as const,
  to: email,
  language,
  subject: `weekly_report:${user_id}`,
  expires_at: new Date(context.clock.now() + NOTICE_LIFE_MS),
  kind: 'weekly_report' as const,
  data: { ...data, unsubscribe: unsubscribeUrl(context, user_id) },
});
