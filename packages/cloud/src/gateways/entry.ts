import type { ActionOn } from '../audit/actions.rules.js';
import type { Actor, AuditEntry } from '../audit/entry.rules.js';
import * as sql from '../database/statement.js';
import type { KnownGateway } from '../http/endpoint.js';

/** What the audit log says of a gateway. */
export const KNOWN_GATEWAY = { id: sql.uuid, account_id: sql.int, location_id: sql.int, name: sql.text };
export const KNOWN_COLUMNS = Object.keys(KNOWN_GATEWAY).join(', ');

/** Whether a gateway may log in by this hash at this time: of `gateway g`. */
export const fits = (hash: string, now: string): string =>
  `(g.secret_hash = ${hash} or (g.previous_secret_hash = ${hash} and g.previous_secret_until > ${now}))`;

export function gatewayEntry(
  { id, account_id, location_id, name }: KnownGateway,
  actor: Actor,
  action: ActionOn<'gateway'>,
  details: AuditEntry['details'] = {},
): AuditEntry {
  const subject = { type: 'gateway', id, name };
  return { account_id, actor, action: `gateway.${action}`, subject, location_id, details };
}
