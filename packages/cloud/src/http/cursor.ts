import { createHmac, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import type { Caller } from './endpoint.js';

const MAC_BYTES = 16;
const CURSOR_KEY = 'cursor';

/** The scope of a cursor: one list of one caller's location with one set of filters. */
export interface CursorBinding {
  /** The list's name, such as `GET /events`. */
  list: string;
  caller: Pick<Caller, 'accountId' | 'locationId'>;
  /** The parsed query; `cursor` and `limit` in it do not count, so a caller may change the page size on the way. */
  filters: object;
}

type Keyring = Pick<Context, 'secrets'>;

/** The position of a page's last row as opaque text. Anyone can decode it, so it must hold no secret. */
export function encodeCursor(context: Keyring, binding: CursorBinding, position: unknown): string {
  const text = Buffer.from(JSON.stringify(position));
  return Buffer.concat([mac(context.secrets.derive(CURSOR_KEY), binding, text), text]).toString('base64url');
}

/** Throws `invalid_request` (400) for anything but a cursor that this list gave out for these filters. */
export function decodeCursor<T extends z.ZodType>(
  context: Keyring,
  binding: CursorBinding,
  cursor: string,
  position: T,
): z.output<T> {
  const bytes = Buffer.from(cursor, 'base64url');
  const given = bytes.subarray(0, MAC_BYTES);
  const text = bytes.subarray(MAC_BYTES);
  if (bytes.toString('base64url') !== cursor || given.length < MAC_BYTES) throw badCursor();
  const known = context.secrets.keysFor(CURSOR_KEY);
  if (!known.some((key) => timingSafeEqual(given, mac(key, binding, text)))) throw badCursor();
  // Genuine, but perhaps given out by an older release.
  const parsed = position.safeParse(JSON.parse(text.toString()));
  if (!parsed.success) throw badCursor();
  return parsed.data;
}

/** The position in a cursor that may be anyone's; undefined where it has none. */
export function peekCursor<Position>(cursor: string, position: z.ZodType<Position>): Position | undefined {
  try {
    const text = Buffer.from(cursor, 'base64url').subarray(MAC_BYTES).toString();
    return position.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** A page out of up to `limit + 1` rows: the row too many only says that there is more. */
export function pageOf<Row, Item>(
  context: Keyring,
  binding: CursorBinding,
  rows: readonly Row[],
  limit: number,
  toPosition: (last: Row) => unknown,
  toItem: (row: Row) => Item,
): { data: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next_cursor =
    rows.length > limit && last !== undefined ? encodeCursor(context, binding, toPosition(last)) : null;
  return { data: shown.map(toItem), next_cursor };
}

function mac(key: Buffer, binding: CursorBinding, text: Buffer): Buffer {
  const { list, caller } = binding;
  const bound = JSON.stringify([list, caller.accountId, caller.locationId, canonical(binding.filters)]);
  return createHmac('sha256', key).update(`${bound}\n`).update(text).digest().subarray(0, MAC_BYTES);
}

function canonical(filters: object): unknown[] {
  return Object.entries(filters)
    .filter(([name, value]) => name !== 'cursor' && name !== 'limit' && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function badCursor(): ApiError {
  return new ApiError('invalid_request', {
    message: 'The cursor is not one that this list gave out for these filters.',
  });
}
