import type { Database } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import type { SignedIn } from '../http/endpoint.js';

const IS_TOP = sql.statement('location-is-top', 'select from location where id = $1 and parent_id is null');

/** For those whose role holds for all of the organisation. @throws 403 */
export async function requireWholeAccount(database: Database, user: SignedIn, what: string): Promise<void> {
  if ((await IS_TOP.count(database, [user.homeLocationId])) === 0)
    throw new ApiError('insufficient_scope', {
      message: `${what} is for those who answer for the whole organisation.`,
    });
}
