import { audited } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { SECRET_BYTES, toSecret } from '../deliveries/signature.rules.js';
import { ApiError } from '../errors.js';
import type { Subscription } from '../generated/prisma/client.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { webhookEntry } from './audit.js';
import { LOCKED, ROTATE } from './subscription.sql.js';

/** How long deliveries are signed with the previous secret too. */
export const BOTH_VALID_MS = 24 * 3_600_000;

const ERASE = sql.statement(
  'webhook-secrets-erase',
  `update subscription set previous_secret = null, previous_secret_until = null
   where id = any($1::uuid[]) and previous_secret_until <= $2`,
);

export interface Rotated {
  subscription: Subscription;
  secret: string;
  /** Until when the previous secret signs too. */
  previousUntil: Date;
}

/**
 * Gives a subscription a new secret, shown only here. The one before it signs too for 24 hours; one that was still valid
 * beside that ends now. @throws 404
 */
export async function rotateSecret(context: Context, caller: Caller | Manager, id: string): Promise<Rotated> {
  const secret = toSecret(context.ids.bytes(SECRET_BYTES));
  const previousUntil = new Date(context.clock.now() + BOTH_VALID_MS);
  const subscription = await transaction(context.pool, async (client, last) => {
    const current = await LOCKED.row(client, [id, caller.locationId]);
    if (!current) throw new ApiError('not_found');
    const values = [id, context.secrets.seal(secret, id), previousUntil];
    const entry = webhookEntry(caller, 'rotate_secret', current);
    return last(() => ROTATE.one(client, audited(context, values, entry)));
  });
  return { subscription, secret, previousUntil };
}

export async function erasePreviousSecrets(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  ids: readonly string[],
): Promise<void> {
  await ERASE.count(pool, [ids, new Date(clock.now())]);
}
