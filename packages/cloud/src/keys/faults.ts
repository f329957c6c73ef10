import type { Database } from '../context.js';
import type { ErrorDetail } from '../errors.js';
import type { Caller } from '../http/endpoint.js';
import { LOCK_LIMIT } from './entitlement.js';
import { type Channel, channelFault } from './key.rules.js';

export interface NewKey {
  person_id: string;
  name: string;
  /** Codes of the caller's own location. */
  security_groups: string[];
  channel: Channel;
  /** Now when left out. */
  starts_at?: Date | undefined;
  expires_at?: Date | null | undefined;
}

/** What is wrong with a key beyond the form of each field; fields left out are not looked at. */
export async function keyFaults(
  database: Database,
  caller: Pick<Caller, 'accountId' | 'locationId'>,
  wanted: Partial<NewKey>,
  now: Date,
) {
  const { person_id, security_groups: codes = [], channel, starts_at, expires_at = null } = wanted;
  const place = await lockPlace(database, caller);
  const { person, groups } = await sharePerson(database, caller, person_id ?? null, codes);
  const details = [
    ...(person_id === undefined ? [] : unknownPerson(person)),
    ...unknownGroups(groups, codes),
  ];
  const fault = channel && channelFault(channel, person, place.sms_enabled);
  if (fault) details.push({ field: 'channel', ...fault });
  if (expires_at !== null && (expires_at <= (starts_at ?? now) || expires_at <= now))
    details.push({
      field: 'expires_at',
      code: 'invalid',
      message: 'must be in the future, and after starts_at',
    });
  return { details, place, person, groups };
}

interface Place {
  account_id: number;
  organisation: string;
  sms_enabled: boolean;
  phone_key_limit: number | null;
  location_id: number;
  location: string;
  timezone: string;
}

/** The caller's own location and account; held where it has a limit. */
async function lockPlace(
  database: Database,
  caller: Pick<Caller, 'accountId' | 'locationId'>,
): Promise<Place> {
  const { rows } = await database.query<Place>({
    name: 'key-place',
    text: `with limited as (${LOCK_LIMIT})
select a.id as account_id, a.name as organisation, a.sms_enabled, limited.phone_key_limit, o.id as location_id,
  o.name as location, o.timezone
from account a join location o on o.id = $2 left join limited on true where a.id = $1`,
    values: [caller.accountId, caller.locationId],
  });
  return rows[0] as Place;
}

interface Recipient {
  person_id: string;
  person_name: string;
  phone: string;
  email: string;
  language: string;
}

/** The person, and the groups of the caller's own location by code. */
async function sharePerson(
  database: Database,
  caller: Pick<Caller, 'locationId'>,
  id: string | null,
  codes: readonly string[],
): Promise<{ person: Recipient | undefined; groups: Map<string, number> }> {
  // Held, so that a delete of the person that runs meanwhile finds the new key, or this finds no person.
  const { rows } = await database.query<{ person: Recipient | null; groups: Record<string, number> }>({
    name: 'key-person',
    text: `with p as (
  select p.id as person_id, p.name as person_name, p.phone, p.email, p.language from person p
  where p.id = $1 and p.deleted_at is null
    and exists (select from location_ancestor a where a.location_id = p.location_id and a.ancestor_id = $2)
  for share of p)
select (select to_json(p) from p) as person,
  (select coalesce(json_object_agg(code, id), '{}') from security_group where location_id = $2 and code = any($3::text[])) as groups`,
    values: [id, caller.locationId, codes],
  });
  return { person: rows[0]?.person ?? undefined, groups: new Map(Object.entries(rows[0]?.groups ?? {})) };
}

function unknownPerson(person: object | undefined): ErrorDetail[] {
  return person ? [] : [{ field: 'person_id', code: 'invalid', message: 'no such person' }];
}

/** Group ids by code. */
export async function findGroups(
  client: Database,
  locationId: number,
  codes: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: number; code: string }>(
    'select id, code from security_group where location_id = $1 and code = any($2::text[])',
    [locationId, codes],
  );
  return new Map(rows.map(({ id, code }) => [code, id]));
}

export function unknownGroups(groups: ReadonlyMap<string, number>, codes: readonly string[]): ErrorDetail[] {
  return codes.flatMap((code, index): ErrorDetail[] =>
    groups.has(code)
      ? []
      : [
          {
            field: `security_groups[${index}]`,
            code: 'unknown_security_group',
            message: "no security group of the key's location has this code",
          },
        ],
  );
}
