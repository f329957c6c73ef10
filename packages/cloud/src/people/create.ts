import type { PoolClient } from 'pg';
import type { Actor, AuditEntry } from '../audit/entry.rules.js';
import { byCaller } from '../audit/record.js';
import type { Context, Database } from '../context.js';
import { ApiError, type ErrorDetail } from '../errors.js';
import { announcing, type Change } from '../events/announce.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { lockingSystemOf } from '../locking-system/port.js';
import { isReservedName, type ToldFields } from './person.rules.js';
import { PERSON_COLUMNS, type PersonRow, toPerson } from './read.js';

export interface NewPerson extends ToldFields {
  /** The caller's own when left out. */
  location_id?: number | undefined;
}

/**
 * Makes a person, or finds the one that all given identifiers, phone and e-mail, belong to (decisions, "Person").
 * Fields come normalised.
 * @throws 422 on `name` (`reserved_name`) and `location_id`, 409 `locksys_rejected`
 */
export async function createPerson(
  context: Context,
  caller: Caller | Manager,
  wanted: NewPerson,
): Promise<{ person: PersonRow; created: boolean }> {
  return lockingSystemOf(context).guard(() =>
    announcing(context, (client, announce) =>
      createPersonWithin({ context, client, announce, by: byCaller(caller) }, caller, wanted),
    ),
  );
}

/** The same within a transaction of somebody else's, who guards the locking system too. */
export async function createPersonWithin(
  change: Change,
  caller: Pick<Caller, 'accountId' | 'locationId'>,
  wanted: NewPerson,
): Promise<{ person: PersonRow; created: boolean }> {
  const { context, client } = change;
  const { location_id = caller.locationId, ...fields } = wanted;
  const details = await personFaults(context, client, caller, { name: fields.name, location_id });
  if (details.length > 0) throw new ApiError('validation_failed', { details });
  const identifiers = [fields.phone, fields.email].filter((one) => one !== '');
  if (identifiers.length > 0) {
    await lockIdentifiers(client, caller.accountId, identifiers);
    const known = await findDuplicate(client, caller, fields);
    if (known) return { person: known, created: false };
  }
  const person = {
    id: context.ids.uuid(),
    account_id: caller.accountId,
    location_id,
    managed: false,
    ...fields,
  };
  return { person: await insertPerson(change, person), created: true };
}

export function personEntry(
  person: PersonRow,
  actor: Actor,
  action: string,
  details?: AuditEntry['details'],
): AuditEntry {
  const { id, account_id, location_id } = person;
  return {
    account_id,
    actor,
    action,
    subject: { type: 'person', id, name: '' },
    location_id,
    ...(details ? { details } : {}),
  };
}

export type PersonToInsert = Omit<PersonRow, 'seq' | 'location_name'>;

/** Writes a new person, tells the locking system, and announces `person.created`. */
export async function insertPerson(
  { context, client, announce, by }: Change,
  person: PersonToInsert,
): Promise<PersonRow> {
  const { rows } = await client.query<PersonRow>(
    `with p as (
       insert into person (id, account_id, location_id, name, email, phone, company_name, title, language, managed, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning *)
     select ${PERSON_COLUMNS} from p join location o on o.id = p.location_id`,
    [
      person.id,
      person.account_id,
      person.location_id,
      person.name,
      person.email,
      person.phone,
      person.company_name,
      person.title,
      person.language,
      person.managed,
      new Date(context.clock.now()),
    ],
  );
  const row = rows[0] as PersonRow;
  announce({
    type: 'person.created',
    location_id: row.location_id,
    data: toPerson(row),
    audits: [personEntry(row, by, 'person.create')],
  });
  // A managed person is the locking system's own news.
  if (!row.managed) await lockingSystemOf(context).savePerson(row);
  return row;
}

/** What is wrong with a person beyond the form of each field; fields left out are not looked at. */
export async function personFaults(
  context: Context,
  database: Database,
  caller: Pick<Caller, 'locationId'>,
  { name, location_id }: { name?: string | undefined; location_id?: number | undefined },
): Promise<ErrorDetail[]> {
  return [
    ...(name === undefined ? [] : reservedName(context, name)),
    ...(location_id === undefined ? [] : await unknownLocation(database, caller, location_id)),
  ];
}

function reservedName(context: Context, name: string): ErrorDetail[] {
  if (!isReservedName(name, context.config.SERVICE_NAME)) return [];
  return [{ field: 'name', code: 'reserved_name', message: 'is reserved for the service itself' }];
}

async function unknownLocation(
  database: Database,
  caller: Pick<Caller, 'locationId'>,
  locationId: number,
): Promise<ErrorDetail[]> {
  const { rowCount } = await database.query(
    'select from location_ancestor where location_id = $1 and ancestor_id = $2',
    [locationId, caller.locationId],
  );
  if (rowCount) return [];
  return [
    { field: 'location_id', code: 'invalid', message: "must be the API key's location or one below it" },
  ];
}

/** Two requests with the same phone or e-mail wait for each other, so that the second finds what the first made. */
async function lockIdentifiers(
  client: PoolClient,
  accountId: number,
  identifiers: readonly string[],
): Promise<void> {
  const names = identifiers.map((identifier) => `person/${accountId}/${identifier}`).sort();
  await client.query(
    'select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest($1::text[]) as t(name)',
    [names],
  );
}

async function findDuplicate(
  client: PoolClient,
  caller: Pick<Caller, 'accountId' | 'locationId'>,
  { phone, email }: ToldFields,
): Promise<PersonRow | undefined> {
  const values: unknown[] = [caller.accountId, caller.locationId];
  const equals = (column: string, value: string) =>
    value === '' ? '' : ` and p.${column} = $${values.push(value)} and p.${column} <> ''`;
  const { rows } = await client.query<PersonRow>(
    `select ${PERSON_COLUMNS} from person p join location o on o.id = p.location_id
     join location_ancestor a on a.location_id = p.location_id and a.ancestor_id = $2
     where p.account_id = $1 and p.deleted_at is null${equals('phone', phone)}${equals('email', email)}
     order by p.seq limit 1`,
    values,
  );
  return rows[0];
}
