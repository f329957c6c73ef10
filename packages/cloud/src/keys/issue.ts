import { byCaller } from '../audit/record.js';
import type { Context, Database } from '../context.js';
import { ApiError, type ErrorDetail } from '../errors.js';
import { announcing, type Change } from '../events/announce.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { lockingSystemOf } from '../locking-system/port.js';
import { insertNotices } from '../notify/enqueue.js';
import { LOCK_LIMIT, requireFree } from './entitlement.js';
import { toKeyIssued } from './invitation-read.js';
import { invitationNotices, makeLink } from './invite.js';
import { type Channel, channelFault, invitationDue } from './key.rules.js';
import { toLocksysKey } from './locksys-key.js';
import type { KeyRow } from './read.js';

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

/**
 * Makes a key and sends its invitation: on every call, as nothing tells two equal ones apart.
 * @throws 422 on the fields, 422 `entitlement_exceeded`, 409 `locksys_rejected`
 */
export async function issueKey(context: Context, caller: Caller | Manager, wanted: NewKey): Promise<KeyRow> {
  const by = byCaller(caller);
  const key = await lockingSystemOf(context).guard(() =>
    announcing(context, (client, announce) =>
      issueKeyWithin({ context, client, announce, by }, caller, wanted),
    ),
  );
  context.nudge.emit('notice');
  return key;
}

/** The same within a transaction of somebody else's, who guards the locking system and nudges `notice` too. */
export async function issueKeyWithin(
  { context, client, announce, by }: Change,
  caller: Pick<Caller, 'accountId' | 'locationId'>,
  wanted: NewKey,
): Promise<KeyRow> {
  const now = new Date(context.clock.now());
  const { details, place, person, groups } = await keyFaults(client, caller, wanted, now);
  if (!person || details.length > 0) throw new ApiError('validation_failed', { details });
  await requireFree(client, caller.accountId, place.phone_key_limit, now.getTime());

  const { starts_at = now, expires_at = null, name, channel } = wanted;
  const { account_id, location_id } = place;
  const codes = [...new Set(wanted.security_groups)];
  const link = makeLink(context);
  const letter = { ...place, ...person, channel, key_name: name, starts_at, expires_at };
  const { rows } = await client.query<{ id: number; invitation_id: number }>({
    name: 'key-issue',
    text: ISSUE,
    values: [
      account_id,
      location_id,
      person.person_id,
      name,
      starts_at,
      expires_at,
      now,
      codes.map((code) => groups.get(code)),
      channel,
      link.hash,
      link.expiresAt,
      invitationDue(link.expiresAt, expires_at),
      invitationNotices(context, letter, link),
    ],
  });
  const { id, invitation_id } = rows[0] as { id: number; invitation_id: number };
  const named = { id: person.person_id, name: person.person_name, email: person.email };
  announce({
    type: 'key.issued',
    location_id,
    data: toKeyIssued({
      id: invitation_id,
      channel,
      person: named,
      security_groups: codes,
      starts_at,
      key_expires_at: expires_at,
      link_expires_at: link.expiresAt,
    }),
    audits: [
      {
        account_id,
        actor: by,
        action: 'key.issue',
        subject: { type: 'key', id: String(id), name },
        location_id,
        details: { person_id: named.id, security_groups: wanted.security_groups, channel },
      },
    ],
  });
  const made: KeyRow = {
    id,
    account_id,
    location_id,
    location_name: place.location,
    name,
    state: null,
    starts_at,
    expires_at,
    handed_over_at: null,
    returned_at: null,
    created_at: now,
    updated_at: now,
    person: named,
    security_groups: codes,
    invitation: { id: invitation_id, state: 'pending' },
  };
  await lockingSystemOf(context).saveKey(toLocksysKey(made));
  return made;
}

/** A key with its groups in the order of their codes, its invitation, and the messages of that. */
const ISSUE = `
with k as (
  insert into access_key (account_id, location_id, person_id, name, starts_at, expires_at, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7) returning id),
g as (
  insert into access_key_group (access_key_id, security_group_id, position)
  select k.id, t.id, t.position from k, unnest($8::int[]) with ordinality as t(id, position)),
i as (
  insert into invitation (account_id, location_id, access_key_id, person_id, channel, token_hash, link_expires_at, due_at,
    sent_at, created_at)
  select $1, $2, k.id, $3, $9, $10, $11, $12, $7, $7 from k returning id),
n as (${insertNotices('json_to_recordset($13::json)', "'invitation:' || i.id", 'i, ')})
select k.id, i.id as invitation_id from k, i`;

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
