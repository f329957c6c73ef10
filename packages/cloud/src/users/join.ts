import { byUser, recordAudit } from '../audit/record.js';
import { type Context, type Database, transaction } from '../context.js';
import { ApiError, invalidField } from '../errors.js';
import type { Role } from '../http/role.rules.js';
import { INVITATIONS, type InvitationRow } from './invite.js';
import { hashLinkToken } from './link.js';
import { type InvitedState, invitedState } from './link.rules.js';
import { insertPasskey, type NewPasskey } from './passkeys.js';

/** What the page behind an invitation's link tells. */
export interface InvitedFacts {
  id: string;
  /** `taken`: somebody has this address as a user already, here or with another organisation. */
  state: InvitedState | 'taken';
  email: string;
  role: Role;
  organisation: string;
  location: string;
  invited_by: string;
  link_expires_at: Date;
}

/** @throws 404 for a link that leads nowhere, as after a newer one was sent */
export async function readInvited(context: Context, token: string): Promise<InvitedFacts> {
  const { facts } = await findInvited(context, context.pool, token, '');
  return facts;
}

async function findInvited(
  { clock }: Pick<Context, 'clock'>,
  database: Database,
  token: string,
  locking: 'for update of i' | '',
): Promise<{ facts: InvitedFacts; row: InvitationRow }> {
  const { rows } = await database.query<InvitationRow>(`${INVITATIONS} where i.token_hash = $1 ${locking}`, [
    hashLinkToken(token),
  ]);
  const row = rows[0];
  if (!row) throw new ApiError('not_found', { message: 'This link leads nowhere.' });
  const state = invitedState(row, clock.now());
  const taken =
    state === 'pending' &&
    (await database.query('select from account_user where email = $1', [row.email])).rowCount === 1;
  const { id, email, role, organisation, invited_by, link_expires_at } = row;
  const facts: InvitedFacts = {
    id,
    state: taken ? 'taken' : state,
    email,
    role,
    organisation,
    location: row.location.name,
    invited_by,
    link_expires_at,
  };
  return { facts, row };
}

/** Makes the invited a user, once. @throws 404, 409, 422 */
export async function joinByInvitation(
  context: Context,
  token: string,
  joining: { name: string; passwordHash: string | null; passkey: NewPasskey | null },
): Promise<{ userId: string }> {
  const name = joining.name.trim();
  if (name === '') throw invalidField('name', 'required');
  return transaction(context.pool, async (client) => {
    const { facts, row } = await findInvited(context, client, token, 'for update of i');
    // A passkey made while joining is made for the invitation's id, so that is the user's.
    const userId = row.id;
    if (facts.state !== 'pending')
      throw new ApiError('invitation_not_pending', { message: REFUSALS[facts.state] });
    const at = new Date(context.clock.now());
    const { rowCount } = await client.query(
      `insert into account_user (id, account_id, location_id, email, name, role, password_hash, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (email) do nothing`,
      [userId, row.account_id, row.location.id, row.email, name, row.role, joining.passwordHash, at],
    );
    if (!rowCount) throw new ApiError('invitation_not_pending', { message: REFUSALS.taken });
    if (joining.passkey) await insertPasskey(client, context, userId, 'First passkey', joining.passkey);
    await client.query("update user_invitation set state = 'accepted', accepted_at = $2 where id = $1", [
      row.id,
      at,
    ]);
    await recordAudit(client, context, {
      account_id: row.account_id,
      actor: byUser({ id: userId, name }),
      action: 'user.join',
      subject: { type: 'user', id: userId, name },
      location_id: row.location.id,
      details: { role: row.role, invitation: row.id, invited_by: row.invited_by },
    });
    return { userId };
  });
}

const REFUSALS = {
  accepted: 'The invitation was used already: sign in.',
  expired: 'The invitation has run out: ask for another.',
  withdrawn: 'The invitation was withdrawn.',
  taken: 'There is a user with this e-mail address already.',
} as const;
