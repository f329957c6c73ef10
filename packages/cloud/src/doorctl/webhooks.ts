import type { Command } from 'commander';
import { printList } from './output.js';
import { accountFilter, inAccount, PLACE, withSession } from './session.js';

/** Never the secret: it was shown once, at creation. */
const SHOWN = {
  id: true,
  location: { select: { ...PLACE.location.select, account: PLACE.account } },
  url: true,
  events: true,
  description: true,
  status: true,
  failing_since: true,
  last_delivery_at: true,
  created_at: true,
  _count: { select: { deliveries: { where: { next_attempt_at: { not: null } } } } },
} as const;

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
        const rows = await session.context.prisma.subscription.findMany({
          where: { deleted_at: null, ...inAccount(await accountFilter(session, options.account)) },
          select: SHOWN,
          orderBy: [{ created_at: 'desc' }, { id: 'asc' }],
          take: 1000,
        });
        printList(
          rows.map(({ id, location: { account, ...location }, _count, ...webhook }) => ({
            id,
            account,
            location,
            ...webhook,
            waiting: _count.deliveries,
          })),
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
