import type { Database } from '../context.js';
import { ApiError } from '../errors.js';
import type { Caller } from '../http/endpoint.js';

/* People as the interface and the webhooks show them (spec 2.6). */

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
}

/** Newest first, from below the position `before`. */
export async function listPeople(
  database: Database,
  caller: Pick<Caller, 'accountId' | 'locationId'>,
  filter: PersonFilter,
  before: number | null,
  limit: number,
): Promise<PersonRow[]> {
  const values: unknown[] = [caller.locationId, limit];
  const value = (one: unknown) => `$${values.push(one)}`;
  const { email, phone, location_id, q } = filter;
  const filtered = [email, phone, location_id, q].some((one) => one !== undefined);
  const conditions = filtered
    ? [`p.account_id = ${value(caller.accountId)}`, 'p.deleted_at is null', IN_SCOPE]
    : ['p.location_id = $1', "p.list = 'person'", "p.state = ''"];
  if (email !== undefined) conditions.push(`p.email = ${value(email)} and p.email <> ''`);
  if (phone !== undefined) conditions.push(`p.phone = ${value(phone)} and p.phone <> ''`);
  if (location_id !== undefined) conditions.push(`p.location_id = ${value(location_id)}`);
  if (q !== undefined) conditions.push(`lower(p.name) like lower(${value(likePrefix(q))})`);
  const seq = filtered ? 'p.seq' : 'p.id';
  if (before !== null) conditions.push(`${seq} < ${value(before)}`);
  const { rows } = await database.query<PersonRow>({
    // Without a name the statement is planned for its values each time: a prefix may match one person or all.
    ...(filtered ? {} : { name: `people-${Number(before !== null)}` }),
    text: `with page as materialized (
  select ${seq} as seq from ${filtered ? 'person' : 'list_scope'} p
  where ${conditions.join(' and ')} order by ${seq} desc limit $2)
select ${PERSON_COLUMNS} from person p join location o on o.id = p.location_id
where p.seq = any(array(select seq from page)) order by p.seq desc`,
    values,
  });
  return rows;
}

const likePrefix = (prefix: string): string => `${prefix.replace(/[\\%_]/g, '\\$&')}%`;

/** Spec 2.6. */
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
