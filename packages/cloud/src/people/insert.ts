import { toTimestamp } from '@door-access/protocol';
import type { QueryConfig } from 'pg';
import type { AuditAction } from '../audit/actions.rules.js';
import type { Actor, AuditEntry } from '../audit/entry.rules.js';
import { auditWhere } from '../audit/record.js';
import type { Context } from '../context.js';
import { INSERT_DELIVERIES } from '../deliveries/enqueue.js';
import type { ToldFields } from './person.rules.js';
import { PERSON_COLUMNS, type PersonRow, toPerson } from './read.js';

export type PersonToInsert = Omit<PersonRow, 'seq' | 'location_name'>;

/** The person as made, or the one there already; no row at all where the location is outside the caller's. */
export interface InsertedRow extends PersonRow {
  created: boolean;
  /** How many deliveries of `person.created` were written. */
  deliveries: number;
}

export interface InsertOptions {
  /** Whose the person's location must be, or be below. */
  within: number;
  /** A living person with exactly these, within the caller's location, is taken instead. */
  unless: Partial<Pick<ToldFields, 'phone' | 'email'>>;
}

/**
 * One statement that makes a person with its audit entry and the deliveries of `person.created`, or finds it: all of it
 * or nothing, for one round trip and, by itself, one commit.
 */
export function insertPersonStatement(
  context: Pick<Context, 'clock' | 'ids' | 'secrets'>,
  by: Actor,
  person: PersonToInsert,
  { within, unless }: InsertOptions,
): QueryConfig {
  const at = toTimestamp(context.clock.now());
  const { id, account_id, location_id, managed } = person;
  const { name, email, phone, company_name, title, language } = person;
  // The location's name, which only the database knows, is put in there.
  const data = toPerson({ ...person, location_name: '' });
  const values: unknown[] = [id, account_id, location_id, name, email, phone, company_name, title, language];
  values.push(managed, at, within, JSON.stringify(data));
  const audit = auditWhere(context, personEntry(person, by, 'person.create'), 'p', values.length + 1);
  values.push(...audit.values);
  const identifiers = (['phone', 'email'] as const).filter((identifier) => unless[identifier]);
  return {
    name: ['person-insert', ...identifiers].join('-'),
    text: `
with allowed as materialized (
  select from location_ancestor where location_id = $3::int and ancestor_id = $12::int),
known as materialized (${identifiers.length > 0 ? findDuplicate(identifiers) : 'select from person where false'}),
p as (
  insert into person (id, account_id, location_id, name, email, phone, company_name, title, language, managed, created_at)
  select $1::uuid, $2::int, $3::int, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text, $10::bool, $11::timestamptz
  where exists (select from allowed) and not exists (select from known) returning *),
audited as (${audit.text}),
e as materialized (
  select gen_random_uuid()::text as event_id, 'person.created' as type, p.location_id, $11::timestamptz as created_at,
         jsonb_set($13::jsonb, '{location,name}', to_jsonb(o.name)) as data
  from p join location o on o.id = p.location_id),
delivered as (${INSERT_DELIVERIES} returning 1)
select ${PERSON_COLUMNS}, true as created, (select count(*)::int from delivered) as deliveries
from p join location o on o.id = p.location_id${
      identifiers.length > 0
        ? `
union all
select ${PERSON_COLUMNS}, false, 0 from known p join location o on o.id = p.location_id where exists (select from allowed)`
        : ''
    }`,
    values,
  };
}

/** Of several, the oldest. */
function findDuplicate(identifiers: readonly ('phone' | 'email')[]): string {
  const parameters = { email: '$5::text', phone: '$6::text' };
  const equal = identifiers.map((one) => `x.${one} = ${parameters[one]} and x.${one} <> ''`).join(' and ');
  return `select x.* from person x
  where x.account_id = $2::int and x.deleted_at is null and ${equal}
    and exists (select from location_ancestor a where a.location_id = x.location_id and a.ancestor_id = $12::int)
  order by x.seq limit 1`;
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
