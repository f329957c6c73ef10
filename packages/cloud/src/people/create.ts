import type { PoolClient } from 'pg';
import type { Actor } from '../audit/entry.rules.js';
import { byCaller } from '../audit/record.js';
import type { Context, Database, Last } from '../context.js';
import * as sql from '../database/statement.js';
import type { Enqueued } from '../deliveries/enqueue.js';
import { ApiError, type ErrorDetail } from '../errors.js';
import { announcing, type Change } from '../events/announce.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { builtinLockingSystem, lockingSystemOf } from '../locking-system/port.js';
import { type InsertedRow, insertPerson, type PersonToInsert } from './insert.js';
import { isReservedName, type ReportedFields } from './person.rules.js';
import type { PersonRow } from './read.js';

export interface NewPerson extends ReportedFields {
  /** The caller's own when left out. */
  location_id?: number | undefined;
}

export interface MadePerson {
  person: PersonRow;
  created: boolean;
}

/**
 * Makes a person, or finds the one that all given identifiers, phone and e-mail, belong to.
 * Fields come normalised.
 * @throws 422 on `name` (`reserved_name`) and `location_id`, 409 `locksys_rejected`
 */
export async function createPerson(
  context: Context,
  caller: Caller | Manager,
  wanted: NewPerson,
): Promise<MadePerson> {
  const by = byCaller(caller);
  const system = lockingSystemOf(context);
  if (system === builtinLockingSystem && identifiersOf(wanted).length === 0) {
    // Nothing to wait for and no system to ask: the statement is the whole transaction.
    await requireRightPerson(context, context.pool, caller, wanted);
    const row = await put(context, context.pool, caller, newPerson(context, caller, wanted), by);
    if (row.deliveries > 0) context.nudge.emit('delivery');
    if (row.created) context.nudge.emit('change', row.account_id);
    return made(row);
  }
  return system.guard(() =>
    announcing(context, (client, announce, last) =>
      createPersonWithin({ context, client, announce, by }, caller, wanted, last),
    ),
  );
}

/**
 * The same within a transaction of the caller, who guards the locking system too, and gives `last` where nothing
 * comes after.
 */
export async function createPersonWithin(
  { context, client, announce, by }: Change,
  caller: Pick<Caller, 'accountId' | 'locationId'>,
  wanted: NewPerson,
  last: Last = (send) => send(),
): Promise<MadePerson> {
  await requireRightPerson(context, client, caller, wanted);
  const system = lockingSystemOf(context);
  const person = newPerson(context, caller, wanted);
  const locked = lockIdentifiers(client, caller.accountId, identifiersOf(wanted));
  const isLast = system === builtinLockingSystem;
  const written = put(context, client, caller, person, by, isLast ? last : undefined);
  // Sent one behind the other; where the first fails, so does the second.
  const [row] = await Promise.all([written, locked]);
  announce.enqueued(enqueuedBy(row));
  if (row.created) await system.savePerson(row);
  return made(row);
}

/** Writes a person whom the locking system reported, and announces `person.created`. */
export async function insertManagedPerson(
  { context, client, announce, by }: Change,
  person: Omit<PersonToInsert, 'managed'>,
): Promise<void> {
  const options = { within: person.location_id, unless: {} };
  const row = await insertPerson(context, client, by, { ...person, managed: true }, options);
  if (row) announce.enqueued(enqueuedBy(row));
}

const enqueuedBy = ({ deliveries, created, account_id }: InsertedRow): Enqueued => ({
  deliveries,
  accounts: created ? [account_id] : [],
});

function newPerson(
  context: Context,
  caller: Pick<Caller, 'accountId' | 'locationId'>,
  { location_id = caller.locationId, ...fields }: NewPerson,
): PersonToInsert {
  return { id: context.ids.uuid(), account_id: caller.accountId, location_id, managed: false, ...fields };
}

/** Without identifiers no one is a duplicate. @throws 422 on `location_id` */
async function put(
  context: Context,
  database: Database,
  caller: Pick<Caller, 'locationId'>,
  person: PersonToInsert,
  by: Actor,
  last: Last = (send) => send(),
): Promise<InsertedRow> {
  const options = { within: caller.locationId, unless: person };
  const row = await last(() => insertPerson(context, database, by, person, options));
  if (!row) throw new ApiError('validation_failed', { details: [LOCATION_OUTSIDE] });
  return row;
}

const made = ({ created, deliveries: _, ...person }: InsertedRow): MadePerson => ({ person, created });

const identifiersOf = ({ phone, email }: NewPerson) => [phone, email].filter((one) => one !== '');

/** The location is judged by the statement that makes the person, unless the name is wrong already. */
async function requireRightPerson(
  context: Context,
  database: Database,
  caller: Pick<Caller, 'locationId'>,
  { name, location_id }: NewPerson,
): Promise<void> {
  if (reservedName(context, name).length === 0) return;
  const details = await personFaults(context, database, caller, { name, location_id });
  throw new ApiError('validation_failed', { details });
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
  const isInside = await LOCATION_INSIDE.count(database, [locationId, caller.locationId]);
  return isInside ? [] : [LOCATION_OUTSIDE];
}

const LOCATION_OUTSIDE: ErrorDetail = {
  field: 'location_id',
  code: 'invalid',
  message: "must be the API key's location or one below it",
};

const LOCATION_INSIDE = sql.statement(
  'location-inside',
  `select where ${sql.isLocationWithin('$1::int', '$2::int')} and exists (select from location where id = $1::int and ended_at is null)`,
);

const LOCK_IDENTIFIERS = sql.statement(
  'person-lock-identifiers',
  'select from unnest($1::text[]) as t(name), pg_advisory_xact_lock(hashtextextended(name, 0))',
);

/** Two requests with the same phone or e-mail wait for each other, so that the second finds what the first made. */
async function lockIdentifiers(
  client: PoolClient,
  accountId: number,
  identifiers: readonly string[],
): Promise<void> {
  if (identifiers.length === 0) return;
  const names = identifiers.map((identifier) => `person/${accountId}/${identifier}`).sort();
  await LOCK_IDENTIFIERS.count(client, [names]);
}
