import { hashToken, isWellFormedToken } from '../api-keys/tokens.rules.js';
import { findTargetOfToken } from '../doors/store/commands.js';
import type { CommandTarget } from '../doors/store/port.js';
import type { Unidentified } from '../http/endpoint.js';
import { IntIdParam } from '../http/schemas.js';

/**
 * The lock of the path, as the caller with this token may command it, read while that caller is identified. Undefined too
 * for what the checks refuse, and for a key that was revoked in between: who finds nothing here looks again.
 */
export async function targetAhead({
  context,
  token,
  values: [lockId],
}: Unidentified): Promise<CommandTarget | undefined> {
  const id = IntIdParam.safeParse(lockId);
  if (!id.success || !isWellFormedToken(token)) return undefined;
  return findTargetOfToken(context.pool, hashToken(token), id.data);
}
