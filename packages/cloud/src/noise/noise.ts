import { FORCED_OPEN_WINDOW_MS, toTimestamp } from '@door-access/protocol';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import type { Explanation } from '../events/explanation.rules.js';
import type { SignedIn } from '../http/endpoint.js';
import { CAUSES, type Cause, judgeNoise } from './noise.rules.js';
import { type PastEvent, replay, type Settings } from './replay.rules.js';

/* How many of a door's alarms were nuisance, why, and what other settings would have done. */

/** So far back is looked; a door with more events than this is looked at less far. */
export const DAYS = 90;
const MAX_EVENTS = 5_000;
const MAX_DOORS = 100;

const TYPES = [
  'door.opened',
  'door.forced',
  'door.closed',
  'door.left_open',
  'door.exit_button',
  'lock.hold_open.started',
  'lock.hold_open.ended',
];

const DOOR = sql.statement(
  'noise-door',
  `select l.id, l.name, l.place, l.left_open_ms, o.timezone, ${sql.asNamed('o')} as location
   from lock l join location o on o.id = l.location_id
   where l.id = $1 and l.type <> 'ended' and ${sql.isWithin('l', '$2')}`,
  {
    id: sql.int,
    name: sql.text,
    place: sql.text,
    left_open_ms: sql.int,
    timezone: sql.text,
    location: sql.named,
  },
);

/** The newest first: since when there are so many, of each type by its index alone, and then the events since. */
const EVENTS = sql.statement(
  'noise-events',
  `with since as materialized (
     select k.occurred_at from unnest($2::text[]) as t(type) cross join lateral (
       select v.occurred_at from event v where v.lock_id = $1 and v.type = t.type and v.occurred_at >= $3
       order by v.occurred_at desc limit $4) k
     order by k.occurred_at desc offset $4::int - 1 limit 1)
   select e.id, e.type, e.occurred_at, case when e.type in ('door.opened', 'door.closed', 'door.forced', 'door.left_open')
     then e.explanation - 'text' end as explanation, coalesce(case when e.type in ('door.forced', 'door.left_open')
     then (select k.is_real from alarm_acknowledgement k where k.event_id = e.id) end, false) as is_real
   from unnest($2::text[]) as t(type) cross join lateral (
     select v.id, v.type, v.occurred_at, v.explanation from event v where v.lock_id = $1 and v.type = t.type
       and v.occurred_at >= coalesce((select s.occurred_at from since s), $3)
     order by v.occurred_at desc limit $4) e
   order by e.occurred_at desc, e.id desc limit $4`,
  {
    id: sql.bigint,
    type: sql.text,
    occurred_at: sql.time,
    explanation: sql.orNull(sql.json<Partial<Explanation>>()),
    is_real: sql.present(sql.bool),
  },
);

/** Doors by the number of their nuisance alarms, as they were judged last. */
const NOISY = sql.statement(
  'noise-doors',
  `select l.id, l.name, l.place, ${sql.asNamed('o')} as location, x.forced, x.left_open, x.waiting, x.nuisance,
     (select json_agg(json_build_object('cause', c.cause, 'count', c.count) order by c.count desc, c.cause)
      from unnest($3::text[], x.counts) as c(cause, count) where c.count > 0) as causes
   from (
     select a.lock_id, count(*) filter (where a.kind = 'forced')::int as forced,
       count(*) filter (where a.kind = 'left_open')::int as left_open, count(*) filter (where not a.is_judged)::int as waiting,
       count(a.cause)::int as nuisance, array[${CAUSES.map((cause) => `count(*) filter (where a.cause = '${cause}')`).join(', ')}]::int[] as counts
     from location_ancestor n join alarm a on a.location_id = n.location_id and a.started_at >= $2
      join lock l on l.id = a.lock_id and l.type <> 'ended' where n.ancestor_id = $1 group by a.lock_id
      order by count(a.cause) desc, count(*) desc, a.lock_id limit ${MAX_DOORS}) x
   join lock l on l.id = x.lock_id join location o on o.id = l.location_id
   order by x.nuisance desc, x.forced + x.left_open desc, l.id`,
  {
    id: sql.int,
    name: sql.text,
    place: sql.text,
    location: sql.named,
    forced: sql.present(sql.int),
    left_open: sql.present(sql.int),
    waiting: sql.present(sql.int),
    nuisance: sql.present(sql.int),
    causes: sql.orNull(sql.json<{ cause: Cause; count: number }[]>()),
  },
);

/** What was judged of a door; alarms behind `$4` that are in no list count as real. */
const JUDGED = sql.statement(
  'noise-judged',
  `update alarm a set cause = x.causes ->> a.id::text, is_judged = true, judge_at = null
   from (select $2::jsonb as causes) x
   where a.lock_id = $1 and (a.judge_at <= $3
     or a.started_at >= $4 and (a.ended_at is not null) and (not a.is_judged or a.cause is distinct from x.causes ->> a.id::text))`,
);
const LEFT_OPEN = sql.statement(
  'noise-settings',
  `select l.id, l.left_open_ms, o.timezone from lock l join location o on o.id = l.location_id where l.id = any($1::int[])`,
  { id: sql.int, left_open_ms: sql.int, timezone: sql.text },
);

const since = ({ clock }: Pick<Context, 'clock'>) => new Date(clock.now() - DAYS * 86_400_000);

export const noisyDoors = (
  context: Pick<Context, 'pool' | 'clock'>,
  { locationId }: Pick<SignedIn, 'locationId'>,
) => NOISY.rows(context.pool, [locationId, since(context), CAUSES]);

/** The past of a door, and from when on it is whole. */
async function pastOf(context: Pick<Context, 'pool' | 'clock'>, lockId: number) {
  const rows = await EVENTS.rows(context.pool, [lockId, TYPES, since(context), MAX_EVENTS]);
  const events: PastEvent[] = rows
    .reverse()
    .map(({ occurred_at, ...event }) => ({ ...event, at: occurred_at.getTime() }));
  const from = rows.length < MAX_EVENTS ? since(context).getTime() : (events[0]?.at ?? 0);
  return { events, from };
}

/** Judges the alarms of doors, so that a list of doors needs to count alone. Doing it twice changes nothing. */
export async function judgeDoors(
  context: Pick<Context, 'pool' | 'clock'>,
  lockIds: readonly number[],
): Promise<void> {
  const now = new Date(context.clock.now());
  const doors = new Map((await LEFT_OPEN.rows(context.pool, [lockIds])).map((door) => [door.id, door]));
  for (const id of lockIds) {
    const door = doors.get(id);
    const { events, from } = await pastOf(context, id);
    const judged = door ? judgeNoise(events, { ...door, window_ms: FORCED_OPEN_WINDOW_MS }) : [];
    const causes = Object.fromEntries(
      judged.flatMap(({ id: alarm, cause }) => (cause ? [[alarm, cause]] : [])),
    );
    await JUDGED.count(context.pool, [id, JSON.stringify(causes), now, new Date(from)]);
  }
}

/** @throws 404 */
export async function noiseOf(
  context: Pick<Context, 'pool' | 'clock'>,
  { locationId }: Pick<SignedIn, 'locationId'>,
  lockId: number,
  asked: Partial<Settings>,
) {
  const door = await DOOR.row(context.pool, [lockId, locationId]);
  if (!door) throw new ApiError('not_found');
  const { events, from } = await pastOf(context, lockId);
  const today: Settings = { window_ms: FORCED_OPEN_WINDOW_MS, left_open_ms: door.left_open_ms };
  const other: Settings = { ...today, ...asked };
  const alarms = judgeNoise(events, { ...today, timezone: door.timezone });
  const causes = CAUSES.map((cause) => ({
    cause,
    count: alarms.filter((one) => one.cause === cause).length,
  }));
  return {
    lock: { id: door.id, name: door.name, place: door.place },
    location: door.location,
    since: toTimestamp(from),
    settings: today,
    alarms: alarms.length,
    nuisance: alarms.filter(({ cause }) => cause !== null).length,
    causes: causes.filter(({ count }) => count > 0) as { cause: Cause; count: number }[],
    replay: {
      settings: other,
      forced: compared(events, 'door.forced', new Set(replay(events, other).forced.map(({ at }) => at))),
      left_open: afterLimit(events, other),
    },
  };
}

interface Compared {
  /** Reported live. */
  before: number;
  /** Of those, so many would not have been. */
  ended: number;
  /** Of the ended ones, so many were said to be real. */
  hidden: number;
  /** That were not reported live. */
  added: number;
}

function compared(events: readonly PastEvent[], type: string, after: ReadonlySet<number>): Compared {
  const live = events.filter((event) => event.type === type);
  const ended = live.filter(({ at }) => !after.has(at));
  const was = new Set(live.map(({ at }) => at));
  const added = [...after].filter((at) => !was.has(at)).length;
  const hidden = ended.filter(({ is_real }) => is_real).length;
  return { before: live.length, ended: ended.length, hidden, added };
}

/** Another limit reports the same opening at another time: it is one by its opening. */
function afterLimit(events: readonly PastEvent[], settings: Settings): Compared {
  const after = replay(events, settings).left_open;
  const openings = events.filter(({ type }) => type === 'door.opened').map(({ at }) => at);
  const openingOf = (at: number) => lastUpTo(openings, at) ?? at;
  const kept = new Set(after.map(openingOf));
  const live = events
    .filter(({ type }) => type === 'door.left_open')
    .map((event) => ({ ...event, at: openingOf(event.at) }));
  return compared(live, 'door.left_open', kept);
}

/** The last of these times, in sequence, that is not behind another. */
function lastUpTo(times: readonly number[], at: number): number | undefined {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) <= at) low = middle + 1;
    else high = middle;
  }
  return times[low - 1];
}
