import type { PoolClient } from 'pg';
import { byCaller, recordAudit } from '../audit/record.js';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import { announcing, type Change } from '../events/announce.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { markReturned } from '../keys/transitions.js';
import { lockingSystemOf } from '../locking-system/port.js';
import { eraseNotices } from '../notify/enqueue.js';
import { personEntry } from './create.js';
import { PERSON_COLUMNS, type PersonRow, toPerson } from './read.js';

/**
 * Deletes a person, keys first (decisions, "Person"). `hard` erases personal data for good, of one deleted before too.
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
    announcing(context, async (client, announce) => {
      const person = await lockAnyPerson(client, caller, id);
      if (!person || (person.deleted && !hard)) throw new ApiError('not_found');
      if (person.managed) throw new ApiError('forbidden');
      const change = { context, client, announce, by: byCaller(caller) };
      if (!person.deleted) {
        if (!context.config.KEY_REVOCATION && (await hasKeys(client, id)))
          throw new ApiError('revocation_not_available');
        await removePerson(change, person);
        await lockingSystemOf(context).deletePerson(id);
      }
      if (hard) {
        await erasePerson(client, id);
        await recordAudit(client, context, personEntry(person, change.by, 'person.erase'));
      }
    }),
  );
}

/** Returns the person's keys, each told, and then the person is gone: `person.deleted`. */
export async function removePerson(change: Change, person: PersonRow): Promise<void> {
  const { context, client, announce, by } = change;
  const now = context.clock.now();
  const { rows } = await client.query<{ id: number }>(
    "select id from access_key where person_id = $1 and state is distinct from 'returned' order by id for update",
    [person.id],
  );
  await markReturned(
    change,
    rows.map((key) => key.id),
    now,
  );
  await client.query('update person set deleted_at = $2 where id = $1', [person.id, new Date(now)]);
  const { id, name, email, location } = toPerson(person);
  await recordAudit(client, context, personEntry(person, by, 'person.delete'));
  announce({ type: 'person.deleted', location_id: person.location_id, data: { id, name, email, location } });
}

/** Keys and invitations lose the person by their foreign keys; history keeps no foreign keys. */
async function erasePerson(client: PoolClient, id: string): Promise<void> {
  await eraseNotices(client, id);
  await client.query('update event set person_id = null where person_id = $1', [id]);
  await client.query('delete from person where id = $1', [id]);
}

async function hasKeys(client: PoolClient, personId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from access_key where person_id = $1 and state is distinct from 'returned' limit 1",
    [personId],
  );
  return (rowCount ?? 0) > 0;
}

async function lockAnyPerson(
  client: PoolClient,
  caller: Pick<Caller, 'locationId'>,
  id: string,
): Promise<(PersonRow & { deleted: boolean }) | undefined> {
  const { rows } = await client.query<PersonRow & { deleted: boolean }>(
    `select ${PERSON_COLUMNS}, p.deleted_at is not null as deleted from person p join location o on o.id = p.location_id
     where p.id = $1 and exists (
       select from location_ancestor a where a.location_id = p.location_id and a.ancestor_id = $2)
     for update of p`,
    [id, caller.locationId],
  );
  return rows[0];
}
