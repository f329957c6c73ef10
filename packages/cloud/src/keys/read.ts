import { toTimestamp } from '@door-access/protocol';
import type { Database } from '../context.js';
import { filteredPage, listedPage } from '../database/list-scope.js';
import type { Place } from '../database/of-token.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import type { Caller } from '../http/endpoint.js';
import { type InvitationState, KEY_STATES, type KeyState } from './key.rules.js';

/* Keys as the interface and the webhooks show them. */

export interface NamedPerson {
  id: string;
  name: string;
  email: string;
}

export const PERSON_NAME = `case when p.id is not null then json_build_object('id', p.id, 'name', p.name, 'email', p.email) end as person`;
/** The codes of key `k`, as its maker listed them. */
export const GROUP_CODES = `array(select g.code from access_key_group m join security_group g on g.id = m.security_group_id
    where m.access_key_id = k.id order by m.position) as security_groups`;

/** Whose keys: of a location and all below it; null is the operator of the service. */
export type Reach = Pick<Caller, 'locationId'> | null;

export const REACHED = `($1::int is null or ${sql.isWithin('k', '$1')})`;

const keys = (name: string, which: string, page = '', options = {}) =>
  sql.statement(
    name,
    `${page} select k.id, k.account_id, k.location_id, o.name as location_name, k.name, k.state, k.starts_at, k.expires_at,
       k.handed_over_at, k.returned_at, k.created_at, k.updated_at, ${PERSON_NAME}, ${GROUP_CODES},
       (select json_build_object('id', i.id, 'state', i.state) from invitation i where i.access_key_id = k.id
         order by i.id desc limit 1) as invitation
     from access_key k join location o on o.id = k.location_id left join person p on p.id = k.person_id where ${which}`,
    {
      id: sql.int,
      account_id: sql.int,
      location_id: sql.int,
      location_name: sql.text,
      name: sql.text,
      state: sql.orNull(sql.narrow<KeyState>(sql.text)),
      starts_at: sql.time,
      expires_at: sql.orNull(sql.time),
      handed_over_at: sql.orNull(sql.time),
      returned_at: sql.orNull(sql.time),
      created_at: sql.time,
      updated_at: sql.time,
      /** Null once erased. */
      person: sql.orNull(sql.json<NamedPerson>()),
      security_groups: sql.arrayOf(sql.text),
      /** The newest; null for a key that was handed over without one. */
      invitation: sql.orNull(sql.json<{ id: number; state: InvitationState }>()),
    },
    options,
  );

const BY_ID = keys('key-by-id', `k.id = $2 and ${REACHED}`);

const BY_IDS = keys('keys-by-ids', 'k.id = any($1::int[])');

export type KeyRow = sql.Row<typeof BY_ID>;

const paged = (name: string, page: string, options = {}) =>
  keys(name, 'k.id = any(array(select id from page)) order by k.id desc', `with page as (${page})`, options);

const LISTED = paged('keys', listedPage('key', ['none', ...KEY_STATES]), { brief: true });

const OF_PERSON = paged(
  'keys-of-person',
  filteredPage('access_key', 'k', "coalesce(k.state, 'none')", 'k.person_id = $5'),
);

/** @throws 404 */
export async function getKey(database: Database, reach: Reach, id: number): Promise<KeyRow> {
  const row = await BY_ID.row(database, [reach?.locationId ?? null, id]);
  if (!row) throw new ApiError('not_found');
  return row;
}

/** Keys whose ids are known to be within reach. */
export const keysById = (database: Database, ids: readonly number[]): Promise<KeyRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : BY_IDS.rows(database, [ids]);

export interface KeyFilter {
  person_id?: string | undefined;
  state?: KeyState | 'none' | undefined;
}

/** Whether a page of these is brief. */
export const isBriefOfKeys = ({ person_id }: KeyFilter): boolean => person_id === undefined;

/** Newest first, from below the id `before`. */
export function listKeys(
  database: Database,
  { locationId }: Place,
  { person_id, state }: KeyFilter,
  before: number | null,
  limit: number,
): Promise<KeyRow[]> {
  const page = [locationId, state, before, limit];
  return person_id === undefined
    ? LISTED.rows(database, page)
    : OF_PERSON.rows(database, [...page, person_id]);
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
