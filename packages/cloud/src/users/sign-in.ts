import { byUser, recordAudit } from '../audit/record.js';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import { neighbourhood } from '../http/limits/client-address.rules.js';
import { exceeded, type LimiterFactory } from '../http/limits/rate-limit.js';
import { USER_BY_EMAIL, USER_BY_ID } from './account-user.sql.js';
import { hashPassword, isPassword } from './password.js';
import { isTooLong } from './password.rules.js';
import { TRIES_PER_ADDRESS, TRIES_PER_EMAIL } from './session.rules.js';
import { startSession } from './sessions.js';
import { createTries } from './tries.js';

/** Argon2 takes 19 MiB and 20 ms a try: further tries wait. */
const MAX_AT_ONCE = 8;

export interface Attempt {
  email: string;
  password: string;
  address: string;
  userAgent: string | undefined;
  /** Of the request. */
  log: Context['log'];
}

export type SignIn = (attempt: Attempt) => Promise<{ id: string; token: string }>;

/**
 * Checks an e-mail address and a password, and starts a session. An address no user has costs the same time as a wrong
 * password. @throws 401, 429
 */
export function createSignIn(context: Context, make: LimiterFactory): SignIn {
  const perEmail = createTries(make, 'sign-in-email', TRIES_PER_EMAIL);
  const perAddress = createTries(make, 'sign-in-address', TRIES_PER_ADDRESS);
  const unknown = hashPassword(context.ids.bytes(24).toString('base64url'));
  unknown.catch(() => {});
  let running = 0;

  return async ({ email, password, address, userAgent, log }) => {
    const known = email.trim().toLowerCase();
    await perAddress(address);
    await perEmail(`${neighbourhood(address)} ${known}`);
    if (running >= MAX_AT_ONCE) throw exceeded({ resetMs: 1_000 });
    running++;
    try {
      const user = await USER_BY_EMAIL.row(context.pool, [known]);
      const isRight =
        !isTooLong(password) && (await isPassword(password, user?.password_hash ?? (await unknown)));
      if (!user || !isRight) {
        log.warn({ address }, 'sign-in refused');
        throw new ApiError('unauthenticated', { message: 'The e-mail address or the password is wrong.' });
      }
      return await signInUser(context, user.id, { address, userAgent }, 'password');
    } finally {
      running--;
    }
  };
}

/** Starts a session for a person who has proved who they are. @throws 401 where they are gone meanwhile */
export async function signInUser(
  context: Context,
  userId: string,
  from: { address: string; userAgent: string | undefined },
  method: 'password' | 'passkey' | 'openid',
): Promise<{ id: string; token: string }> {
  const user = await USER_BY_ID.row(context.pool, [userId]);
  if (!user) throw new ApiError('unauthenticated', { message: 'There is no such user any more.' });
  const session = await startSession(context, user.id, from);
  await recordAudit(context.pool, context, {
    account_id: user.account_id,
    actor: byUser(user),
    action: 'user.sign_in',
    subject: { type: 'user', id: user.id, name: user.email },
    location_id: user.location_id,
    details: { address: from.address, method },
  });
  return session;
}
