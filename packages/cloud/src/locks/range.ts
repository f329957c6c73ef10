import type { EventType } from '@door-access/protocol';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { listEvents } from '../events/read.js';
import { type Kept, whyOf } from '../events/why.rules.js';
import { doorBetween, type Mark } from './history.js';
import type { Bands } from './history.rules.js';
import { MAX_SHOWN, type Step, stepOf, stepsOf } from './range.rules.js';

/* A range of a door's past, from a second to a month: what it reads does not grow with what happened in it. */

/** What is counted of one type. */
const MAX_COUNTED = 20_000;

const COUNTS = sql.statement(
  'door-counts',
  `select t.type, floor(extract(epoch from m.occurred_at - $3::timestamptz) * 1000 / $5::float8)::int as step, count(*)::int as count
   from unnest($2::text[]) as t(type) cross join lateral (
     select occurred_at from event where lock_id = $1 and type = t.type and occurred_at >= $3 and occurred_at < $4
     order by occurred_at desc limit ${MAX_COUNTED}) m
   group by 1, 2`,
  { type: sql.present(sql.text), step: sql.present(sql.int), count: sql.present(sql.int) },
);

export interface DoorRange {
  /** Null where the events are counted. */
  bands: Bands | null;
  /** All events; where they are counted, the alarms alone. */
  marks: Mark[];
  step_ms: number;
  /** Empty where the events are shown one by one. */
  steps: Step[];
  /** There is more than was counted. */
  is_cut: boolean;
}

type Lock = { id: number; locationId: number };
type Types = readonly EventType[];

export async function doorRange(
  context: Pick<Context, 'pool' | 'clock'>,
  lock: Lock,
  types: Types,
  from: number,
  to: number,
): Promise<DoorRange> {
  const step_ms = stepOf(from, to);
  const { bands, marks, known_until } = await doorBetween(context, lock, types, from, to, MAX_SHOWN);
  if (known_until >= to) return { bands, marks, step_ms, steps: [], is_cut: false };
  const [counted, alarms] = await Promise.all([
    countsOf(context, lock.id, types, from, to, step_ms),
    listEvents(context, {
      locationId: lock.locationId,
      lockId: lock.id,
      types: types.filter((type) => type === 'door.forced' || type === 'door.left_open'),
      since: new Date(from),
      until: new Date(to),
      order: 'asc',
      limit: MAX_SHOWN,
    }),
  ]);
  return {
    bands: null,
    marks: alarms.map((row) => ({
      id: row.id,
      at: row.occurred_at.getTime(),
      type: row.type,
      who: row.person?.name ?? null,
      reason: row.reason,
      why: whyOf(row.type, row.explanation as Kept | null),
    })),
    step_ms,
    ...counted,
  };
}

/** Events by steps of one length. */
export async function countsOf(
  { pool }: Pick<Context, 'pool'>,
  lockId: number,
  types: Types,
  from: number,
  to: number,
  stepMs: number,
): Promise<{ steps: Step[]; is_cut: boolean }> {
  const rows = await COUNTS.rows(pool, [lockId, types, new Date(from), new Date(to), stepMs]);
  const totals = new Map<string, number>();
  for (const { type, count } of rows) totals.set(type, (totals.get(type) ?? 0) + count);
  return {
    steps: stepsOf(rows, from, stepMs),
    is_cut: [...totals.values()].some((total) => total >= MAX_COUNTED),
  };
}
