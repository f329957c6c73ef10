import { z } from 'zod';
import type { Context } from '../context.js';
import { InstantParam, IntIdParam } from '../http/schemas.js';
import { type DashboardEndpoint, page } from './endpoint.js';

/* How much happened, by the hour or the day of the location's own clock. */

/** What each line of the picture counts. */
const SERIES = {
  granted: ['access.granted'],
  denied: ['access.denied', 'unlock.failed'],
  alarms: ['door.forced', 'door.left_open'],
} as const;
const TYPES = Object.values(SERIES).flat();
/** More of one type than this are not counted one by one: the picture then says "at least". */
const MOST_COUNTED = 50_000;
const LONGEST_MS = 92 * 24 * 3_600_000;
const DEFAULT_MS = 7 * 24 * 3_600_000;
const HOURLY_UNTIL_MS = 3 * 24 * 3_600_000;

const Counts = z.strictObject({
  unit: z.enum(['hour', 'day']),
  timezone: z.string(),
  /** Whether there is more than was counted, before what is shown. */
  is_cut: z.boolean(),
  /** Every bucket of the time asked for, oldest first; `at` is the location's own time, without a zone. */
  buckets: z.array(z.strictObject({ at: z.string(), granted: z.int(), denied: z.int(), alarms: z.int() })),
});

interface Row {
  at: string;
  granted: number;
  denied: number;
  alarms: number;
  is_cut: boolean;
}

export const eventCountEndpoints: readonly DashboardEndpoint[] = [
  page({
    method: 'GET',
    path: '/event-counts',
    role: 'viewer',
    query: z.strictObject({
      since: InstantParam.optional(),
      until: InstantParam.optional(),
      lock_id: IntIdParam.optional(),
    }),
    status: 200,
    answer: Counts,
    async handler({ context, user, query }) {
      const until = query.until?.getTime() ?? context.clock.now();
      const wanted = query.since?.getTime() ?? until - DEFAULT_MS;
      const since = Math.min(Math.max(wanted, until - LONGEST_MS), until - 1);
      const unit: 'hour' | 'day' = until - since <= HOURLY_UNTIL_MS ? 'hour' : 'day';
      const timezone = await timezoneOf(context, user.locationId);
      const rows = await count(context, {
        ...query,
        locationId: user.locationId,
        since,
        until,
        unit,
        timezone,
      });
      return {
        body: {
          unit,
          timezone,
          is_cut: rows.some((row) => row.is_cut),
          buckets: rows.map(({ is_cut: _, ...bucket }) => bucket),
        },
      };
    },
  }),
];

interface Wanted {
  locationId: number;
  lock_id?: number | undefined;
  since: number;
  until: number;
  unit: 'hour' | 'day';
  timezone: string;
}

/** Reads so many index entries a type at the most, whatever happened. */
async function count({ pool }: Pick<Context, 'pool'>, wanted: Wanted): Promise<Row[]> {
  const { locationId, lock_id, since, until, unit, timezone } = wanted;
  const ofLock = lock_id !== undefined;
  const source = ofLock
    ? `event x where x.lock_id = $7::int and x.type = t.type
         and (select true from location_ancestor a where a.location_id = x.location_id and a.ancestor_id = $1::int)`
    : 'event_scope x where x.location_id = $1::int and x.type = t.type';
  const sum = (types: readonly string[]) =>
    `coalesce(sum(c.n) filter (where c.type in (${types.map((type) => `'${type}'`).join(', ')})), 0)::int`;
  const { rows } = await pool.query<Row>({
    name: `event-counts-${Number(ofLock)}`,
    text: `
with counted as materialized (
  select t.type, date_trunc($5::text, m.occurred_at at time zone $6::text) as at, count(*) as n
  from unnest($2::text[]) as t(type) cross join lateral (
    select x.occurred_at from ${source} and x.occurred_at >= $3::timestamptz and x.occurred_at < $4::timestamptz
    order by x.occurred_at desc limit ${MOST_COUNTED}) m
  group by 1, 2)
select to_char(b.at, 'YYYY-MM-DD"T"HH24:MI') as at, ${sum(SERIES.granted)} as granted, ${sum(SERIES.denied)} as denied,
  ${sum(SERIES.alarms)} as alarms,
  exists (select from counted group by type having sum(n) >= ${MOST_COUNTED}) as is_cut
from generate_series(date_trunc($5::text, $3::timestamptz at time zone $6::text),
       date_trunc($5::text, ($4::timestamptz - interval '1 millisecond') at time zone $6::text),
       ('1 ' || $5::text)::interval) as b(at)
left join counted c on c.at = b.at
group by b.at order by b.at`,
    values: [
      locationId,
      TYPES,
      new Date(since),
      new Date(until),
      unit,
      timezone,
      ...(ofLock ? [lock_id] : []),
    ],
  });
  return rows;
}

async function timezoneOf({ pool }: Pick<Context, 'pool'>, locationId: number): Promise<string> {
  const { rows } = await pool.query<{ timezone: string }>('select timezone from location where id = $1', [
    locationId,
  ]);
  return rows[0]?.timezone ?? 'UTC';
}
