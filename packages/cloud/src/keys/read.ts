import { toTimestamp } from '@door-access/protocol';
import type { Database } from '../context.js';
import { ApiError } from '../errors.js';
import type { Caller } from '../http/endpoint.js';
import { type InvitationState, KEY_STATES, type KeyState } from './key.rules.js';

/* Keys as the interface and the webhooks show them. */

export interface NamedPerson {
  id: string;
  name: string;
  email: string;
}

export interface KeyRow {
  id: number;
  account_id: number;
  location_id: number;
  location_name: string;
  name: string;
  state: KeyState | null;
  starts_at: Date;
  expires_at: Date | null;
  handed_over_at: Date | null;
  returned_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** Null once erased. */
  person: NamedPerson | null;
  security_groups: string[];
  /** The newest; null for a key that was handed over without one. */
  invitation: { id: number; state: InvitationState } | null;
}

export const PERSON_NAME = `case when p.id is not null then json_build_object('id', p.id, 'name', p.name, 'email', p.email) end as person`;
/** The codes of key `k`, as its maker listed them. */
export const GROUP_CODES = `array(select g.code from access_key_group m join security_group g on g.id = m.security_group_id
    where m.access_key_id = k.id order by m.position) as security_groups`;

const SELECT = `
select k.id, k.account_id, k.location_id, o.name as location_name, k.name, k.state, k.starts_at, k.expires_at,
  k.handed_over_at, k.returned_at, k.created_at, k.updated_at, ${PERSON_NAME}, ${GROUP_CODES},
  (select json_build_object('id', i.id, 'state', i.state) from invitation i where i.access_key_id = k.id
    order by i.id desc limit 1) as invitation
from access_key k join location o on o.id = k.location_id left join person p on p.id = k.person_id`;

/** Whose keys: of a location and all below it; null is whoever runs the service. */
export type Reach = Pick<Caller, 'locationId'> | null;

export const REACHED =
  '($1::int is null or exists (select from location_ancestor a where a.location_id = k.location_id and a.ancestor_id = $1))';

/** @throws 404 */
export async function getKey(database: Database, reach: Reach, id: number): Promise<KeyRow> {
  const { rows } = await database.query<KeyRow>({
    name: 'key-by-id',
    text: `${SELECT} where k.id = $2 and ${REACHED}`,
    values: [reach?.locationId ?? null, id],
  });
  const [row] = rows;
  if (!row) throw new ApiError('not_found');
  return row;
}

export interface KeyFilter {
  person_id?: string | undefined;
  state?: KeyState | 'none' | undefined;
}

/** Newest first, from below the id `before`. */
export async function listKeys(
  database: Database,
  caller: Pick<Caller, 'locationId'>,
  filter: KeyFilter,
  before: number | null,
  limit: number,
): Promise<KeyRow[]> {
  const values: unknown[] = [caller.locationId, filter.state, before, limit];
  if (filter.person_id !== undefined) values.push(filter.person_id);
  const { rows } = await database.query<KeyRow>({
    name: filter.person_id === undefined ? 'keys' : 'keys-of-person',
    text: `with page as (${filter.person_id === undefined ? PAGE : PAGE_OF_PERSON})
${SELECT} where k.id = any(array(select id from page)) order by k.id desc`,
    values,
  });
  return rows;
}

/** Each state is an index range of its own, so that a rare one costs its page too; no array, as in locks/read.ts. */
const PAGE = `
  select m.id from (values ${listedStates(['none', ...KEY_STATES])}) as t(state) cross join lateral (
    select s.id from list_scope s
    where s.location_id = $1 and s.list = 'key' and s.state = t.state and s.id < coalesce($3::int, 2147483647)
    order by s.id desc limit $4
  ) m where $2::text is null or t.state = $2 order by m.id desc limit $4`;
const PAGE_OF_PERSON = `
  select k.id from access_key k
  where k.person_id = $5 and ($2::text is null or coalesce(k.state, 'none') = $2) and k.id < coalesce($3::int, 2147483647)
    and exists (select from location_ancestor a where a.location_id = k.location_id and a.ancestor_id = $1)
  order by k.id desc limit $4`;

/** Rows of a VALUES list. */
export function listedStates(states: readonly string[]): string {
  return states.map((state) => `('${state}')`).join(', ');
}

export function toKey(row: KeyRow) {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    person: row.person,
    location: { id: row.location_id, name: row.location_name },
    security_groups: row.security_groups,
    starts_at: toTimestamp(row.starts_at.getTime()),
    expires_at: timestamp(row.expires_at),
    handed_over_at: timestamp(row.handed_over_at),
    returned_at: timestamp(row.returned_at),
    created_at: toTimestamp(row.created_at.getTime()),
    updated_at: toTimestamp(row.updated_at.getTime()),
    invitation: row.invitation,
  };
}

export const timestamp = (at: Date | null): string | null => (at === null ? null : toTimestamp(at.getTime()));
