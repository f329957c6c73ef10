import type { PoolClient } from 'pg';
import { byCaller, recordAudit } from '../audit/record.js';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import { announcing, type Change } from '../events/announce.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { lockingSystemOf } from '../locking-system/port.js';
import { personFaults } from './create.js';
import { personEntry } from './insert.js';
import { changedFields, type ReportedFields } from './person.rules.js';
import { PERSON, PERSON_COLUMNS, type PersonRow, toPerson } from './read.js';

const UPDATE = sql.statement(
  'person-update',
  `with p as (
     update person set name = $2, email = $3, phone = $4, company_name = $5, title = $6, language = $7, location_id = $8
     where id = $1 returning *)
   select ${PERSON_COLUMNS} from p join location o on o.id = p.location_id`,
  PERSON,
);

const LOCK_LIVING = sql.statement(
  'person-lock-living',
  `select ${PERSON_COLUMNS} from person p join location o on o.id = p.location_id
   where p.id = $1 and p.deleted_at is null and ${sql.isWithin('p', '$2')} for update of p`,
  PERSON,
);

export type PersonChange = { [Field in keyof ReportedFields | 'location_id']?: PersonRow[Field] | undefined };

/**
 * Changes the fields given and leaves the rest.
 * @throws 404, 403 `forbidden` for a managed person, 422 on `name` and `location_id`, 409 `locksys_rejected`
 */
export async function updatePerson(
  context: Context,
  caller: Caller | Manager,
  id: string,
  change: PersonChange,
): Promise<PersonRow> {
  return lockingSystemOf(context).guard(() =>
    announcing(context, (client, announce) =>
      updatePersonWithin({ context, client, announce, by: byCaller(caller) }, caller, id, change),
    ),
  );
}

/** The same within a transaction of the caller, who guards the locking system too. */
export async function updatePersonWithin(
  within: Change,
  caller: Pick<Caller, 'accountId' | 'locationId'>,
  id: string,
  change: PersonChange,
): Promise<PersonRow> {
  const { context, client } = within;
  const before = await lockPerson(client, caller, id);
  if (before.managed) throw new ApiError('forbidden');
  const details = await personFaults(context, client, caller, change);
  if (details.length > 0) throw new ApiError('validation_failed', { details });
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const after = await writePerson(within, before, Object.assign({ ...before }, Object.fromEntries(given)));
  await lockingSystemOf(context).savePerson(after);
  return after;
}

/** Writes a person's fields, and announces what changed of those that are reported. */
export async function writePerson(
  { context, client, announce, by }: Change,
  before: PersonRow,
  wanted: PersonRow,
): Promise<PersonRow> {
  const { id, name, email, phone, company_name, title, language, location_id } = wanted;
  const values = [id, name, email, phone, company_name, title, language, location_id];
  const after = await UPDATE.one(client, values);
  const changed_fields = changedFields(before, after);
  const fields =
    after.location_id === before.location_id ? changed_fields : [...changed_fields, 'location_id'];
  const audit = personEntry(after, by, 'person.update', { fields });
  if (changed_fields.length > 0)
    announce({
      type: 'person.updated',
      location_id: after.location_id,
      data: { ...toPerson(after), changed_fields },
      audits: [audit],
    });
  else if (fields.length > 0) await recordAudit(client, context, audit);
  return after;
}

/** A living person, locked until the transaction ends. @throws 404 */
export async function lockPerson(
  client: PoolClient,
  caller: Pick<Caller, 'locationId'>,
  id: string,
): Promise<PersonRow> {
  const row = await LOCK_LIVING.row(client, [id, caller.locationId]);
  if (!row) throw new ApiError('not_found');
  return row;
}
