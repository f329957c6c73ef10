import { toTimestamp } from '@door-access/protocol';
import type { AuditAction } from '../audit/actions.rules.js';
import type { Actor, AuditEntry } from '../audit/entry.rules.js';
import { auditAfterIf, audited } from '../audit/record.js';
import type { Context, Database } from '../context.js';
import * as sql from '../database/statement.js';
import { INSERT_CHANGES, INSERT_DELIVERIES } from '../deliveries/enqueue.js';
import type { ReportedFields } from './person.rules.js';
import { PERSON, PERSON_COLUMNS, type PersonRow, toPerson } from './read.js';

export type PersonToInsert = Omit<PersonRow, 'seq' | 'location_name'>;

export interface InsertOptions {
  /** Whose the person's location must be, or be below. */
  within: number;
  /** A living person with exactly these, within the caller's location, is taken instead. */
  unless: Partial<Pick<ReportedFields, 'phone' | 'email'>>;
}

/**
 * One statement that makes a person with its audit entry and the deliveries of `person.created`, or finds the one that
 * `known` selects: all of it or nothing, for one round trip and, by itself, one commit. No row at all where the location
 * is outside the caller's.
 */
const inserting = (name: string, known: string) =>
  sql.statement(
    name,
    `with allowed as materialized (
       select where ${sql.isLocationWithin('$3::int', '$12::int')}
         and exists (select from location where id = $3::int and ended_at is null)),
     known as materialized (${known}),
     p as (
       insert into person (id, account_id, location_id, name, email, phone, company_name, title, language, managed, created_at)
       select $1::uuid, $2::int, $3::int, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text, $10::bool, $11::timestamptz
       where exists (select from allowed) and not exists (select from known) returning *),
     ${auditAfterIf(13, 'p')},
     e as materialized (
       select gen_random_uuid()::text as event_id, 'person.created' as type, p.location_id, null::int as lock_id, 1 as number, $11::timestamptz as created_at,
              jsonb_set($13::jsonb, '{location,name}', to_jsonb(o.name)) as data
       from p join location o on o.id = p.location_id),
     ch as (${INSERT_CHANGES}),
     delivered as (${INSERT_DELIVERIES} returning 1)
     select ${PERSON_COLUMNS}, true as created, (select count(*)::int from delivered) as deliveries
     from p join location o on o.id = p.location_id
     union all
     select ${PERSON_COLUMNS}, false, 0 from known p join location o on o.id = p.location_id where exists (select from allowed)`,
    { ...PERSON, created: sql.bool, deliveries: sql.int },
  );

/** Of several with these identifiers, the oldest. */
const insertingUnless = (name: string, identifiers: string) =>
  inserting(
    name,
    `select x.* from person x
     where x.account_id = $2::int and x.deleted_at is null and ${identifiers} and ${sql.isWithin('x', '$12::int')}
     order by x.seq limit 1`,
  );

const SAME_EMAIL = "x.email = $5::text and x.email <> ''";
const SAME_PHONE = "x.phone = $6::text and x.phone <> ''";
const INSERT = inserting('person-insert', 'select * from person where false');
const INSERT_UNLESS_EMAIL = insertingUnless('person-insert-email', SAME_EMAIL);
const INSERT_UNLESS_PHONE = insertingUnless('person-insert-phone', SAME_PHONE);
const INSERT_UNLESS_BOTH = insertingUnless('person-insert-phone-email', `${SAME_PHONE} and ${SAME_EMAIL}`);

export type InsertedRow = sql.Row<typeof INSERT>;

/** Makes a person, or finds the one there already. Sends its statement before it returns. */
export function insertPerson(
  context: Pick<Context, 'clock' | 'ids' | 'secrets'>,
  database: Database,
  by: Actor,
  person: PersonToInsert,
  { within, unless: { email, phone } }: InsertOptions,
): Promise<InsertedRow | undefined> {
  // The location's name, which only the database knows, is put in there.
  const data = toPerson({ ...person, location_name: '' });
  const insert = phone
    ? email
      ? INSERT_UNLESS_BOTH
      : INSERT_UNLESS_PHONE
    : email
      ? INSERT_UNLESS_EMAIL
      : INSERT;
  const values = [
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
    toTimestamp(context.clock.now()),
    within,
    JSON.stringify(data),
  ];
  return insert.row(database, audited(context, values, personEntry(person, by, 'person.create')));
}

export function personEntry(
  person: Pick<PersonRow, 'id' | 'account_id' | 'location_id'>,
  actor: Actor,
  action: AuditAction,
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
