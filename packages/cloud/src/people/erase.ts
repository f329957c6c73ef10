import type { PoolClient } from 'pg';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { ERASE_NOTICES } from '../notify/enqueue.js';
import { erasePhones } from '../phone/phones.js';
import { eraseTexts, rememberNames } from './erase-texts.js';
import { REPORTED_FIELDS } from './person.rules.js';
import type { PersonRow } from './read.js';

/*
 * What a hard delete takes out beyond the person's own row (ADR 13). A delivery that waits
 * notifies its subscriber of what happened, `person.deleted` included, and is erased once it is final.
 */

/** How often a person is looked for again, and how long at the least: until transactions that knew them have ended. */
const AGAIN_MS = 60_000;
const AT_LEAST_MS = 15 * 60_000;

/** As the indexes `delivery_person` and `delivery_ended_person` have it. */
const PERSON_OF_DELIVERY = `coalesce(d.payload #>> '{person,id}', case when d.event_type like 'person.%' then d.payload ->> 'id' end)`;

/** As the index `change_person` has it. */
const PERSON_OF_CHANGE = `coalesce(c.data #>> '{person,id}', case when c.type like 'person.%' then c.data ->> 'id' end)`;

/** SQL: without the personal data of the person that `data` names, of an event of `type`. */
const erased = (data: string, type: string): string => `case
      when ${type} like 'person.%' then ${data} || (
        select jsonb_object_agg(field, '') from unnest('{${REPORTED_FIELDS.join(',')}}'::text[]) field where ${data} ? field)
      else jsonb_set(${data}, '{person}', 'null') || coalesce((
        select jsonb_build_object('key', (${data} -> 'key') || jsonb_build_object('name', k.name)) from access_key k
        where jsonb_typeof(${data} -> 'key') = 'object' and k.id::text = ${data} #>> '{key,id}'), '{}') end`;

/**
 * Of the people `ids`, an array: no more than ids is left in what has been sent, and in history not even these. That a
 * person was deleted is a change like any other for those who read it soon: of these, those recorded before `reported`.
 */
const erasingTraces = (ids: string, reported: string): string => `
  changes as (
    update change c set data = ${erased('c.data', 'c.type')}
    where c.data is not null and ${PERSON_OF_CHANGE} = any(${ids}::text[])
      and (c.type <> 'person.deleted' or c.recorded_at < ${reported})
      and (c.type not like 'person.%' or c.data ->> 'name' <> '')),
  sent as (
    update delivery_ended d set payload = ${erased('d.payload', 'd.event_type')}
    where ${PERSON_OF_DELIVERY} = any(${ids}::text[])
      and (d.event_type not like 'person.%' or d.payload ->> 'name' <> '')),
  tried as (
    delete from webhook_inbox_request r using unnest(${ids}::text[]) as named(person_id)
    where position(convert_to(named.person_id, 'UTF8') in r.body) > 0),
  history as (update event set person_id = null where person_id = any(${ids}::uuid[]))`;

const ERASE = sql.statement(
  'person-erase',
  `with ${erasingTraces('$2', '$3')},
  notices as (${ERASE_NOTICES}),
  ${erasePhones('$1')},
  later as (
    insert into erasure (person_id, requested_at, due_at, account_id, named) values ($1, $3, $3, $4, $5)
    on conflict (person_id) do update set due_at = excluded.due_at)
delete from person where id = $1`,
);

const TAKE = sql.statement(
  'erasure-take',
  'select person_id from erasure where person_id = any($1::uuid[]) for update skip locked',
  { person_id: sql.uuid },
);

const RUN = sql.statement(
  'erasure-run',
  `with ${erasingTraces('$1', "$3::timestamptz + interval '1 minute'")},
  waiting as (
    select distinct ${PERSON_OF_DELIVERY} as person_id from delivery d
    where ${PERSON_OF_DELIVERY} = any($1::text[])),
  again as (
    update erasure set due_at = case when person_id = any($4::uuid[]) then $5::timestamptz else $2::timestamptz end where person_id = any($1::uuid[])
      and (requested_at > $3 or person_id = any($4::uuid[]) or person_id::text in (select person_id from waiting)))
delete from erasure where person_id = any($1::uuid[])
  and requested_at <= $3 and person_id <> all($4::uuid[]) and person_id::text not in (select person_id from waiting)`,
);

/** Keys and invitations lose the person by their foreign keys; history keeps no foreign keys. */
export async function erasePerson(
  client: PoolClient,
  context: Pick<Context, 'secrets' | 'clock'>,
  person: Pick<PersonRow, 'id' | 'account_id' | 'name' | 'email' | 'phone'>,
): Promise<void> {
  const { id, account_id } = person;
  const named = await rememberNames(client, context, person);
  await ERASE.count(client, [id, [id], new Date(context.clock.now()), account_id, named]);
}

/**
 * Removes personal data of erased people from what has become final, or was written, since. Returns those who were
 * looked for; another process looks for the others at this moment. A person is looked for until nothing waits.
 */
export async function eraseTraces(
  client: PoolClient,
  context: Pick<Context, 'secrets' | 'clock'>,
  ids: readonly string[],
): Promise<readonly string[]> {
  const now = context.clock.now();
  const rows = await TAKE.rows(client, [ids]);
  const taken = rows.map(({ person_id }) => person_id);
  if (taken.length === 0) return taken;
  const unread: string[] = [];
  for (const id of taken) if (await eraseTexts(client, context, id)) unread.push(id);
  const values = [taken, new Date(now + AGAIN_MS), new Date(now - AT_LEAST_MS), unread, new Date(now)];
  await RUN.count(client, values);
  return taken;
}
