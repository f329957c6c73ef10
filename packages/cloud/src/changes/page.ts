import type { EventType } from '@door-access/protocol';
import type { Context } from '../context.js';
import type { Caller } from '../http/endpoint.js';
import type { Horizon } from './horizon.rules.js';
import { cursorOf, type Position } from './position.js';
import { type Change, type ChangeRow, changesOf, MERGE, SCAN } from './rows.js';

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
/** So many changes are looked at for each one that is wanted, before they are looked for by location and type. */
const LOOKED_AT = 4;

export const recordedSince = ({ at }: Position): Date => new Date(Math.max(0, at - DAY_MS));

/** The next changes after a position, up to the horizon. */
export async function readPage(
  context: Pick<Context, 'pool' | 'secrets' | 'clock'>,
  { caller, types }: Reading,
  after: Position,
  { safe, epoch }: Horizon,
  limit: number,
): Promise<Page> {
  const rows =
    types.length === 0 || safe <= after.seq
      ? []
      : await readRows(context, { caller, types }, after, safe, limit + 1);
  const shown = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const last = shown.at(-1);
  const next =
    hasMore && last
      ? positionOf(last, epoch)
      : { seq: Math.max(safe, after.seq), at: context.clock.now(), epoch };
  const changes = await changesOf(context.pool, shown);
  return {
    data: changes.map(({ row, change }) => ({
      cursor: cursorOf(context, caller, positionOf(row, epoch)),
      ...change,
    })),
    next,
    hasMore,
  };
}

export const positionOf = ({ seq, recorded_at }: ChangeRow, epoch: number): Position => ({
  seq,
  at: recorded_at.getTime(),
  epoch,
});

async function readRows(
  { pool }: Pick<Context, 'pool'>,
  { caller, types }: Reading,
  after: Position,
  safe: number,
  count: number,
): Promise<ChangeRow[]> {
  const { accountId, locationId } = caller;
  const range = [accountId, after.seq, safe, recordedSince(after), types, locationId];
  const atMost = count * LOOKED_AT;
  const [first, ...more] = await SCAN.rows(pool, [...range, atMost, count]);
  const found = first?.seq == null ? [] : ([first, ...more] as unknown as ChangeRow[]);
  if (found.length === count || (first?.looked ?? 0) < atMost) return found;
  return MERGE.rows(pool, [...range, count]);
}
