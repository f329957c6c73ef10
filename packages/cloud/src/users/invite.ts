import type { PoolClient } from 'pg';
import type { AuditAction } from '../audit/actions.rules.js';
import { byUser, recordAudit } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import { ApiError, invalidField } from '../errors.js';
import { mayAct, RANKS, type Role } from '../http/role.rules.js';
import { enqueueNotice, withdrawNotices } from '../notify/enqueue.js';
import { type Colleague, placeFor } from './colleagues.js';
import { makeOneTimeLink, type OneTimeLink } from './link.js';
import {
  INVITATION_LIFETIME_MS,
  type InvitedState,
  invitedState,
  MAX_WAITING_INVITATIONS,
} from './link.rules.js';

export interface InvitedView {
  id: string;
  email: string;
  role: Role;
  location: { id: number; name: string };
  state: InvitedState;
  invited_by: string;
  sent_at: Date;
  link_expires_at: Date;
}

export interface InvitationRow extends Omit<InvitedView, 'state'> {
  account_id: number;
  organisation: string;
  timezone: string;
  language: string;
  state: 'pending' | 'accepted' | 'withdrawn';
  sender_may: boolean;
}

/** With whether whoever sent it may give that role there still: a sender who left or was demoted opens no door behind them. */
export const INVITATIONS = `
select i.id, i.account_id, i.email, i.role, i.state, i.language, i.invited_by_name as invited_by, i.sent_at, i.link_expires_at,
  json_build_object('id', o.id, 'name', o.name) as location, c.name as organisation, o.timezone,
  exists (select from account_user u join location_ancestor s on s.location_id = i.location_id and s.ancestor_id = u.location_id
    where u.id = i.invited_by
      and array_position(array['${RANKS.join("','")}'], u.role) >= array_position(array['${RANKS.join("','")}'], i.role)) as sender_may
from user_invitation i join location o on o.id = i.location_id join account c on c.id = i.account_id`;

/** Those that still wait, or ran out, at the location looked at and below it; newest first. */
export async function listInvited(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  by: Pick<Colleague, 'locationId'>,
): Promise<InvitedView[]> {
  const { rows } = await pool.query<InvitationRow>(
    `${INVITATIONS} join location_ancestor a on a.location_id = i.location_id and a.ancestor_id = $1
     where i.state = 'pending' order by i.sent_at desc, i.id limit 1000`,
    [by.locationId],
  );
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    location: row.location,
    state: invitedState(row, clock.now()),
    invited_by: row.invited_by,
    sent_at: row.sent_at,
    link_expires_at: row.link_expires_at,
  }));
}

export interface Invite {
  email: string;
  role: Role;
  location_id: number;
  language: string;
}

/** Invites a colleague by e-mail; the link in the letter makes them a user. @throws 422 */
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
    const { rowCount } = await client.query(
      `insert into user_invitation (id, account_id, location_id, email, role, language, token_hash, link_expires_at,
         invited_by, invited_by_name, sent_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
       on conflict (account_id, email) where state = 'pending' do nothing`,
      [
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
      ],
    );
    if (!rowCount) throw invalidField('email', 'is invited already; send that invitation again');
    await sendLetter(client, context, by, id, link);
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

/** Only of this organisation: who is a user elsewhere is nobody's business here, and is told to whoever has the mailbox. */
async function requireRoom(client: PoolClient, accountId: number, email: string): Promise<void> {
  const { rows } = await client.query<{ known: boolean; waiting: number }>(
    `select exists (select from account_user where email = $2 and account_id = $1) as known,
       (select count(*)::int from user_invitation where account_id = $1 and state = 'pending') as waiting`,
    [accountId, email],
  );
  if (rows[0]?.known) throw invalidField('email', 'is a colleague already');
  if ((rows[0]?.waiting ?? 0) >= MAX_WAITING_INVITATIONS)
    throw invalidField('email', 'cannot be invited while so many invitations wait; withdraw some first');
}

/** Sends an invitation again: the old link dies, and whoever sends it stands for it. @throws 404, 409, 422 */
export async function resendInvited(context: Context, by: Colleague, id: string): Promise<void> {
  await transaction(context.pool, async (client) => {
    const invitation = await reachInvited(client, by, id);
    const link = makeOneTimeLink(context, 'join', INVITATION_LIFETIME_MS);
    await client.query(
      `update user_invitation set token_hash = $2, link_expires_at = $3, invited_by = $4, invited_by_name = $5, sent_at = $6,
         resend_count = resend_count + 1 where id = $1`,
      [id, link.hash, link.expiresAt, by.user.id, by.user.name, new Date(context.clock.now())],
    );
    await withdrawNotices(client, subjectOf(id));
    await sendLetter(client, context, by, id, link);
    await recordInvited(client, context, by, invitation, 'user.resend_invitation');
  });
  context.nudge.emit('notice');
}

/** Takes an invitation back: its link is worth nothing from then on. @throws 403, 404, 409 */
export async function withdrawInvited(context: Context, by: Colleague, id: string): Promise<void> {
  await transaction(context.pool, async (client) => {
    const invitation = await reachInvited(client, by, id);
    await client.query("update user_invitation set state = 'withdrawn', withdrawn_at = $2 where id = $1", [
      id,
      new Date(context.clock.now()),
    ]);
    await withdrawNotices(client, subjectOf(id));
    await recordInvited(client, context, by, invitation, 'user.withdraw_invitation');
  });
}

export const subjectOf = (invitationId: string): string => `user_invitation:${invitationId}`;

async function reachInvited(client: PoolClient, by: Colleague, id: string): Promise<InvitationRow> {
  const { rows } = await client.query<InvitationRow>(
    `${INVITATIONS} join location_ancestor a on a.location_id = i.location_id and a.ancestor_id = $2
     where i.id = $1 for update of i`,
    [id, by.locationId],
  );
  const found = rows[0];
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
  invitation: InvitationRow,
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

async function sendLetter(
  client: PoolClient,
  context: Context,
  by: Colleague,
  id: string,
  link: OneTimeLink,
): Promise<void> {
  const { rows } = await client.query<InvitationRow>(`${INVITATIONS} where i.id = $1`, [id]);
  const { organisation, location, timezone, email, language } = rows[0] as InvitationRow;
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
