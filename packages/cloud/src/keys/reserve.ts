import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import type { Caller } from '../http/endpoint.js';
import { builtinLockingSystem, lockingSystemOf } from '../locking-system/port.js';
import { reasonOf } from '../reason.js';
import { requireFree } from './entitlement.js';
import { keyFaults, type NewKey } from './faults.js';

/* A new key and the locking system: an id is reserved, the system learns of it, and then the key is written. */

/** The id that the locking system knows; null where our own database is the system. */
export type ReservedKey = NewKey & { id: number | null };

export const NEXT_ID = "nextval(pg_get_serial_sequence('access_key', 'id'))";

const RESERVE_ID = sql.statement('key-reserve-id', `select ${NEXT_ID}::int as id`, { id: sql.int });

const OUTCOME = sql.statement(
  'key-outcome',
  `select exists (select from access_key where id = $1) as is_written,
     exists (select from person where id = $2 and deleted_at is null) as is_alive`,
  { is_written: sql.bool, is_alive: sql.bool },
);

type Scope = Pick<Caller, 'accountId' | 'locationId'>;

/**
 * Runs `finish` with the id that the locking system learned. No transaction is open while the system answers. A key
 * that is not written then, or another one in its place, is taken back there.
 * @throws 422 on the fields, 409 `locksys_rejected`, and what `finish` throws
 */
export async function withReservedKey<T extends { id: number }>(
  context: Context,
  caller: Scope,
  wanted: NewKey,
  finish: (key: ReservedKey) => Promise<T>,
): Promise<T> {
  const system = lockingSystemOf(context);
  const work = async (): Promise<T> => {
    if (system === builtinLockingSystem) return finish({ ...wanted, id: null });
    const reserved = await reserve(context, caller, wanted);
    let made: T | undefined;
    try {
      made = await finish(reserved);
      return made;
    } finally {
      if (made?.id !== reserved.id) await takeBack(context, reserved);
    }
  };
  const made = await system.guard(work);
  context.nudge.emit('notice');
  return made;
}

/** Checks the key, and saves it in the system. */
async function reserve(
  context: Context,
  caller: Scope,
  wanted: NewKey,
): Promise<ReservedKey & { id: number }> {
  const { pool, clock } = context;
  const now = new Date(clock.now());
  const { starts_at = now, expires_at = null, name } = wanted;
  const { details, place, person } = await keyFaults(pool, caller, wanted, now);
  if (!person || details.length > 0) throw new ApiError('validation_failed', { details });
  await requireFree(pool, caller.accountId, place.phone_key_limit, now.getTime());
  const { id } = await RESERVE_ID.one(pool);
  await lockingSystemOf(context).saveKey({
    id,
    name,
    state: null,
    location_id: place.location_id,
    person: { id: person.person_id, name: person.person_name, email: person.email },
    security_groups: [...new Set(wanted.security_groups)],
    starts_at,
    expires_at,
  });
  return { ...wanted, starts_at, id };
}

/** Deletes an unwritten key there, and its person if that was deleted meanwhile and the key brought it back. */
async function takeBack(context: Context, { id, person_id }: ReservedKey & { id: number }) {
  const { pool, log } = context;
  const system = lockingSystemOf(context);
  try {
    const { is_written, is_alive } = await OUTCOME.one(pool, [id, person_id]);
    if (is_written) return;
    await system.deleteKey(id);
    if (!is_alive) await system.deletePerson(person_id);
  } catch (error) {
    log.error(
      { key_id: id, reason: reasonOf(error) },
      'a key that was not issued is still in the locking system',
    );
  }
}
