import type { PoolClient } from 'pg';
import type { AuditAction } from '../audit/actions.rules.js';
import type { Actor, AuditEntry } from '../audit/entry.rules.js';
import { byCaller, recordAudit, recordAudits, SERVICE, withAudit } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import { ApiError, invalidField } from '../errors.js';
import { announcing } from '../events/announce.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { LOCK_LIMIT, requireFree } from '../keys/entitlement.js';
import { INVITATION_COLUMNS, type InvitationRow } from '../keys/invitation-read.js';
import { invitationNotices, type Letter, makeLink } from '../keys/invite.js';
import { channelFault, hashLinkToken, type InvitationState, invitationDue } from '../keys/key.rules.js';
import { toLocksysKey } from '../keys/locksys-key.js';
import { lockKey } from '../keys/manage.js';
import { getKey } from '../keys/read.js';
import { markHandedOver, noticeSubject } from '../keys/transitions.js';
import { lockingSystemOf } from '../locking-system/port.js';
import { insertNotices, withdrawNotices, withdrawWhere } from '../notify/enqueue.js';
import { hashPhoneToken } from '../phone/phone.rules.js';
import { bindPhone, type NewPhone } from '../phone/phones.js';

/* The transitions of an invitation: the first to lock the row wins, the others find it final. */

/**
 * Sends a new link; the previous one becomes invalid at once.
 * @throws 404, 409 `invitation_not_pending`, 422 `entitlement_exceeded`, 422 on `channel`
 */
export async function resendInvitation(
  context: Context,
  caller: Caller | Manager,
  id: number,
): Promise<InvitationRow> {
  const invitation = await transaction(context.pool, async (client) => {
    const { phone_key_limit } = await findPending(client, caller, id);
    const at = context.clock.now();
    await requireFree(client, caller.accountId, phone_key_limit, at);
    const { letter, ...pending } = await lockPending(client, caller, id, at, 'k, i');
    // The person or the account may have changed since the invitation was made.
    const fault = channelFault(pending.channel, letter, letter.sms_enabled);
    if (fault) throw invalidField('channel', fault.message, fault.code);
    const link = makeLink(context);
    const told = {
      ...letter,
      channel: pending.channel,
      key_name: pending.key_name,
      starts_at: pending.starts_at,
      expires_at: pending.key_expires_at,
    };
    const now = new Date(at);
    const due = invitationDue(link.expiresAt, pending.key_expires_at);
    const notices = invitationNotices(context, told, link);
    const values = [id, link.hash, link.expiresAt, due, now, notices];
    const statement = { name: 'invitation-resend', text: RESEND, values };
    const audited = { ...pending, account_id: letter.account_id, name: pending.key_name };
    const entry = toEntry(audited, byCaller(caller), 'invitation.resend');
    await client.query(withAudit(context, statement, entry));
    const resend_count = pending.resend_count + 1;
    return { ...pending, link_expires_at: link.expiresAt, sent_at: now, resend_count };
  });
  context.nudge.emit('notice');
  return invitation;
}

const WITHDRAW = withdrawWhere("subject = 'invitation:' || $1::int");

/** Another link in the place of the one before, and of the messages that still wait with it. */
const RESEND = `
with withdrawn as (${WITHDRAW}),
n as (${insertNotices('json_to_recordset($6::json)', "'invitation:' || $1::int")})
update invitation set token_hash = $2, link_expires_at = $3, due_at = $4, sent_at = $5, resend_count = resend_count + 1
where id = $1`;

/** Ends an invitation; its key stays as it is. @throws 404, 409 `invitation_not_pending` */
export async function cancelInvitation(
  context: Context,
  caller: Caller | Manager,
  id: number,
): Promise<InvitationRow> {
  return transaction(context.pool, async (client) => {
    const { letter, ...pending } = await lockPending(client, caller, id, context.clock.now(), 'i');
    const now = new Date(context.clock.now());
    const text = `with withdrawn as (${WITHDRAW})
update invitation set state = 'cancelled', cancelled_at = $2, due_at = null where id = $1`;
    const statement = { name: 'invitation-cancel', text, values: [id, now] };
    const audited = { ...pending, account_id: letter.account_id, name: pending.key_name };
    const entry = toEntry(audited, byCaller(caller), 'invitation.cancel');
    await client.query(withAudit(context, statement, entry));
    return { ...pending, state: 'cancelled', cancelled_at: now };
  });
}

/** Ends those whose link or key is over; those that something else has ended meanwhile stay so. */
export async function expireInvitations(context: Context, ids: readonly number[]): Promise<void> {
  await transaction(context.pool, async (client) => {
    const { rows } = await client.query<Audited>(
      `with i as (
         select id from invitation where id = any($1::int[]) and due_at <= $2 order by id for update)
       update invitation t set state = 'expired', due_at = null from i, access_key k
       where t.id = i.id and k.id = t.access_key_id returning t.id, t.account_id, t.location_id, k.name`,
      [ids, new Date(context.clock.now())],
    );
    await recordAudits(
      client,
      context,
      rows.map((row) => toEntry(row, SERVICE, 'invitation.expire')),
    );
  });
}

/**
 * The recipient of a link takes the key into use: `key.activated`, unless a manager has handed it over before.
 * The key goes on the phone that they did it with. `visit`: the token that identified their browser before.
 * @returns what the invitation is now; `expired` where its time is over, null for a link that never was or is dead
 */
export async function activateInvitation(
  context: Context,
  token: string,
  phone: NewPhone | null = null,
  visit: string | null = null,
): Promise<InvitationState | null> {
  const hash = hashLinkToken(token);
  return lockingSystemOf(context).guard(() =>
    announcing(context, async (client, announce) => {
      const { rows: found } = await client.query<{ access_key_id: number }>(
        'select access_key_id from invitation where token_hash = $1',
        [hash],
      );
      if (!found[0]) return null;
      await lockKey(client, null, found[0].access_key_id);
      const now = context.clock.now();
      const { rows } = await client.query<{ id: number; state: InvitationState; due_at: Date | null }>(
        'select id, state, due_at from invitation where token_hash = $1 for update',
        [hash],
      );
      const [invitation] = rows;
      if (!invitation) return null;
      if (invitation.due_at === null) return invitation.state;
      if (invitation.due_at.getTime() <= now) return 'expired';
      await client.query(
        "update invitation set state = 'activated', activated_at = $2, due_at = null, visit_hash = $3 where id = $1",
        [invitation.id, new Date(now), visit === null ? null : hashPhoneToken(visit)],
      );
      if (phone) await bindPhone(client, context, found[0].access_key_id, phone);
      await withdrawNotices(client, noticeSubject(invitation.id));
      await audit(context, client, invitation.id, SERVICE, 'invitation.activate');
      if (await markHandedOver({ context, client, announce, by: SERVICE }, found[0].access_key_id, now))
        await lockingSystemOf(context).saveKey(
          toLocksysKey(await getKey(client, null, found[0].access_key_id)),
        );
      return 'activated';
    }),
  );
}

/** Finds it, and holds the account where that has a limit. @throws 404, 409 `invitation_not_pending` */
async function findPending(
  client: PoolClient,
  caller: Pick<Caller, 'accountId' | 'locationId'>,
  id: number,
): Promise<{ phone_key_limit: number | null }> {
  const { rows } = await client.query<{ state: InvitationState; phone_key_limit: number | null }>({
    name: 'invitation-find',
    text: `with limited as (${LOCK_LIMIT})
select i.state, limited.phone_key_limit from invitation i left join limited on true where i.id = $2
and exists (select from location_ancestor a where a.location_id = i.location_id and a.ancestor_id = $3)`,
    values: [caller.accountId, id, caller.locationId],
  });
  const [row] = rows;
  if (!row) throw new ApiError('not_found');
  if (row.state !== 'pending') throw new ApiError('invitation_not_pending');
  return row;
}

interface PendingLetter extends Omit<Letter, 'channel' | 'key_name' | 'starts_at' | 'expires_at'> {
  sms_enabled: boolean;
}

/** A pending invitation that nobody else changes until the transaction ends, and whom it goes to. @throws 404, 409 */
async function lockPending(
  client: PoolClient,
  caller: Pick<Caller, 'locationId'>,
  id: number,
  now: number,
  locked: 'i' | 'k, i',
): Promise<InvitationRow & { letter: PendingLetter }> {
  const { rows } = await client.query<InvitationRow & { due_at: Date | null; letter: PendingLetter }>({
    name: `invitation-lock-${locked}`,
    text: `select ${INVITATION_COLUMNS}, i.due_at, json_build_object('account_id', i.account_id, 'organisation', a.name,
  'sms_enabled', a.sms_enabled, 'person_id', p.id, 'person_name', p.name, 'email', p.email, 'phone', p.phone,
  'language', p.language, 'location', o.name, 'timezone', o.timezone) as letter
from invitation i join access_key k on k.id = i.access_key_id left join person p on p.id = i.person_id
join location o on o.id = i.location_id join account a on a.id = i.account_id
where i.id = $1 and exists (select from location_ancestor x where x.location_id = i.location_id and x.ancestor_id = $2)
for update of ${locked}`,
    values: [id, caller.locationId],
  });
  const [row] = rows;
  if (!row) throw new ApiError('not_found');
  const { due_at, ...pending } = row;
  // Over is over, even if the row has not been told yet.
  if (!due_at || due_at.getTime() <= now) throw new ApiError('invitation_not_pending');
  return pending;
}

interface Audited {
  id: number;
  account_id: number;
  location_id: number;
  /** Of its key. */
  name: string;
}

async function audit(
  context: Context,
  client: PoolClient,
  id: number,
  by: Actor,
  action: AuditAction,
): Promise<void> {
  const { rows } = await client.query<Audited>(
    `select i.id, i.account_id, i.location_id, k.name from invitation i join access_key k on k.id = i.access_key_id
     where i.id = $1`,
    [id],
  );
  for (const row of rows) await recordAudit(client, context, toEntry(row, by, action));
}

function toEntry(
  { id, account_id, location_id, name }: Audited,
  actor: Actor,
  action: AuditAction,
): AuditEntry {
  return { account_id, actor, action, subject: { type: 'invitation', id: String(id), name }, location_id };
}
