import { toTimestamp } from '@door-access/protocol';
import { z } from 'zod';
import { ApiError } from '../../errors.js';
import { EVENT_TYPES } from '../../events/event-types.rules.js';
import { WhyParts } from '../../events/pages/why.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { InstantParam, IntId, Timestamp } from '../../http/schemas.js';
import { dateAt } from '../preview.rules.js';
import { countsOf, doorRange } from '../range.js';
import { LONGEST_RANGE_MS, weekOf } from '../range.rules.js';
import { bandsWithTimes, DateInZone, DoorBands, findZone } from './history.js';

/* The past of a door at any zoom, for its timeline, and a week of it by the hour. */

const HOUR_MS = 3_600_000;

const Step = z.strictObject({ at: Timestamp, all: z.int(), alarms: z.int() });

const DoorRange = z.strictObject({
  from: Timestamp,
  to: Timestamp,
  /** Null where so much happened that it is counted. */
  bands: DoorBands.nullable(),
  marks: z.array(
    z.strictObject({
      id: z.int(),
      at: Timestamp,
      type: z.enum(EVENT_TYPES),
      who: z.string().nullable(),
      reason: z.string().nullable(),
      why: WhyParts.nullable(),
    }),
  ),
  step_ms: z.int(),
  steps: z.array(Step),
  is_cut: z.boolean(),
});

const DoorWeek = z.strictObject({
  /** Monday. */
  date: z.string(),
  timezone: z.string(),
  starts_at: Timestamp,
  ends_at: Timestamp,
  /** Hours in which something happened. */
  hours: z.array(Step),
  is_cut: z.boolean(),
});

const toStep = ({ at, ...step }: { at: number; all: number; alarms: number }) => ({
  at: toTimestamp(at),
  ...step,
});

export const rangeEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/doors/{id}/range',
    role: 'viewer',
    params: IntId,
    query: z.strictObject({ from: InstantParam, to: InstantParam }),
    status: 200,
    answer: DoorRange,
    async handler({ context, user, params, query }) {
      await findZone(context, user, params.id);
      const [from, to] = [query.from.getTime(), query.to.getTime()];
      if (to <= from || to - from > LONGEST_RANGE_MS)
        throw new ApiError('invalid_request', { message: 'to: must be after from, by 31 days at most' });
      // The future is not shown.
      const until = Math.max(from, Math.min(to, context.clock.now() + 1));
      const lock = { id: params.id, locationId: user.locationId };
      const { bands, marks, steps, step_ms, is_cut } = await doorRange(
        context,
        lock,
        EVENT_TYPES,
        from,
        until,
      );
      return {
        body: {
          from: toTimestamp(from),
          to: toTimestamp(to),
          bands: bands && bandsWithTimes(bands),
          marks: marks.map(({ at, type, ...mark }) => ({
            ...mark,
            at: toTimestamp(at),
            type: type as (typeof EVENT_TYPES)[number],
          })),
          step_ms,
          steps: steps.map(toStep),
          is_cut,
        },
      };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/doors/{id}/week',
    role: 'viewer',
    params: IntId,
    /** Any date of the week. */
    query: DateInZone,
    status: 200,
    answer: DoorWeek,
    async handler({ context, user, params, query }) {
      const own = await findZone(context, user, params.id);
      const timezone = query.timezone ?? own;
      const { start, end, date } = weekOf(query.date ?? dateAt(context.clock.now(), timezone), timezone);
      const { steps, is_cut } = await countsOf(context, params.id, EVENT_TYPES, start, end, HOUR_MS);
      return {
        body: {
          date,
          timezone,
          starts_at: toTimestamp(start),
          ends_at: toTimestamp(end),
          hours: steps.map(toStep),
          is_cut,
        },
      };
    },
  }),
];
