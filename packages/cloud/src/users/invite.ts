import type { PoolClient } from 'pg';
import type { AuditAction } from '../audit/actions.rules.js';
import { byUser, recordAudit } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import { ApiError, invalidField } from '../errors.js';
import { mayAct, type Role } from '../http/role.rules.js';
import { enqueueNotice, withdrawNotices } from '../notify/enqueue.js';
import { type Colleague, placeFor } from './colleagues.js';
import {
  INVITE,
  INVITED,
  INVITED_LOCKED,
  INVITED_WAITING,
  type InvitedRow,
  RESEND,
  ROOM,
  WITHDRAW,
} from './invited.sql.js';
import { makeOneTimeLink, type OneTimeLink } from './link.js';
import {
  INVITATION_LIFETIME_MS,
  type InvitedState,
  invitedState,
  MAX_WAITING_INVITATIONS,
} from './link.rules.js';

export interface InvitedView
  extends Pick<
    InvitedRow,
    'id' | 'email' | 'role' | 'location' | 'invited_by' | 'sent_at' | 'link_expires_at'
  > {
  state: InvitedState;
}

/** Those that still wait, or ran out, at the location looked at and below it; newest first. */
export async function listInvited(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  by: Pick<Colleague, 'locationId'>,
): Promise<InvitedView[]> {
  return (await INVITED_WAITING.rows(pool, [by.locationId])).map((row) => {
    const { id, email, role, location, invited_by, sent_at, link_expires_at } = row;
    const state = invitedState(row, clock.now());
    return { id, email, role, location, state, invited_by, sent_at, link_expires_at };
  });
}

export interface Invite {
  email: string;
  role: Role;
  location_id: number;
  language: string;
}

/** Invites a colleague by e-mail; the link in it makes them a user. @throws 422 */
export async function inviteColleague(
  context: Context,
  by: Colleague,
  wanted: Invite,
): Promise<{ id: string }> {
  const email = wanted.email.trim().toLowerCase();
  if (!mayAct(by.role, wanted.role)) throw invalidField('role', 'is above your own');
  const id = context.ids.uuid();
  await transaction(context.pool, async (client) => {
    const location = await placeFor(client, by, wanted.location_id);
    await requireRoom(client, by.accountId, email);
    const link = makeOneTimeLink(context, 'join', INVITATION_LIFETIME_MS);
    const made = await INVITE.count(client, [
      id,
      by.accountId,
      location.id,
      email,
      wanted.role,
      wanted.language,
      link.hash,
      link.expiresAt,
      by.user.id,
      by.user.name,
      new Date(context.clock.now()),
    ]);
    if (!made) throw invalidField('email', 'is invited already; send that invitation again');
    await sendInvitation(client, context, by, id, link);
    await recordAudit(client, context, {
      account_id: by.accountId,
      actor: byUser(by.user),
      action: 'user.invite',
      subject: { type: 'user_invitation', id, name: email },
      location_id: location.id,
      details: { role: wanted.role },
    });
  });
  context.nudge.emit('notice');
  return { id };
}

/** Only of this organisation: that someone is a user elsewhere is shown only to the owner of the mailbox. */
async function requireRoom(client: PoolClient, accountId: number, email: string): Promise<void> {
  const { known, waiting } = await ROOM.one(client, [accountId, email]);
  if (known) throw invalidField('email', 'is a colleague already');
  if (waiting >= MAX_WAITING_INVITATIONS)
    throw invalidField('email', 'cannot be invited while so many invitations wait; withdraw some first');
}

/** Sends an invitation again: the old link ends, and the new sender answers for it. @throws 404, 409, 422 */
export async function resendInvited(context: Context, by: Colleague, id: string): Promise<void> {
  await transaction(context.pool, async (client) => {
    const invitation = await reachInvited(client, by, id);
    const link = makeOneTimeLink(context, 'join', INVITATION_LIFETIME_MS);
    const now = new Date(context.clock.now());
    await RESEND.count(client, [id, link.hash, link.expiresAt, by.user.id, by.user.name, now]);
    await withdrawNotices(client, subjectOf(id));
    await sendInvitation(client, context, by, id, link);
    await recordInvited(client, context, by, invitation, 'user.resend_invitation');
  });
  context.nudge.emit('notice');
}

/** Takes an invitation back: its link is worth nothing from then on. @throws 403, 404, 409 */
export async function withdrawInvited(context: Context, by: Colleague, id: string): Promise<void> {
  await transaction(context.pool, async (client) => {
    const invitation = await reachInvited(client, by, id);
    await WITHDRAW.count(client, [id, new Date(context.clock.now())]);
    await withdrawNotices(client, subjectOf(id));
    await recordInvited(client, context, by, invitation, 'user.withdraw_invitation');
  });
}

export const subjectOf = (invitationId: string): string => `user_invitation:${invitationId}`;

async function reachInvited(client: PoolClient, by: Colleague, id: string): Promise<InvitedRow> {
  const found = await INVITED_LOCKED.row(client, [id, by.locationId]);
  if (!found) throw new ApiError('not_found');
  if (found.state !== 'pending') throw new ApiError('invitation_not_pending');
  if (!mayAct(by.role, found.role))
    throw new ApiError('forbidden', { message: 'The invitation gives a role above your own.' });
  return found;
}

async function recordInvited(
  client: PoolClient,
  context: Context,
  by: Colleague,
  invitation: InvitedRow,
  action: AuditAction,
): Promise<void> {
  await recordAudit(client, context, {
    account_id: by.accountId,
    actor: byUser(by.user),
    action,
    subject: { type: 'user_invitation', id: invitation.id, name: invitation.email },
    location_id: invitation.location.id,
  });
}

async function sendInvitation(
  client: PoolClient,
  context: Context,
  by: Colleague,
  id: string,
  link: OneTimeLink,
): Promise<void> {
  const { organisation, location, timezone, email, language } = await INVITED.one(client, [id]);
  await enqueueNotice(client, context, {
    account_id: by.accountId,
    channel: 'email',
    to: email,
    language,
    subject: subjectOf(id),
    expires_at: link.expiresAt,
    kind: 'colleague_invitation',
    data: {
      inviter_name: by.user.name,
      organisation,
      location: location.name,
      link: link.url,
      link_expires_at: link.expiresAt.toISOString(),
      timezone,
    },
  });
}
