import { findTargetOfToken } from '../doors/store/commands.js';
import type { CommandTarget } from '../doors/store/port.js';
import type { Unidentified } from '../http/endpoint.js';

/**
 * The lock of the path, as the caller with this token may command it, read while that caller is identified. Undefined too
 * for what the checks refuse, and for a key that was revoked in between: who finds nothing here looks again.
 */
export const targetAhead = ({
  context,
  place,
  params,
}: Unidentified<{ id: number }, unknown>): Promise<CommandTarget | undefined> =>
  findTargetOfToken(context.pool, place.locationId.hash, params.id);
