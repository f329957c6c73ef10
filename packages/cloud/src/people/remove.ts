import type { AuditAction } from '../audit/actions.rules.js';
import { byCaller, recordAudit } from '../audit/record.js';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import { announcing, type Change } from '../events/announce.js';
import type { Caller, Manager } from '../http/endpoint.js';
import type { KeyState } from '../keys/key.rules.js';
import { markReturned } from '../keys/transitions.js';
import { lockingSystemOf } from '../locking-system/port.js';
import { erasePerson } from './erase.js';
import { personEntry } from './insert.js';
import { PERSON, PERSON_COLUMNS, type PersonRow, toPerson } from './read.js';

const LOCK_PERSON = sql.statement(
  'person-lock',
  `select ${PERSON_COLUMNS}, p.deleted_at is not null as deleted from person p join location o on o.id = p.location_id
   where p.id = $1 and ${sql.isWithin('p', '$2')} for update of p`,
  { ...PERSON, deleted: sql.bool },
);

const LOCK_KEYS = sql.statement(
  'person-lock-keys',
  'select id, state from access_key where person_id = $1 order by id for update',
  { id: sql.int, state: sql.orNull(sql.narrow<KeyState>(sql.text)) },
);

const DELETE = sql.statement('person-delete', 'update person set deleted_at = $2 where id = $1');

/**
 * Deletes a person, keys first. `hard` erases personal data for good, of one deleted before too.
 * @throws 404, 403 `forbidden` for a managed person, 503 where keys would have to be revoked and the server has that
 * off, 409 `locksys_rejected`
 */
export async function deletePerson(
  context: Context,
  caller: Caller | Manager,
  id: string,
  hard: boolean,
): Promise<void> {
  await lockingSystemOf(context).guard(() =>
    announcing(context, (client, announce) =>
      deletePersonWithin({ context, client, announce, by: byCaller(caller) }, caller, id, hard),
    ),
  );
}

/** The same within a transaction of the caller, who guards the locking system too. */
export async function deletePersonWithin(
  change: Change,
  caller: Pick<Caller, 'locationId'>,
  id: string,
  hard: boolean,
): Promise<void> {
  const { context, client } = change;
  const person = await LOCK_PERSON.row(client, [id, caller.locationId]);
  if (!person || (person.deleted && !hard)) throw new ApiError('not_found');
  if (person.managed) throw new ApiError('forbidden');
  if (!person.deleted) {
    const mayHaveKeys = context.config.KEY_REVOCATION;
    await removePerson(change, person, { mayHaveKeys, erase: hard });
    await lockingSystemOf(context).deletePerson(id);
  } else {
    await erasePerson(client, context, person);
    await recordAudit(client, context, personEntry(person, change.by, 'person.erase'));
  }
}

/**
 * Returns the person's keys, each reported, and then the person is gone: `person.deleted`.
 * @throws 503 where there are keys and there may be none
 */
export async function removePerson(
  change: Change,
  person: PersonRow,
  { mayHaveKeys = true, erase = false } = {},
): Promise<void> {
  const { context, client, announce, by } = change;
  const now = context.clock.now();
  const keys = await LOCK_KEYS.rows(client, [person.id]);
  if (!mayHaveKeys && keys.some(({ state }) => state !== 'returned'))
    throw new ApiError('revocation_not_available');
  // Including returned keys: they may have a pending invitation.
  const ids = keys.map(({ id }) => id);
  if (ids.length > 0) await markReturned(change, ids, now);
  if (erase) await erasePerson(client, context, person);
  else await DELETE.count(client, [person.id, new Date(now)]);
  const { id, name, email, location } = toPerson(person);
  const actions: AuditAction[] = erase ? ['person.delete', 'person.erase'] : ['person.delete'];
  announce({
    type: 'person.deleted',
    location_id: person.location_id,
    data: { id, name, email, location },
    audits: actions.map((action) => personEntry(person, by, action)),
  });
}
