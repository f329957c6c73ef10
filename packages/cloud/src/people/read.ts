import type { Database } from '../context.js';
import type { Place } from '../database/of-token.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import type { Caller } from '../http/endpoint.js';
import { characters } from '../text.rules.js';
import { searchOf } from './search.rules.js';

/* People as the interface and the webhooks show them. */

export const PERSON = {
  id: sql.uuid,
  seq: sql.int,
  account_id: sql.int,
  location_id: sql.int,
  location_name: sql.text,
  name: sql.text,
  email: sql.text,
  phone: sql.text,
  company_name: sql.text,
  title: sql.text,
  language: sql.text,
  managed: sql.bool,
};
export type PersonRow = sql.RowOf<typeof PERSON>;

/** Of a person `p` at location `o`. */
export const PERSON_COLUMNS = `p.id, p.seq, p.account_id, p.location_id, o.name as location_name, p.name, p.email, p.phone,
  p.company_name, p.title, p.language, p.managed`;

const BY_ID = sql.statement(
  'person-by-id',
  `select ${PERSON_COLUMNS} from person p join location o on o.id = p.location_id
   where p.id = $2 and p.deleted_at is null and ${sql.isWithin('p', '$1')}`,
  PERSON,
  { brief: true },
);

/** A living person of the caller's location or below it. @throws 404 */
export async function getPerson(
  database: Database,
  caller: Pick<Caller, 'locationId'>,
  id: string,
): Promise<PersonRow> {
  const row = await findPerson(database, caller, id);
  if (!row) throw new ApiError('not_found');
  return row;
}

/** The same, undefined for none. */
export const findPerson = (
  database: Database,
  { locationId }: Place,
  id: string,
): Promise<PersonRow | undefined> => BY_ID.row(database, [locationId, id]);

export interface PersonFilter {
  email?: string | undefined;
  phone?: string | undefined;
  location_id?: number | undefined;
  /** How the name begins. */
  q?: string | undefined;
  /** Parts of the name, the e-mail address or the phone. */
  search?: string | undefined;
}

/** The number of newest people searched before an index is used: frequent matches are found among them. */
const LOOKED_THROUGH = 1_000;
/** People are listed by the beginning of their name, up to this length. */
const LISTED_LENGTH = 3;

/** People at the caller's location `$1` and below, before `$3`: all, or those whose names begin like `$4`. */
const listed = (maximum: string | number): string => `
  select s.id as seq from list_scope s
  where s.location_id = $1 and s.list = 'person' and s.state = left(lower($4::text), ${LISTED_LENGTH})
    and s.id < coalesce($3::int, 2147483647)
  order by s.id desc limit ${maximum}`;

const people = (page: string): string => `with ${page}
  select ${PERSON_COLUMNS} from person p join location o on o.id = p.location_id
  where p.seq = any(array(select seq from page)) order by p.seq desc`;

const LISTED = sql.statement('people', people(`page as materialized (${listed('$2')})`), PERSON, {
  brief: true,
});

/** The page by its list, which is brief: of all, and of those with a short beginning of a name. Null for any other. */
export function listedPeople(
  database: Database,
  { locationId }: Place,
  { q = '', ...filter }: PersonFilter,
  before: number | null,
  limit: number,
): Promise<PersonRow[]> | null {
  const { email, phone, location_id, search } = filter;
  const isFiltered = [email, phone, location_id, search].some((one) => one !== undefined);
  if (isFiltered || characters(q.toLowerCase()) > LISTED_LENGTH) return null;
  return LISTED.rows(database, [locationId, limit, before, q]);
}

/** Newest first, from below the position `before`. */
export async function listPeople(
  database: Database,
  caller: Pick<Caller, 'accountId' | 'locationId'>,
  filter: PersonFilter,
  before: number | null,
  limit: number,
): Promise<PersonRow[]> {
  const listed = listedPeople(database, caller, filter, before, limit);
  if (listed !== null) return listed;
  const values: unknown[] = [caller.locationId, limit, before, filter.q ?? ''];
  // A condition for each word that is searched, and not prepared: the plan depends on the words, which may match one
  // person or all.
  const text = people(matching(caller.accountId, filter, values));
  return (await database.query<PersonRow>({ text, values })).rows;
}

/**
 * SQL of a page; adds its values. The newest people are searched first, which finds frequent matches; only if they do not
 * fill the page, an index is used to find all matches, which are then few or old.
 */
function matching(accountId: number, filter: PersonFilter, values: unknown[]): string {
  const value = (one: unknown, type = 'text') => `$${values.push(one)}::${type}`;
  const { email, phone, location_id, q, search } = filter;
  const conditions: string[] = [];
  if (email !== undefined) conditions.push(`p.email = ${value(email)} and p.email <> ''`);
  if (phone !== undefined) conditions.push(`p.phone = ${value(phone)} and p.phone <> ''`);
  if (location_id !== undefined) conditions.push(`p.location_id = ${value(location_id, 'int')}`);
  if (q) conditions.push(`lower(p.name) like lower(${value(likePrefix(q))})`);
  const account = value(accountId, 'int');
  /** Conditions in the form that the index can answer. */
  const indexed: string[] = [];
  if (search !== undefined) {
    const ways = searchOf(search).map((words) => words.map((word) => `person_fold(${value(word)})`));
    conditions.push(anyOf(ways, (word) => `strpos(p.search, ${word}) > 0`, 'and', 'or'));
    const query = anyOf(ways, (word) => `person_query(${account}, ${word})`, '&&', '||');
    indexed.push(`person_grams(p.account_id, p.search) @@ ${query}`);
  }
  const matches = conditions.join(' and ');
  return `near as materialized (
  select p.seq from (${listed(LOOKED_THROUGH)}) s join person p on p.seq = s.seq
  where ${matches} order by s.seq desc limit $2),
far as materialized (
  select p.seq from person p
  where (select count(*) from near) < $2 and p.account_id = ${account} and p.deleted_at is null
    and ${[...indexed, matches].join(' and ')} and p.seq < coalesce($3::int, 2147483647)
    and coalesce(p.location_id in (select location_id from location_ancestor where ancestor_id = $1), false)),
page as materialized (
  select seq from near union select seq from far order by seq desc limit $2)`;
}

const anyOf = (
  ways: readonly (readonly string[])[],
  each: (word: string) => string,
  and: string,
  or: string,
): string => `(${ways.map((words) => `(${words.map(each).join(` ${and} `)})`).join(` ${or} `)})`;

const likePrefix = (prefix: string): string => `${prefix.replace(/[\\%_]/g, '\\$&')}%`;

export function toPerson(row: Omit<PersonRow, 'seq' | 'account_id' | 'managed'>) {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    company_name: row.company_name,
    title: row.title,
    language: row.language,
    location: { id: row.location_id, name: row.location_name },
  };
}
