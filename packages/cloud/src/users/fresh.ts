import type { Context } from '../context.js';
import { ApiError, invalidField } from '../errors.js';
import type { SignedIn } from '../http/endpoint.js';
import { USER_BY_ID } from './account-user.sql.js';
import { isPassword } from './password.js';
import { isTooLong } from './password.rules.js';
import { FRESH_FOR_MS } from './session.rules.js';
import type { Tries } from './tries.js';

/** Whether this user's password is the given one; tries are counted. @throws 422 naming the field, 429 */
export async function requirePassword(
  { pool }: Pick<Context, 'pool'>,
  user: SignedIn,
  tries: Tries,
  field: string,
  given: string,
): Promise<void> {
  await tries(user.user.id);
  const hash = (await USER_BY_ID.row(pool, [user.user.id]))?.password_hash ?? null;
  if (hash === null || isTooLong(given) || !(await isPassword(given, hash)))
    throw invalidField(field, 'is not your password');
}

/** Requires a recent sign-in. @throws 403 */
export function requireFresh({ clock }: Pick<Context, 'clock'>, user: SignedIn): void {
  if (clock.now() - user.signedInAt < FRESH_FOR_MS) return;
  throw new ApiError('forbidden', {
    message: 'You signed in a while ago. Sign out, sign in again, and do this within 15 minutes.',
  });
}
