import { z } from 'zod';
import type { Context, Database } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import { decodeCursor, encodeCursor } from '../http/cursor.js';
import type { Caller } from '../http/endpoint.js';
import type { Horizon } from './horizon.rules.js';

/** Behind a change, or where a reader had nothing more to read. */
export interface Position {
  seq: number;
  /** About when, Unix milliseconds. What comes behind it was recorded no more than a day before. */
  at: number;
  epoch: number;
}

type Owner = Pick<Caller, 'accountId' | 'locationId'>;
type Keyring = Pick<Context, 'secrets'>;

const Encoded = z.union([
  z.tuple([z.int(), z.int(), z.int()]),
  z.tuple([z.int(), z.literal('oldest')]),
  z.tuple([z.literal('beginning')]),
]);

/** From the oldest change that is kept when it is read, as nothing was read so far. */
const BEGINNING: Position = { seq: 0, at: 0, epoch: 0 };

/**
 * Where nothing more is to be read. What waits for being decided may have been recorded long ago.
 * @param at of the last change that was read, or of where the reading began
 */
export const endAt = (
  { clock }: Pick<Context, 'clock'>,
  { safe, last, epoch }: Horizon,
  at = 0,
): Position => ({ seq: safe, at: safe === last ? clock.now() : at, epoch });

/** Of an account's location: any key there goes on with it, whatever it asks for. */
const bindingOf = ({ accountId, locationId }: Owner) => ({
  list: 'GET /changes',
  caller: { accountId, locationId },
  filters: {},
});

export const cursorOf = (keys: Keyring, owner: Owner, { seq, at, epoch }: Position): string =>
  encodeCursor(keys, bindingOf(owner), seq === 0 && at === 0 ? ['beginning'] : [seq, at, epoch]);

/** Before the oldest change that is kept, as long as nothing more is forgotten. */
const oldestCursorOf = (keys: Keyring, owner: Owner, floor: number): string =>
  encodeCursor(keys, bindingOf(owner), [floor, 'oldest']);

/** Up to where changes may have been forgotten, and where the database went on from when its past became another one. */
const KNOWN = sql.statement(
  'changes-known',
  `select (select seq from change_floor) as floor,
          (select min(e.from_seq) from change_epoch e where e.id > $1) as set_back`,
  { floor: sql.present(sql.bigint), set_back: sql.orNull(sql.bigint) },
  { brief: true },
);

export async function oldestCursor(context: Keyring & Pick<Context, 'pool'>, owner: Owner): Promise<string> {
  const { floor } = await KNOWN.one(context.pool, [0]);
  return oldestCursorOf(context, owner, floor);
}

/**
 * Where a reader goes on; null: from the oldest change that is kept. What was given out before the database was set back,
 * or moved, leads to where it went on from, so that nothing is missed.
 * @throws 400 for what was not given out at this location, 410 where changes behind it may have been forgotten
 */
export async function positionAt(
  context: Keyring & { pool: Database },
  owner: Owner,
  cursor: string | undefined,
): Promise<Position> {
  const [seq, at, epoch] =
    cursor === undefined ? ['beginning' as const] : decodeCursor(context, bindingOf(owner), cursor, Encoded);
  if (seq === 'beginning') return BEGINNING;
  const { floor, set_back } = await KNOWN.one(context.pool, [epoch ?? 0]);
  if (seq < floor)
    throw new ApiError('cursor_expired', { more: { oldest_cursor: oldestCursorOf(context, owner, floor) } });
  if (at === 'oldest') return BEGINNING;
  return { seq: Math.min(seq, set_back ?? seq), at, epoch: epoch as number };
}
