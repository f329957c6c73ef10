import type { PoolClient } from 'pg';
import { recordAudit } from '../audit/record.js';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { enqueueNotice } from './enqueue.js';

/** Who made the subscription, else who made its API key; a user who is gone is not known. */
const CREATORS = sql.statement(
  'notice-webhook-creators',
  `select s.id as subscription_id, s.account_id, s.location_id, s.url, s.description, a.name as organisation,
          o.name as location, o.timezone, u.name as user_name, u.email,
          coalesce(n.language, '') as language
   from subscription s
   join account a on a.id = s.account_id
   join location o on o.id = s.location_id
   left join api_key k on k.id = s.api_key_id
   left join account_user u on u.id = coalesce(s.created_by, k.created_by) and u.account_id = s.account_id
   left join alarm_contact n on n.user_id = u.id
   where s.id = any($1::uuid[])`,
  {
    subscription_id: sql.uuid,
    account_id: sql.int,
    location_id: sql.int,
    url: sql.text,
    description: sql.text,
    organisation: sql.text,
    location: sql.text,
    timezone: sql.text,
    user_name: sql.orNull(sql.text),
    email: sql.orNull(sql.text),
    language: sql.present(sql.text),
  },
);

/**
 * What `startDeliveryWorker` is given as `onAutoPaused`: e-mails the user who created the subscription or its API key,
 * when one is known, and writes the audit entry, in the transaction that pauses.
 */
export function notifyOfAutoPause(
  context: Pick<Context, 'clock' | 'ids' | 'secrets'>,
): (client: PoolClient, paused: readonly { id: string; failing_since: number }[]) => Promise<void> {
  return async (client, paused) => {
    const rows = await CREATORS.rows(client, [paused.map(({ id }) => id)]);
    for (const {
      subscription_id,
      account_id,
      location_id,
      email,
      language,
      user_name,
      url,
      ...names
    } of rows) {
      const failing_since =
        paused.find(({ id }) => id === subscription_id)?.failing_since ?? context.clock.now();
      await recordAudit(client, context, {
        account_id,
        actor: { type: 'rule', id: null, name: 'webhook failing for 24 hours' },
        action: 'webhook.pause',
        subject: { type: 'webhook', id: subscription_id, name: withoutQuery(url) },
        location_id,
        details: { failing_since: new Date(failing_since).toISOString() },
      });
      if (email === null || user_name === null) continue;
      await enqueueNotice(client, context, {
        account_id,
        kind: 'webhook_paused',
        channel: 'email',
        to: email,
        language,
        subject: `webhook:${subscription_id}`,
        data: {
          ...names,
          subscription_id,
          user_name,
          url: withoutQuery(url),
          failing_since: new Date(failing_since).toISOString(),
          paused_at: new Date(context.clock.now()).toISOString(),
        },
      });
    }
  };
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
