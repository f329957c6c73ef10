import type { PoolClient } from 'pg';
import { byCaller, recordAudit } from '../audit/record.js';
import type { Context, Database } from '../context.js';
import { ApiError, type ErrorDetail } from '../errors.js';
import { announcing } from '../events/announce.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { lockingSystemOf } from '../locking-system/port.js';
import { requireEntitlement } from './entitlement.js';
import { getInvitation, toKeyIssued } from './invitation-read.js';
import { invite } from './invite.js';
import { type Channel, channelFault } from './key.rules.js';
import { toLocksysKey } from './locksys-key.js';
import { getKey, type KeyRow } from './read.js';

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
 * Makes a key and sends its invitation (spec 4.3): on every call, as nothing tells two equal ones apart.
 * @throws 422 on the fields, 422 `entitlement_exceeded`, 409 `locksys_rejected`
 */
export async function issueKey(context: Context, caller: Caller | Manager, wanted: NewKey): Promise<KeyRow> {
  const key = await lockingSystemOf(context).guard(() =>
    announcing(context, async (client, announce) => {
      const now = new Date(context.clock.now());
      const { details, person, groups } = await keyFaults(client, caller, wanted, now);
      const { starts_at = now, expires_at = null } = wanted;
      if (!person || details.length > 0) throw new ApiError('validation_failed', { details });
      await requireEntitlement(client, caller.accountId);

      const place = { account_id: caller.accountId, location_id: caller.locationId };
      const { rows } = await client.query<{ id: number }>(
        `insert into access_key (account_id, location_id, person_id, name, starts_at, expires_at, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $7) returning id`,
        [place.account_id, place.location_id, person.id, wanted.name, starts_at, expires_at, now],
      );
      const { id } = rows[0] as { id: number };
      await setGroups(client, id, groups, wanted.security_groups);
      const invitationId = await invite(
        context,
        client,
        { id, ...place, expires_at },
        person.id,
        wanted.channel,
      );
      const invitation = await getInvitation(client, caller, invitationId);
      announce({ type: 'key.issued', location_id: place.location_id, data: toKeyIssued(invitation) });
      await recordAudit(client, context, {
        account_id: place.account_id,
        actor: byCaller(caller),
        action: 'key.issue',
        subject: { type: 'key', id: String(id), name: wanted.name },
        location_id: place.location_id,
        details: { person_id: person.id, security_groups: wanted.security_groups, channel: wanted.channel },
      });
      const made = await getKey(client, null, id);
      await lockingSystemOf(context).saveKey(toLocksysKey(made));
      return made;
    }),
  );
  context.nudge.emit('notice');
  return key;
}

/** What is wrong with a key beyond the form of each field; fields left out are not looked at. */
export async function keyFaults(
  database: Database,
  caller: Pick<Caller, 'accountId' | 'locationId'>,
  { person_id, security_groups: codes = [], channel, starts_at, expires_at = null }: Partial<NewKey>,
  now: Date,
) {
  const { rows: accounts } = await database.query<{ sms_enabled: boolean }>(
    'select sms_enabled from account where id = $1',
    [caller.accountId],
  );
  const person = person_id === undefined ? undefined : await sharePerson(database, caller, person_id);
  const groups = await findGroups(database, caller.locationId, codes);
  const details = [
    ...(person_id === undefined ? [] : unknownPerson(person)),
    ...unknownGroups(groups, codes),
  ];
  const fault = channel && person && channelFault(channel, person, accounts[0]?.sms_enabled ?? false);
  if (fault) details.push({ field: 'channel', ...fault });
  if (expires_at !== null && (expires_at <= (starts_at ?? now) || expires_at <= now))
    details.push({
      field: 'expires_at',
      code: 'invalid',
      message: 'must be in the future, and after starts_at',
    });
  return { details, person, groups };
}

async function sharePerson(client: Database, caller: Pick<Caller, 'locationId'>, id: string) {
  // Held, so that a delete of the person that runs meanwhile finds the new key, or this finds no person.
  const { rows } = await client.query<{ id: string; phone: string; email: string }>(
    `select p.id, p.phone, p.email from person p where p.id = $1 and p.deleted_at is null
       and exists (select from location_ancestor a where a.location_id = p.location_id and a.ancestor_id = $2)
     for share of p`,
    [id, caller.locationId],
  );
  return rows[0];
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

/** Replaces a key's groups, in the order of the codes; a repeated code counts once. */
export async function setGroups(
  client: PoolClient,
  keyId: number,
  groups: ReadonlyMap<string, number>,
  codes: readonly string[],
): Promise<void> {
  await client.query('delete from access_key_group where access_key_id = $1', [keyId]);
  await client.query(
    `insert into access_key_group (access_key_id, security_group_id, position)
     select $1, id, position from unnest($2::int[]) with ordinality as t(id, position)`,
    [keyId, [...new Set(codes)].map((code) => groups.get(code))],
  );
}
