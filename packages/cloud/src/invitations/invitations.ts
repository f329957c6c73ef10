import type { PoolClient } from 'pg';
import type { AuditAction } from '../audit/actions.rules.js';
import type { Actor, AuditEntry } from '../audit/entry.rules.js';
import { audited, byCaller, recordAudit, recordAudits, SERVICE } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import { ApiError, invalidField } from '../errors.js';
import { announcing } from '../events/announce.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { requireFree } from '../keys/entitlement.js';
import type { InvitationRow } from '../keys/invitation-read.js';
import { invitationNotices, makeLink } from '../keys/invite.js';
import { channelFault, hashLinkToken, type InvitationState, invitationDue } from '../keys/key.rules.js';
import { toLocksysKey } from '../keys/locksys-key.js';
import { lockKey } from '../keys/manage.js';
import { getKey } from '../keys/read.js';
import { markHandedOver, noticeSubject } from '../keys/transitions.js';
import { lockingSystemOf } from '../locking-system/port.js';
import { withdrawNotices } from '../notify/enqueue.js';
import { hashPhoneToken } from '../phone/phone.rules.js';
import { bindPhone, type NewPhone } from '../phone/phones.js';
import {
  ACTIVATE,
  CANCEL,
  EXPIRE,
  FIND,
  type InvitationEntry,
  KEY_BY_TOKEN,
  LOCKED,
  LOCKED_BY_TOKEN,
  LOCKED_WITH_KEY,
  RESEND,
} from './invitations.sql.js';

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
  const { invitation } = await linkAnew(context, caller, id, 'sent');
  context.nudge.emit('notice');
  return invitation;
}

/** A new link in place of the previous one, to be shown on a screen; nothing is sent. Throws as `resendInvitation`. */
export async function showInvitation(
  context: Context,
  caller: Caller | Manager,
  id: number,
): Promise<{ url: string; expires_at: Date }> {
  const { link, due } = await linkAnew(context, caller, id, 'shown');
  return { url: link.url, expires_at: due };
}

function linkAnew(context: Context, caller: Caller | Manager, id: number, how: 'sent' | 'shown') {
  return transaction(context.pool, async (client) => {
    const { phone_key_limit } = await findPending(client, caller, id);
    const at = context.clock.now();
    await requireFree(client, caller.accountId, phone_key_limit, at);
    const { recipient, ...pending } = await lockPending(client, caller, id, at, LOCKED_WITH_KEY);
    // The person or the account may have changed since the invitation was made.
    const isShown = how === 'shown';
    const fault = isShown ? null : channelFault(pending.channel, recipient, recipient.sms_enabled);
    if (!isShown && pending.channel === 'shown') throw invalidField('channel', NOT_SENT);
    if (fault) throw invalidField('channel', fault.message, fault.code);
    const link = makeLink(context);
    const content = {
      ...recipient,
      channel: isShown ? ('shown' as const) : pending.channel,
      key_name: pending.key_name,
      starts_at: pending.starts_at,
      expires_at: pending.key_expires_at,
    };
    const now = new Date(at);
    const due = invitationDue(link.expiresAt, pending.key_expires_at);
    const notices = invitationNotices(context, content, link);
    const values = [id, link.hash, link.expiresAt, due, now, notices];
    const row = { ...pending, account_id: recipient.account_id, name: pending.key_name };
    const entry = toEntry(row, byCaller(caller), 'invitation.resend');
    await RESEND.count(client, audited(context, values, entry));
    const resend_count = pending.resend_count + 1;
    const invitation = { ...pending, link_expires_at: link.expiresAt, sent_at: now, resend_count };
    return { invitation, link, due };
  });
}

const NOT_SENT = 'the invitation was shown on a screen, not sent: show it again in the dashboard';

/** Ends an invitation; its key stays as it is. @throws 404, 409 `invitation_not_pending` */
export async function cancelInvitation(
  context: Context,
  caller: Caller | Manager,
  id: number,
): Promise<InvitationRow> {
  return transaction(context.pool, async (client) => {
    const { recipient, ...pending } = await lockPending(client, caller, id, context.clock.now(), LOCKED);
    const now = new Date(context.clock.now());
    const row = { ...pending, account_id: recipient.account_id, name: pending.key_name };
    const entry = toEntry(row, byCaller(caller), 'invitation.cancel');
    await CANCEL.count(client, audited(context, [id, now], entry));
    return { ...pending, state: 'cancelled', cancelled_at: now };
  });
}

/** Expires those whose link or key is over; those that have ended meanwhile stay as they are. */
export async function expireInvitations(context: Context, ids: readonly number[]): Promise<void> {
  await transaction(context.pool, async (client) => {
    const rows = await EXPIRE.rows(client, [ids, new Date(context.clock.now())]);
    await recordAudits(
      client,
      context,
      rows.map((row) => toEntry(row, SERVICE, 'invitation.expire')),
    );
  });
}

/**
 * The recipient of a link takes the key into use: `key.activated`, unless a manager has handed it over before.
 * The key is bound to the phone that they used. `visit`: the token that identified their browser before.
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
      const key = await KEY_BY_TOKEN.row(client, [hash]);
      if (!key) return null;
      await lockKey(client, null, key.access_key_id);
      const now = context.clock.now();
      const invitation = await LOCKED_BY_TOKEN.row(client, [hash]);
      if (!invitation) return null;
      if (invitation.due_at === null) return invitation.state;
      if (invitation.due_at.getTime() <= now) return 'expired';
      const visited = visit === null ? null : hashPhoneToken(visit);
      await ACTIVATE.count(client, [invitation.id, new Date(now), visited]);
      if (phone) await bindPhone(client, context, key.access_key_id, phone);
      await withdrawNotices(client, noticeSubject(invitation.id));
      await recordAudit(client, context, toEntry(invitation, SERVICE, 'invitation.activate'));
      if (await markHandedOver({ context, client, announce, by: SERVICE }, key.access_key_id, now))
        await lockingSystemOf(context).saveKey(toLocksysKey(await getKey(client, null, key.access_key_id)));
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
  const row = await FIND.row(client, [caller.accountId, id, caller.locationId]);
  if (!row) throw new ApiError('not_found');
  if (row.state !== 'pending') throw new ApiError('invitation_not_pending');
  return row;
}

/** A pending invitation, locked until the transaction ends, and whom it goes to. @throws 404, 409 */
async function lockPending(
  client: PoolClient,
  caller: Pick<Caller, 'locationId'>,
  id: number,
  now: number,
  locked: typeof LOCKED,
) {
  const row = await locked.row(client, [id, caller.locationId]);
  if (!row) throw new ApiError('not_found');
  const { due_at, ...pending } = row;
  // It is over at its time, even while the row says pending.
  if (!due_at || due_at.getTime() <= now) throw new ApiError('invitation_not_pending');
  return pending;
}

function toEntry(
  { id, account_id, location_id, name }: InvitationEntry,
  actor: Actor,
  action: AuditAction,
): AuditEntry {
  return { account_id, actor, action, subject: { type: 'invitation', id: String(id), name }, location_id };
}
