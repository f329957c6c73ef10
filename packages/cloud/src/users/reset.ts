import { recordAudit } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import { enqueueNotice, withdrawNotices } from '../notify/enqueue.js';
import { hashLinkToken, makeOneTimeLink } from './link.js';
import { RESET_LIFETIME_MS, type ResetState, resetState } from './link.rules.js';
import { replacePassword } from './manage.js';

/** The requester is unknown until they have the e-mail. */
const FORGOTTEN = { type: 'rule', id: null, name: 'forgotten password' } as const;
const subjectOf = (userId: string) => `password_reset:${userId}`;

const FORGETFUL = sql.statement(
  'reset-user',
  `select u.id, u.name, u.account_id, u.location_id, c.name as organisation, o.timezone
   from account_user u join account c on c.id = u.account_id join location o on o.id = u.location_id where u.email = $1`,
  {
    id: sql.uuid,
    name: sql.text,
    account_id: sql.int,
    location_id: sql.int,
    organisation: sql.text,
    timezone: sql.text,
  },
);
const SET_LINK = sql.statement(
  'reset-link',
  `insert into password_reset (user_id, token_hash, expires_at, created_at) values ($1, $2, $3, $4)
   on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at,
     created_at = excluded.created_at, used_at = null`,
);
const byToken = (name: string, lock: string) =>
  sql.statement(
    name,
    `select r.user_id, u.email, r.expires_at, r.used_at from password_reset r
     join account_user u on u.id = r.user_id where r.token_hash = $1 ${lock}`,
    { user_id: sql.uuid, email: sql.text, expires_at: sql.time, used_at: sql.orNull(sql.time) },
  );
const RESET = byToken('reset-by-token', '');
const RESET_LOCKED = byToken('reset-by-token-locked', 'for update of r');
const USE = sql.statement('reset-use', 'update password_reset set used_at = $2 where user_id = $1');

/** Sends a link to the user of this address, if there is one; the newest link is the one that works. */
export async function sendReset(context: Context, email: string, language: string): Promise<void> {
  const known = email.trim().toLowerCase();
  const sent = await transaction(context.pool, async (client) => {
    const user = await FORGETFUL.row(client, [known]);
    if (!user) return false;
    const link = makeOneTimeLink(context, 'reset', RESET_LIFETIME_MS);
    await SET_LINK.count(client, [user.id, link.hash, link.expiresAt, new Date(context.clock.now())]);
    await withdrawNotices(client, subjectOf(user.id));
    await enqueueNotice(client, context, {
      account_id: user.account_id,
      channel: 'email',
      to: known,
      language,
      subject: subjectOf(user.id),
      expires_at: link.expiresAt,
      kind: 'password_reset',
      data: {
        user_name: user.name,
        organisation: user.organisation,
        link: link.url,
        link_expires_at: link.expiresAt.toISOString(),
        timezone: user.timezone,
      },
    });
    await recordAudit(client, context, {
      account_id: user.account_id,
      actor: FORGOTTEN,
      action: 'user.forgot_password',
      subject: { type: 'user', id: user.id, name: user.name },
      location_id: user.location_id,
    });
    return true;
  });
  if (sent) context.nudge.emit('notice');
}

/** @throws 404 for a link that leads nowhere, as after a newer one was sent */
export async function readReset(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  token: string,
): Promise<{ state: ResetState; email: string }> {
  const row = await RESET.row(pool, [hashLinkToken(token)]);
  if (!row) throw new ApiError('not_found', { message: 'This link leads nowhere.' });
  return { state: resetState(row, clock.now()), email: row.email };
}

/** Sets another password, once; every session of theirs ends. @throws 404, 409 */
export async function resetPassword(
  context: Context,
  token: string,
  passwordHash: string,
): Promise<{ userId: string }> {
  const userId = await transaction(context.pool, async (client) => {
    const row = await RESET_LOCKED.row(client, [hashLinkToken(token)]);
    if (!row) throw new ApiError('not_found', { message: 'This link leads nowhere.' });
    const state = resetState(row, context.clock.now());
    if (state !== 'pending')
      throw new ApiError('invitation_not_pending', {
        message: state === 'used' ? 'This link was used already.' : 'This link has run out: ask for another.',
      });
    await USE.count(client, [row.user_id, new Date(context.clock.now())]);
    await replacePassword(client, context, row.user_id, passwordHash, 'user.reset_password', 'themselves');
    return row.user_id;
  });
  context.nudge.emit('session', userId);
  return { userId };
}
