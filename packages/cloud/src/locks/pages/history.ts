import { toTimestamp } from '@door-access/protocol';
import { z } from 'zod';
import type { Context } from '../../context.js';
import * as sql from '../../database/statement.js';
import { ApiError } from '../../errors.js';
import { EVENT_TYPES } from '../../events/event-types.rules.js';
import { WhyParts } from '../../events/pages/why.js';
import { whyOf } from '../../events/why.rules.js';
import { endpoint, type PageEndpoint, type SignedIn } from '../../http/endpoint.js';
import { InstantParam, IntId, Timestamp, TimeZone } from '../../http/schemas.js';
import { doorAt, doorBetween, momentsBeside } from '../history.js';
import type { Bands, DoorPast, PastEvent } from '../history.rules.js';
import { dateAt, dayBounds } from '../preview.rules.js';

/* A door in the past: what `doorctl door … --at` shows, for the page's timeline. */

const KnownBy = z.strictObject({
  id: z.int(),
  type: z.enum(EVENT_TYPES),
  occurred_at: Timestamp,
  source: z.string(),
  reason: z.string().nullable(),
  person: z.string().nullable(),
  why: WhyParts.nullable(),
});
const known = <T extends z.ZodType>(value: T) => z.strictObject({ value, by: KnownBy.nullable() });
const Known = z.union([z.boolean(), z.literal('unknown')]);

const DoorThen = z.strictObject({
  at: Timestamp,
  door: known(z.enum(['open', 'closed', 'unknown'])),
  contact_fault: z.strictObject({ error: z.string(), since: Timestamp }).nullable(),
  forced: known(z.boolean()),
  left_open: known(z.boolean()),
  held_open: known(Known),
  online: known(Known),
  mode: z.strictObject({
    value: z.enum(['stay_open', 'auto', 'closed']),
    by: z
      .strictObject({
        set_at: Timestamp,
        until: Timestamp.nullable(),
        who: z.string().nullable(),
        status: z.string(),
      })
      .nullable(),
  }),
  last_access: KnownBy.nullable(),
  last_exit_press: KnownBy.nullable(),
  /** The moments beside it at which something happened. */
  previous: Timestamp.nullable(),
  next: Timestamp.nullable(),
});

const band = <T extends readonly [string, ...string[]]>(...states: T) =>
  z.array(z.strictObject({ from: Timestamp, to: Timestamp, state: z.enum(states) }));

export const DoorBands = z.strictObject({
  door: band('open', 'closed', 'forced', 'left_open', 'unknown'),
  hold: band('held', 'free', 'unknown'),
  gateway: band('online', 'offline', 'unknown'),
});

const DoorDay = z.strictObject({
  date: z.string(),
  starts_at: Timestamp,
  ends_at: Timestamp,
  timezone: z.string(),
  known_until: Timestamp,
  bands: DoorBands,
  marks: z.array(z.strictObject({ id: z.int(), at: Timestamp, type: z.enum(EVENT_TYPES) })),
});

const ZONE = sql.statement(
  'door-zone',
  `select o.timezone from lock l join location o on o.id = l.location_id where l.id = $2 and ${sql.isWithin('l', '$1')}`,
  { timezone: sql.text },
);

/** Of a lock that this person may look at. @throws 404 */
export async function findZone(context: Context, user: SignedIn, lockId: number): Promise<string> {
  const row = await ZONE.row(context.pool, [user.locationId, lockId]);
  if (!row) throw new ApiError('not_found');
  return row.timezone;
}

/** A calendar date, by default today; in the door's own time zone unless one is named. */
export const DateInZone = z.strictObject({
  date: z.iso.date('must be a date such as 2026-01-07').optional(),
  timezone: TimeZone.optional(),
});

const time = (at: number | Date): string => toTimestamp(typeof at === 'number' ? at : at.getTime());

function toKnownBy(event: PastEvent) {
  const { explanation, occurred_at, ...rest } = event;
  return {
    ...rest,
    type: event.type as (typeof EVENT_TYPES)[number],
    occurred_at: time(occurred_at),
    why: whyOf(event.type, explanation),
  };
}

const withEvent = <T>({ value, by }: { value: T; by: PastEvent | null }) => ({
  value,
  by: by && toKnownBy(by),
});

function toDoorThen({ at, mode, last_access, last_exit_press, ...past }: DoorPast) {
  const { by } = mode;
  return {
    at: time(at),
    door: withEvent(past.door),
    contact_fault: past.contact_fault && {
      error: past.contact_fault.error,
      since: time(past.contact_fault.at),
    },
    forced: withEvent(past.forced),
    left_open: withEvent(past.left_open),
    held_open: withEvent(past.held_open),
    online: withEvent(past.online),
    mode: {
      value: mode.value,
      by: by && {
        set_at: time(by.set_at),
        until: by.until === null ? null : time(by.until),
        who: by.who,
        status: by.status,
      },
    },
    last_access: last_access && toKnownBy(last_access),
    last_exit_press: last_exit_press && toKnownBy(last_exit_press),
  };
}

const withTimes = <S extends string>(bands: readonly { from: number; to: number; state: S }[]) =>
  bands.map(({ from, to, state }) => ({ from: time(from), to: time(to), state }));

export const bandsWithTimes = ({ door, hold, gateway }: Bands) => ({
  door: withTimes(door),
  hold: withTimes(hold),
  gateway: withTimes(gateway),
});

export const historyEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/doors/{id}/at',
    role: 'viewer',
    params: IntId,
    query: z.strictObject({ at: InstantParam }),
    status: 200,
    answer: DoorThen,
    async handler({ context, user, params, query }) {
      await findZone(context, user, params.id);
      const [past, { previous, next }] = await Promise.all([
        doorAt(context.pool, params.id, query.at),
        momentsBeside(context.pool, params.id, EVENT_TYPES, query.at),
      ]);
      return {
        body: { ...toDoorThen(past), previous: previous && time(previous), next: next && time(next) },
      };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/doors/{id}/day',
    role: 'viewer',
    params: IntId,
    query: DateInZone,
    status: 200,
    answer: DoorDay,
    async handler({ context, user, params, query }) {
      const own = await findZone(context, user, params.id);
      const timezone = query.timezone ?? own;
      const now = context.clock.now();
      const date = query.date ?? dateAt(now, timezone);
      const { start, end } = dayBounds(date, timezone);
      const lock = { id: params.id, locationId: user.locationId };
      // The future is not shown.
      const until = Math.max(start, Math.min(end, now + 1));
      const { bands, marks, known_until } = await doorBetween(context, lock, EVENT_TYPES, start, until);
      return {
        body: {
          date,
          starts_at: time(start),
          ends_at: time(end),
          timezone,
          known_until: time(known_until),
          bands: bandsWithTimes(bands),
          marks: marks.map(({ id, at, type }) => ({
            id,
            at: time(at),
            type: type as (typeof EVENT_TYPES)[number],
          })),
        },
      };
    },
  }),
];
