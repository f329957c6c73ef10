import type { PoolClient } from 'pg';
import * as sql from '../database/statement.js';
import type { Announcement } from '../events/announce.js';
import { REPORTED_FIELDS } from '../people/person.rules.js';
import { PERSON, PERSON_COLUMNS, toPerson } from '../people/read.js';
import type { Write } from './plan.rules.js';

const PEOPLE = sql.statement(
  'site-people',
  `select ${PERSON_COLUMNS} from person p join location o on o.id = p.location_id where p.id = any($1::uuid[])`,
  PERSON,
);

/**
 * The events of people whom a file made or changed, in its order: the same as of any other change, so that
 * a receiver that mirrors people by their events has all of them.
 */
export async function peopleEvents(
  client: PoolClient,
  people: ReadonlyMap<string, string>,
  writes: readonly Write[],
): Promise<Announcement[]> {
  const changes = writes.flatMap(({ ref, isNew, changed }) => {
    const changed_fields = REPORTED_FIELDS.filter((field) => changed.includes(field));
    return isNew || changed_fields.length > 0 ? [{ id: people.get(ref), isNew, changed_fields }] : [];
  });
  if (changes.length === 0) return [];
  const rows = await PEOPLE.rows(client, [changes.map(({ id }) => id)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return changes.flatMap(({ id = '', isNew, changed_fields }): Announcement[] => {
    const row = byId.get(id);
    if (!row) return [];
    const { location_id } = row;
    const person = toPerson(row);
    return isNew
      ? [{ type: 'person.created', location_id, data: person }]
      : [{ type: 'person.updated', location_id, data: { ...person, changed_fields } }];
  });
}
