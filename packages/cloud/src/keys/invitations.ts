import type { PoolClient } from 'pg';
import type { Actor, AuditEntry } from '../audit/entry.rules.js';
import { byCaller, recordAudit, recordAudits, SERVICE } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import { ApiError, invalidField } from '../errors.js';
import { announcing } from '../events/announce.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { lockingSystemOf } from '../locking-system/port.js';
import { withdrawNotices } from '../notify/enqueue.js';
import { requireEntitlement } from './entitlement.js';
import { getInvitation, type InvitationRow } from './invitation-read.js';
import { makeLink, sendLink } from './invite.js';
import {
  type Channel,
  channelFault,
  hashLinkToken,
  type InvitationState,
  invitationDue,
} from './key.rules.js';
import { toLocksysKey } from './locksys-key.js';
import { lockKey } from './manage.js';
import { getKey } from './read.js';
import { markHandedOver, noticeSubject } from './transitions.js';

/* What may happen to an invitation (spec 3.5): whoever takes the row first wins, the others find it final. */

/**
 * Sends a new link; the one before is dead at once (decisions, "Invitation").
 * @throws 404, 409 `invitation_not_pending`, 422 `entitlement_exceeded`, 422 on `channel`
 */
export async function resendInvitation(
  context: Context,
  caller: Caller | Manager,
  id: number,
): Promise<InvitationRow> {
  const invitation = await transaction(context.pool, async (client) => {
    const found = await getInvitation(client, caller, id);
    if (found.state !== 'pending') throw new ApiError('invitation_not_pending');
    await requireEntitlement(client, caller.accountId);
    const key = await lockKey(client, null, found.key_id);
    const pending = await lockPending(client, id, context.clock.now());
    await requireChannel(client, id, pending.channel);
    const link = makeLink(context);
    await client.query(
      `update invitation set token_hash = $2, link_expires_at = $3, due_at = $4, sent_at = $5, resend_count = resend_count + 1
       where id = $1`,
      [
        id,
        link.hash,
        link.expiresAt,
        invitationDue(link.expiresAt, key.expires_at),
        new Date(context.clock.now()),
      ],
    );
    await sendLink(context, client, id, link);
    await audit(context, client, id, byCaller(caller), 'invitation.resend');
    return getInvitation(client, caller, id);
  });
  context.nudge.emit('notice');
  return invitation;
}

/** Ends an invitation; its key stays as it is. @throws 404, 409 `invitation_not_pending` */
export async function cancelInvitation(
  context: Context,
  caller: Caller | Manager,
  id: number,
): Promise<InvitationRow> {
  return transaction(context.pool, async (client) => {
    await getInvitation(client, caller, id);
    await lockPending(client, id, context.clock.now());
    await client.query(
      "update invitation set state = 'cancelled', cancelled_at = $2, due_at = null where id = $1",
      [id, new Date(context.clock.now())],
    );
    await withdrawNotices(client, noticeSubject(id));
    await audit(context, client, id, byCaller(caller), 'invitation.cancel');
    return getInvitation(client, caller, id);
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
 * The recipient of a link takes the key into use (spec 3.4): `key.activated`, unless a manager has handed it over before.
 * @returns what the invitation is now; `expired` where its time is over, null for a link that never was or is dead
 */
export async function activateInvitation(context: Context, token: string): Promise<InvitationState | null> {
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
        "update invitation set state = 'activated', activated_at = $2, due_at = null where id = $1",
        [invitation.id, new Date(now)],
      );
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

async function lockPending(client: PoolClient, id: number, now: number): Promise<{ channel: Channel }> {
  const { rows } = await client.query<{ channel: Channel; due_at: Date | null }>(
    'select channel, due_at from invitation where id = $1 for update',
    [id],
  );
  const [row] = rows;
  // Over is over, even if the row has not been told yet.
  if (!row?.due_at || row.due_at.getTime() <= now) throw new ApiError('invitation_not_pending');
  return row;
}

/** The person or the account may have changed since the invitation was made. */
async function requireChannel(client: PoolClient, id: number, channel: Channel): Promise<void> {
  const { rows } = await client.query<{ phone: string; email: string; sms_enabled: boolean }>(
    `select p.phone, p.email, a.sms_enabled from invitation i join person p on p.id = i.person_id
     join account a on a.id = i.account_id where i.id = $1`,
    [id],
  );
  const fault = rows[0] && channelFault(channel, rows[0], rows[0].sms_enabled);
  if (fault) throw invalidField('channel', fault.message, fault.code);
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
  action: string,
): Promise<void> {
  const { rows } = await client.query<Audited>(
    `select i.id, i.account_id, i.location_id, k.name from invitation i join access_key k on k.id = i.access_key_id
     where i.id = $1`,
    [id],
  );
  for (const row of rows) await recordAudit(client, context, toEntry(row, by, action));
}

function toEntry({ id, account_id, location_id, name }: Audited, actor: Actor, action: string): AuditEntry {
  return { account_id, actor, action, subject: { type: 'invitation', id: String(id), name }, location_id };
}
