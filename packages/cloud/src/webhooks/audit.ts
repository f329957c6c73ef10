import type { Json } from '@door-access/protocol';
import type { ActionOn } from '../audit/actions.rules.js';
import type { AuditEntry } from '../audit/entry.rules.js';
import { byCaller } from '../audit/record.js';
import type { Subscription } from '../generated/prisma/client.js';
import type { Caller, Manager } from '../http/endpoint.js';

/** What an API key or a person did to a subscription. Its url without the query, which may hold the receiver's own secrets. */
export function webhookEntry(
  caller: Pick<Caller, 'apiKey'> | Pick<Manager, 'apiKey' | 'user'>,
  action: ActionOn<'webhook'>,
  { id, account_id, location_id, url }: Pick<Subscription, 'id' | 'account_id' | 'location_id' | 'url'>,
  details: { [name: string]: Json } = {},
): AuditEntry {
  const { origin, pathname } = new URL(url);
  return {
    account_id,
    actor: byCaller(caller),
    action: `webhook.${action}`,
    subject: { type: 'webhook', id, name: `${origin}${pathname}` },
    location_id,
    details,
  };
}
