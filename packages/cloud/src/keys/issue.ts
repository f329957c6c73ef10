import { byCaller } from '../audit/record.js';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import { announcing, type Change } from '../events/announce.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { insertNotices } from '../notify/enqueue.js';
import { requireFree } from './entitlement.js';
import { keyFaults, type NewKey } from './faults.js';
import { toKeyIssued } from './invitation-read.js';
import { invitationNotices, makeLink } from './invite.js';
import { invitationDue } from './key.rules.js';
import type { KeyRow } from './read.js';
import { NEXT_ID, type ReservedKey, withReservedKey } from './reserve.js';
import { keyEntry } from './transitions.js';

/** A key with its groups in the order of their codes, its invitation, and the notices. */
const ISSUE = sql.statement(
  'key-issue',
  `with k as (
     insert into access_key (id, account_id, location_id, person_id, name, starts_at, expires_at, created_at, updated_at)
     values (coalesce($14::int, ${NEXT_ID}), $1, $2, $3, $4, $5, $6, $7, $7) returning id),
   g as (
     insert into access_key_group (access_key_id, security_group_id, position)
     select k.id, t.id, t.position from k, unnest($8::int[]) with ordinality as t(id, position)),
   i as (
     insert into invitation (account_id, location_id, access_key_id, person_id, channel, token_hash, link_expires_at, due_at,
       sent_at, created_at)
     select $1, $2, k.id, $3, $9, $10, $11, $12, $7, $7 from k returning id),
   n as (${insertNotices('json_to_recordset($13::json)', "'invitation:' || i.id", 'i, ')})
   select k.id, i.id as invitation_id from k, i`,
  { id: sql.int, invitation_id: sql.int },
);

/**
 * Makes a key and sends its invitation: on every call, as two equal ones cannot be told apart.
 * @throws 422 on the fields, 422 `entitlement_exceeded`, 409 `locksys_rejected`
 */
export async function issueKey(context: Context, caller: Caller | Manager, wanted: NewKey): Promise<KeyRow> {
  const by = byCaller(caller);
  return withReservedKey(context, caller, wanted, (reserved) =>
    announcing(context, (client, announce) =>
      issueKeyWithin({ context, client, announce, by }, caller, reserved),
    ),
  );
}

/**
 * Makes a key within a transaction of the caller, which `withReservedKey` runs. All is checked again: nothing was locked
 * while the locking system answered.
 */
export async function issueKeyWithin(
  { context, client, announce, by }: Change,
  caller: Pick<Caller, 'accountId' | 'locationId'>,
  wanted: ReservedKey,
  link = makeLink(context),
): Promise<KeyRow> {
  const now = new Date(context.clock.now());
  const { details, place, person, groups } = await keyFaults(client, caller, wanted, now);
  if (!person || details.length > 0) throw new ApiError('validation_failed', { details });
  await requireFree(client, caller.accountId, place.phone_key_limit, now.getTime());

  const { starts_at = now, expires_at = null, name, channel } = wanted;
  const { account_id, location_id } = place;
  const codes = [...new Set(wanted.security_groups)];
  const content = { ...place, ...person, channel, key_name: name, starts_at, expires_at };
  const { id, invitation_id } = await ISSUE.one(client, [
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
    invitationNotices(context, content, link),
    wanted.id,
  ]);
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
      keyEntry({ id, name, account_id, location_id }, by, 'key.issue', {
        person_id: named.id,
        security_groups: wanted.security_groups,
        channel,
      }),
    ],
  });
  return {
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
}
