import type { PoolClient } from 'pg';
import type { Context } from '../context.js';
import { type Applying, applyWithin } from '../doors/apply.js';
import type { ApplyInput } from '../doors/apply.types.js';
import { causeOf } from '../doors/cause.rules.js';
import { differingDoors, inForceOf } from './doors-below.sql.js';

/** What a site file does, a manager does. */
const BY_SITE_FILE = causeOf({ key: null, apiKey: null });

/**
 * In the transaction that has changed locks or the location tree: doors that have come below a location with an emergency
 * are under it from now on, and those that have left are not. The caller settles behind its commit; null: nothing follows.
 */
export async function followSite(
  context: Context,
  client: PoolClient,
  accountId: number,
): Promise<Applying | null> {
  const inForce = new Map((await inForceOf(client, accountId)).map((one) => [one.id, one]));
  // Without any in force no door carries one: the end of each takes it from all.
  if (inForce.size === 0) return null;
  const inputs = (await differingDoors(client, accountId)).map(({ id, wanted, had }): ApplyInput => {
    const begun = wanted.filter((one) => !had.includes(one)).flatMap((one) => inForce.get(one) ?? []);
    const over = had.filter((one) => !wanted.includes(one));
    return { kind: 'door', lock_id: id, input: { kind: 'emergency', begun, over, cause: BY_SITE_FILE } };
  });
  return inputs.length === 0 ? null : applyWithin(context.doors.within(client), context, inputs);
}
