import { toTimestamp } from '@door-access/protocol';
import { z } from 'zod';
import type { Context } from '../../context.js';
import * as sql from '../../database/statement.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { Timestamp, TimeZone } from '../../http/schemas.js';
import { type EventFilter, eventSource } from '../read.js';
import { bucketStarts, MAX_SPAN_MS, spanOf, summed } from './counts.rules.js';
import { eventFilters, toFilter } from './events.js';

/* Counts of events by hour or day: for every filter, exactly the events that the list shows. */

/** The maximum that is counted of one type; the chart says if it was reached. */
const MAX_COUNTED = 20_000;

const Counts = z.strictObject({
  unit: z.enum(['hour', 'day']),
  timezone: z.string(),
  /** Whether there is more than was counted, before what is shown. */
  is_cut: z.boolean(),
  /** Whether the list goes further back than the chart. */
  has_earlier: z.boolean(),
  /** Every hour or day shown, oldest first, with its start. */
  buckets: z.array(
    z.strictObject({
      at: Timestamp,
      granted: z.int(),
      denied: z.int(),
      alarms: z.int(),
      movements: z.int(),
      holds: z.int(),
      maintenance: z.int(),
      presence: z.int(),
    }),
  ),
});

type Pool = Pick<Context, 'pool'>;

const TIMEZONE = sql.statement('location-timezone', 'select timezone from location where id = $1', {
  timezone: sql.text,
});

export const eventCountEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/event-counts',
    role: 'viewer',
    /** The time zone of the days; by default, that of the location. */
    query: z.strictObject({ ...eventFilters, timezone: TimeZone.optional() }),
    status: 200,
    answer: Counts,
    async handler({ context, user, query }) {
      const filter = toFilter(user, query);
      const until = query.until?.getTime() ?? context.clock.now();
      const floor = until - MAX_SPAN_MS;
      const [timezone, bounds] = await Promise.all([
        query.timezone ?? TIMEZONE.one(context.pool, [user.locationId]).then((row) => row.timezone),
        boundsOf(context, filter, new Date(floor)),
      ]);
      const span = spanOf(query.since?.getTime() ?? null, bounds.first, floor, until);
      const starts = bucketStarts(span, timezone);
      // For a time span that ends before it starts, neither the list nor the chart has any event.
      const since = new Date(Math.max(span.since, query.since?.getTime() ?? 0));
      const counts = await count(context, { ...filter, since }, starts);
      const sums = summed(starts.length, counts);
      const totals = new Map<string, number>();
      for (const { type, count: n } of counts) totals.set(type, (totals.get(type) ?? 0) + n);
      return {
        body: {
          unit: span.unit,
          timezone,
          is_cut: [...totals.values()].some((total) => total >= MAX_COUNTED),
          has_earlier: bounds.has_earlier,
          buckets: starts.flatMap((at, index) => {
            const sum = sums[index];
            return sum ? [{ at: toTimestamp(at), ...sum }] : [];
          }),
        },
      };
    },
  }),
];

/** The first event from `floor` on, in Unix milliseconds, and whether there is one before it. */
async function boundsOf({ pool }: Pool, filter: EventFilter, floor: Date) {
  const values: unknown[] = [filter.locationId, filter.types];
  const value = (one: unknown) => `$${values.push(one)}`;
  const { table, conditions } = eventSource(filter, value);
  const border = value(floor);
  const one = (side: string, order: string) =>
    `select e.occurred_at from ${table} e where ${conditions.join(' and ')} and e.occurred_at ${side} ${border}
     order by e.occurred_at ${order} limit 1`;
  const { rows } = await pool.query<{ first: Date | null; has_earlier: boolean }>(
    `select min(f.occurred_at) as first, coalesce(bool_or(b.occurred_at is not null), false) as has_earlier
     from unnest($2::text[]) as t(type)
     left join lateral (${one('>=', 'asc')}) f on true left join lateral (${one('<', 'desc')}) b on true`,
    values,
  );
  return { first: rows[0]?.first?.getTime() ?? null, has_earlier: rows[0]?.has_earlier ?? false };
}

/** Reads a bounded number of index entries per type; what follows the last bucket is counted in it. */
async function count({ pool }: Pool, filter: EventFilter, starts: readonly number[]) {
  const values: unknown[] = [filter.locationId, filter.types];
  const value = (one: unknown) => `$${values.push(one)}`;
  const { table, conditions } = eventSource(filter, value);
  const { rows } = await pool.query<{ type: string; bucket: number; count: number }>(
    `select t.type, width_bucket(m.occurred_at, ${value(starts.map((at) => new Date(at)))}::timestamptz[]) as bucket,
       count(*)::int as count
     from unnest($2::text[]) as t(type) cross join lateral (
       select e.occurred_at from ${table} e where ${conditions.join(' and ')}
       order by e.occurred_at desc limit ${MAX_COUNTED}) m
     group by 1, 2`,
    values,
  );
  return rows;
}
