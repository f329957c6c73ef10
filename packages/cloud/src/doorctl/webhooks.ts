import type { Command } from 'commander';
import type { Context } from '../context.js';
import { listCommand } from './tools/list.js';
import { inAccount, PLACE } from './tools/session.js';

/** Never the secret: it was shown once, at creation. */
const SHOWN = {
  id: true,
  location: { select: { ...PLACE.location.select, account: PLACE.account } },
  url: true,
  events: true,
  description: true,
  format: true,
  lock_ids: true,
  location_ids: true,
  heartbeat_minutes: true,
  status: true,
  failing_since: true,
  last_delivery_at: true,
  created_at: true,
} as const;

export function webhookCommands(program: Command): void {
  listCommand(
    program.command('webhooks').description('webhook subscriptions'),
    'subscriptions, newest first',
    listWebhooks,
    () => ({
      id: (webhook) => webhook.id,
      url: (webhook) => webhook.url,
      location: (webhook) => webhook.location.ref,
      status: (webhook) => webhook.status,
      'failing since': (webhook) => webhook.failing_since,
      waiting: (webhook) => webhook.waiting,
      events: (webhook) => webhook.events,
    }),
    'no webhook subscriptions',
  );
}

async function listWebhooks({ prisma }: Pick<Context, 'prisma'>, accountId: number | null) {
  const rows = await prisma.subscription.findMany({
    where: { deleted_at: null, ...inAccount(accountId) },
    select: SHOWN,
    orderBy: [{ created_at: 'desc' }, { id: 'asc' }],
    take: 1000,
  });
  const waiting = await prisma.delivery.groupBy({
    by: ['subscription_id'],
    where: { next_attempt_at: { not: null }, subscription_id: { in: rows.map(({ id }) => id) } },
    _count: true,
  });
  const counts = new Map(waiting.map(({ subscription_id, _count }) => [subscription_id, _count]));
  return rows.map(({ id, location: { account, ...location }, ...webhook }) => ({
    id,
    account,
    location,
    ...webhook,
    waiting: counts.get(id) ?? 0,
  }));
}
