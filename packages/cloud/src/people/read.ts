import type { Database } from '../context.js';
import { ApiError } from '../errors.js';
import type { Caller } from '../http/endpoint.js';
import { characters } from '../text.rules.js';
import { searchOf } from './search.rules.js';

/* People as the interface and the webhooks show them. */

export interface PersonRow {
  id: string;
  seq: number;
  account_id: number;
  location_id: number;
  location_name: string;
  name: string;
  email: string;
  phone: string;
  company_name: string;
  title: string;
  language: string;
  managed: boolean;
}

/** Of a person `p` at location `o`. */
export const PERSON_COLUMNS = `p.id, p.seq, p.account_id, p.location_id, o.name as location_name, p.name, p.email, p.phone,
  p.company_name, p.title, p.language, p.managed`;

const IN_SCOPE =
  'exists (select from location_ancestor a where a.location_id = p.location_id and a.ancestor_id = $1)';

/** A living person of the caller's location or below it. @throws 404 */
export async function getPerson(
  database: Database,
  caller: Pick<Caller, 'locationId'>,
  id: string,
): Promise<PersonRow> {
  const { rows } = await database.query<PersonRow>({
    name: 'person-by-id',
    text: `select ${PERSON_COLUMNS} from person p join location o on o.id = p.location_id
where p.id = $2 and p.deleted_at is null and ${IN_SCOPE}`,
    values: [caller.locationId, id],
  });
  const [row] = rows;
  if (!row) throw new ApiError('not_found');
  return row;
}

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
/** People are listed by the beginning of their name, up to this number of letters. */
const LISTED_LETTERS = 3;

/** Newest first, from below the position `before`. */
export async function listPeople(
  database: Database,
  caller: Pick<Caller, 'accountId' | 'locationId'>,
  filter: PersonFilter,
  before: number | null,
  limit: number,
): Promise<PersonRow[]> {
  const values: unknown[] = [caller.locationId, limit, before];
  const page = pageOfPeople(caller.accountId, filter, values);
  const { rows } = await database.query<PersonRow>({
    // Not prepared with a filter: the plan depends on its values, which may match one person or all.
    ...(values.length > 3 ? {} : { name: 'people' }),
    text: `with ${page}
select ${PERSON_COLUMNS} from person p join location o on o.id = p.location_id
where p.seq = any(array(select seq from page)) order by p.seq desc`,
    values,
  });
  return rows;
}

/** People at the caller's location `$1` and below, before `$3`: all, or those whose names begin like this. */
const listed = (beginning: string, most: string | number): string => `
  select s.id as seq from list_scope s
  where s.location_id = $1 and s.list = 'person' and s.state = ${beginning} and s.id < coalesce($3::int, 2147483647)
  order by s.id desc limit ${most}`;

/**
 * SQL of a page; adds its values. The newest people are searched first, which finds frequent matches; only if they do not
 * fill the page, an index is used to find all matches, which are then few or old. A short beginning of a name has its own
 * list.
 */
function pageOfPeople(accountId: number, filter: PersonFilter, values: unknown[]): string {
  const value = (one: unknown, type = 'text') => `$${values.push(one)}::${type}`;
  const { email, phone, location_id, q, search } = filter;
  const conditions: string[] = [];
  if (email !== undefined) conditions.push(`p.email = ${value(email)} and p.email <> ''`);
  if (phone !== undefined) conditions.push(`p.phone = ${value(phone)} and p.phone <> ''`);
  if (location_id !== undefined) conditions.push(`p.location_id = ${value(location_id, 'int')}`);
  const others = conditions.length + (search === undefined ? 0 : 1);
  const beginning = q === undefined ? "''" : `left(lower(${value(q)}), ${LISTED_LETTERS})`;
  if (others === 0 && characters(q?.toLowerCase() ?? '') <= LISTED_LETTERS)
    return `page as materialized (${listed(beginning, '$2')})`;
  if (q !== undefined) conditions.push(`lower(p.name) like lower(${value(likePrefix(q))})`);
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
  select p.seq from (${listed(beginning, LOOKED_THROUGH)}) s join person p on p.seq = s.seq
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
