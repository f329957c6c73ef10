import type { Database } from '../context.js';
import * as sql from '../database/statement.js';
import type { ErrorDetail } from '../errors.js';
import type { Caller } from '../http/endpoint.js';
import { LOCK_LIMIT } from './entitlement.js';
import { channelFault, type InvitationChannel } from './key.rules.js';

export interface NewKey {
  person_id: string;
  name: string;
  /** Codes of the caller's own location. */
  security_groups: string[];
  channel: InvitationChannel;
  /** Now when left out. */
  starts_at?: Date | undefined;
  expires_at?: Date | null | undefined;
}

/** The location $2 and its account $1; held where it has a limit. */
const LOCK_PLACE = sql.statement(
  'key-place',
  `with limited as (${LOCK_LIMIT})
   select a.id as account_id, a.name as organisation, a.sms_enabled, limited.phone_key_limit, o.id as location_id,
     o.name as location, o.timezone
   from account a join location o on o.id = $2 left join limited on true where a.id = $1`,
  {
    account_id: sql.int,
    organisation: sql.text,
    sms_enabled: sql.bool,
    phone_key_limit: sql.orNull(sql.int),
    location_id: sql.int,
    location: sql.text,
    timezone: sql.text,
  },
);

interface Recipient {
  person_id: string;
  person_name: string;
  phone: string;
  email: string;
  language: string;
}

/**
 * The person, and the groups of exactly the location by code. The person is held, so that a delete that runs meanwhile
 * finds the new key, or this finds no person.
 */
const SHARE_PERSON = sql.statement(
  'key-person',
  `with p as (
     select p.id as person_id, p.name as person_name, p.phone, p.email, p.language from person p
     where p.id = $1 and p.deleted_at is null and ${sql.isWithin('p', '$2')} for share of p)
   select (select to_json(p) from p) as person,
     (select coalesce(json_object_agg(code, id), '{}') from security_group where location_id = $2 and code = any($3::text[])) as groups`,
  { person: sql.orNull(sql.json<Recipient>()), groups: sql.json<Record<string, number>>() },
);

const GROUPS = sql.statement(
  'key-groups',
  'select id, code from security_group where location_id = $1 and code = any($2::text[])',
  { id: sql.int, code: sql.text },
);

/** What is wrong with a key beyond the form of each field; fields left out are not looked at. */
export async function keyFaults(
  database: Database,
  caller: Pick<Caller, 'accountId' | 'locationId'>,
  wanted: Partial<NewKey>,
  now: Date,
) {
  const { person_id, security_groups: codes = [], channel, starts_at, expires_at = null } = wanted;
  const place = await LOCK_PLACE.one(database, [caller.accountId, caller.locationId]);
  const shared = await SHARE_PERSON.one(database, [person_id ?? null, caller.locationId, codes]);
  const person = shared.person ?? undefined;
  const groups = new Map(Object.entries(shared.groups));
  const details = [
    ...(person_id === undefined ? [] : unknownPerson(person)),
    ...unknownGroups(groups, codes),
  ];
  const fault = channel && channelFault(channel, person, place.sms_enabled);
  if (fault) details.push({ field: 'channel', ...fault });
  if (expires_at !== null && expires_at <= now)
    details.push({ field: 'expires_at', code: 'invalid', message: 'must be in the future' });
  else if (expires_at !== null && expires_at <= (starts_at ?? now))
    details.push({ field: 'expires_at', code: 'invalid', message: 'must be after the beginning' });
  return { details, place, person, groups };
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
  const rows = await GROUPS.rows(client, [locationId, codes]);
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
