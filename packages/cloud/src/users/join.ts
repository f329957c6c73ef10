import { byUser, recordAudit } from '../audit/record.js';
import { type Context, type Database, transaction } from '../context.js';
import { ApiError, invalidField } from '../errors.js';
import { INSERT_USER, USER_BY_EMAIL } from './account-user.sql.js';
import { ACCEPT, INVITED_BY_TOKEN, INVITED_BY_TOKEN_LOCKED, type InvitedRow } from './invited.sql.js';
import { hashLinkToken } from './link.js';
import { type InvitedState, invitedState } from './link.rules.js';
import { insertPasskey, type NewPasskey } from './passkeys.js';

/** What the page behind an invitation's link shows. */
export interface InvitedFacts
  extends Pick<InvitedRow, 'id' | 'email' | 'role' | 'organisation' | 'invited_by' | 'link_expires_at'> {
  /** `taken`: the address belongs to a user already, here or with another organisation. */
  state: InvitedState | 'taken';
  location: string;
}

/** @throws 404 for a link that leads nowhere, as after a newer one was sent */
export async function readInvited(context: Context, token: string): Promise<InvitedFacts> {
  const { facts } = await findInvited(context, context.pool, token, INVITED_BY_TOKEN);
  return facts;
}

async function findInvited(
  { clock }: Pick<Context, 'clock'>,
  database: Database,
  token: string,
  statement: typeof INVITED_BY_TOKEN,
): Promise<{ facts: InvitedFacts; row: InvitedRow }> {
  const row = await statement.row(database, [hashLinkToken(token)]);
  if (!row) throw new ApiError('not_found', { message: 'This link leads nowhere.' });
  const state = invitedState(row, clock.now());
  const taken = state === 'pending' && (await USER_BY_EMAIL.count(database, [row.email])) === 1;
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
    const { facts, row } = await findInvited(context, client, token, INVITED_BY_TOKEN_LOCKED);
    // A passkey made while joining is made for the invitation's id, so that is the user's.
    const userId = row.id;
    if (facts.state !== 'pending')
      throw new ApiError('invitation_not_pending', { message: REFUSALS[facts.state] });
    const at = new Date(context.clock.now());
    const { account_id, location, email, role } = row;
    const user = [userId, account_id, location.id, email, name, role, joining.passwordHash, at];
    if (!(await INSERT_USER.count(client, user)))
      throw new ApiError('invitation_not_pending', { message: REFUSALS.taken });
    if (joining.passkey) await insertPasskey(client, context, userId, 'First passkey', joining.passkey);
    await ACCEPT.count(client, [row.id, at]);
    await recordAudit(client, context, {
      account_id,
      actor: byUser({ id: userId, name }),
      action: 'user.join',
      subject: { type: 'user', id: userId, name },
      location_id: location.id,
      details: { role, invitation: row.id, invited_by: row.invited_by },
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
