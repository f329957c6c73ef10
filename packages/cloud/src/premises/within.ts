import type { PoolClient } from 'pg';
import type { ActionOn } from '../audit/actions.rules.js';
import type { Actor } from '../audit/entry.rules.js';
import { byUser, recordAudit } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { settle } from '../doors/apply.js';
import { followCalendars } from '../doors/store/calendars.js';
import { lockPremises } from '../doors/store/site.js';
import { followSite } from '../emergencies/follow-site.js';
import { invalidField } from '../errors.js';
import type { SignedIn } from '../http/endpoint.js';

/* What changes of doors, groups and locations share. They reach as far as the user's role does, whatever is looked at. */

const LOCATION = sql.statement(
  'premises-location',
  `select o.id, o.name, o.timezone from location o
   where o.id = $2 and o.ended_at is null and ${sql.isLocationWithin('o.id', '$1')}`,
  { id: sql.int, name: sql.text, timezone: sql.text },
);

/** Gateways that are heard anew, as what is wired to their doors is not known. */
export interface Renewed {
  id: string;
  connection: number;
}

export interface Arranging {
  client: PoolClient;
  context: Context;
  user: SignedIn;
  at: Date;
  renewed: Renewed[];
}

/** Runs a change of the premises in one transaction; calendars, emergencies and gateways follow it. */
export async function arranging<T>(
  context: Context,
  user: SignedIn,
  work: (arranging: Arranging) => Promise<T>,
): Promise<T> {
  const renewed: Renewed[] = [];
  const { result, moved } = await transaction(context.pool, async (client) => {
    renewed.length = 0;
    await lockPremises(client);
    const at = new Date(context.clock.now());
    const result = await work({ client, context, user, at, renewed });
    await followCalendars(client, user.accountId, at);
    return { result, moved: await followSite(context, client, user.accountId) };
  });
  if (moved) settle(context, moved);
  for (const { id, connection } of renewed) context.nudge.emit('gateway', id, connection);
  return result;
}

/** A location that the user may act for. @throws 422 on the field */
export async function requireLocation({ client, user }: Arranging, id: number, field = 'location_id') {
  const location = await LOCATION.row(client, [user.homeLocationId, id]);
  if (!location) throw invalidField(field, 'no such location among yours');
  return location;
}

type Subject = 'lock' | 'location' | 'security_group' | 'calendar';

export async function audit<Kind extends Subject>(
  { client, context, user }: Arranging,
  kind: Kind,
  done: ActionOn<Kind>,
  row: { id: number | string; name: string; location_id: number },
  fields: readonly string[] = [],
): Promise<void> {
  const by: Actor = byUser(user.user);
  await recordAudit(client, context, {
    account_id: user.accountId,
    actor: by,
    action: `${kind}.${done}` as never,
    subject: { type: kind, id: String(row.id), name: row.name },
    location_id: row.location_id,
    details: fields.length > 0 ? { fields: [...fields] } : {},
  });
}

/** Names of the fields that a change gives another value. */
export const changedFields = (before: object, change: object): string[] =>
  Object.entries(change)
    .filter(([field, value]) => value !== undefined && (before as Record<string, unknown>)[field] !== value)
    .map(([field]) => field);

/** A row with a change of it; what is undefined stays. */
export const merged = <Row extends object>(
  row: Row,
  change: { [Field in keyof Row]?: Row[Field] | undefined },
): Row => ({
  ...row,
  ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
});
