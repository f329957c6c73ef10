import type { Command } from 'commander';
import { printList } from './output.js';
import { accountFilter, withSession } from './session.js';

interface ListedWebhook {
  id: string;
  account: { id: number; name: string };
  location: { id: number; ref: string; name: string };
  url: string;
  events: string[];
  description: string;
  status: string;
  failing_since: Date | null;
  last_delivery_at: Date | null;
  created_at: Date;
  waiting: number;
}

/** Never the secret: it was shown once, at creation. */
const LIST = `
select s.id, json_build_object('id', a.id, 'name', a.name) as account,
       json_build_object('id', o.id, 'ref', o.ref, 'name', o.name) as location, s.url, s.events, s.description, s.status,
       s.failing_since, s.last_delivery_at, s.created_at,
       (select count(*)::int from delivery d where d.subscription_id = s.id and d.next_attempt_at is not null) as waiting
from subscription s join account a on a.id = s.account_id join location o on o.id = s.location_id
where s.deleted_at is null and ($1::int is null or s.account_id = $1) order by s.created_at desc, s.id limit 1000`;

export function webhookCommands(program: Command): void {
  program
    .command('webhooks')
    .description('webhook subscriptions')
    .command('list')
    .description('subscriptions, newest first')
    .option('--account <name>', 'only of this account')
    .option('--json', 'print JSON')
    .action((options: { account?: string; json?: boolean }) =>
      withSession(async (session) => {
        const { rows } = await session.context.pool.query<ListedWebhook>(LIST, [
          await accountFilter(session, options.account),
        ]);
        printList(
          rows,
          {
            id: (webhook) => webhook.id,
            url: (webhook) => webhook.url,
            location: (webhook) => webhook.location.ref,
            status: (webhook) => webhook.status,
            'failing since': (webhook) => webhook.failing_since,
            waiting: (webhook) => webhook.waiting,
            events: (webhook) => webhook.events,
          },
          options.json,
          'no webhook subscriptions',
        );
      }),
    );
}
