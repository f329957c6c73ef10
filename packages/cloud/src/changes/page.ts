import type { EventType } from '@door-access/protocol';
import type { Context } from '../context.js';
import type { Caller } from '../http/endpoint.js';
import type { Horizon } from './horizon.rules.js';
import { cursorOf, endAt, type Position } from './position.js';
import { type Change, type ChangeRow, changesOf, SCAN } from './rows.js';

/** What a reader is shown. */
export interface Reading {
  caller: Pick<Caller, 'accountId' | 'locationId'>;
  types: readonly EventType[];
}

export interface Page {
  data: (Change & { cursor: string })[];
  next: Position;
  hasMore: boolean;
}

/** Transactions and clocks that differ: what has a higher number may have been recorded so much earlier. */
const DAY_MS = 24 * 3_600_000;
/** Changes that are looked at for one page. */
const MAX_LOOKED_AT = 3_000;

export const recordedSince = ({ at }: Position): Date => new Date(Math.max(0, at - DAY_MS));

/**
 * The next changes after a position, up to the horizon. Where what is wanted is rare, a page ends before it is full, with
 * more to read behind it: its cost does not depend on how much lies between.
 */
export async function readPage(
  context: Pick<Context, 'pool' | 'secrets' | 'clock'>,
  { caller, types }: Reading,
  after: Position,
  horizon: Horizon,
  limit: number,
): Promise<Page> {
  const { safe, epoch } = horizon;
  const { rows, end } =
    types.length === 0 || safe <= after.seq
      ? { rows: [], end: null }
      : await readRows(context, { caller, types }, after, { safe, epoch }, limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1) && positionOf(shown.at(-1) as ChangeRow, epoch);
  const more = last && rows.length > limit ? last : end;
  const changes = await changesOf(context.pool, shown);
  return {
    data: changes.map(({ row, change }) => ({
      cursor: cursorOf(context, caller, positionOf(row, epoch)),
      ...change,
    })),
    next: more ?? nextOf(context, horizon, last ?? after),
    hasMore: more !== null,
  };
}

/** Behind all that is decided, or still where the reader is: a process that has just begun may know of less. */
const nextOf = (context: Pick<Context, 'clock'>, horizon: Horizon, from: Position): Position =>
  horizon.safe < from.seq ? from : endAt(context, horizon, from.at);

export const positionOf = (
  { seq, recorded_at }: Pick<ChangeRow, 'seq' | 'recorded_at'>,
  epoch: number,
): Position => ({ seq, at: recorded_at.getTime(), epoch });

/** `end`: up to where was looked, where that is not the horizon. */
async function readRows(
  { pool }: Pick<Context, 'pool'>,
  { caller, types }: Reading,
  after: Position,
  { safe, epoch }: Pick<Horizon, 'safe' | 'epoch'>,
  count: number,
): Promise<{ rows: ChangeRow[]; end: Position | null }> {
  const { accountId, locationId } = caller;
  const range = [accountId, after.seq, safe, recordedSince(after), types, locationId];
  const found = await SCAN.rows(pool, [...range, MAX_LOOKED_AT, count]);
  const last = found.at(-1);
  return {
    rows: found.filter(({ is_wanted }) => is_wanted),
    end: last?.is_end ? positionOf(last, epoch) : null,
  };
}
