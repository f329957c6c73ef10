import type { Database } from '../context.js';
import { ApiError } from '../errors.js';
import type { SignedIn } from '../http/endpoint.js';

/** For those whose role holds for all of the organisation. @throws 403 */
export async function requireWholeAccount(database: Database, user: SignedIn, what: string): Promise<void> {
  const { rowCount } = await database.query('select from location where id = $1 and parent_id is null', [
    user.homeLocationId,
  ]);
  if (!rowCount)
    throw new ApiError('insufficient_scope', {
      message: `${what} is for those who answer for the whole organisation.`,
    });
}
