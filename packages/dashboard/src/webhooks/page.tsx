import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useHere } from '../session.js';
import type { Webhook } from '../types.js';
import { State } from '../ui/badge.jsx';
import { List } from '../ui/list.jsx';
import { usePages } from '../ui/more.jsx';
import table from '../ui/table.module.css';
import { Ago } from '../ui/time.jsx';
import { Title } from '../ui/title.jsx';
import { NewWebhookForm } from './new.jsx';

export default function WebhooksPage() {
  const { locationId, mayWrite } = useHere();
  const [isNew, setNew] = useState(false);
  const pages = usePages(['webhooks'], '/webhooks', {}, locationId);
  return (
    <>
      <Title
        note="Where events are sent as they happen. A location holds at most five active ones."
        actions={
          mayWrite && (
            <>
              <Button component={Link} href="/webhooks/inbox" variant="default">
                Test receiver
              </Button>
              <Button onClick={() => setNew(true)}>New webhook</Button>
            </>
          )
        }
      >
        Webhooks
      </Title>
      <List
        label="Webhooks"
        asked={pages}
        rows={pages.rows}
        keyOf={(webhook) => webhook.id}
        heads={['Address', 'Events', 'State', 'Last delivered']}
        empty="There are no webhooks here yet."
      >
        {(webhook) => (
          <>
            <td className={table.wide}>
              <Link href={`/webhooks/${webhook.id}`}>{webhook.description || hostOf(webhook.url)}</Link>
              <small>{webhook.url}</small>
            </td>
            <td data-label="Events">{webhook.events.includes('*') ? 'all' : webhook.events.length}</td>
            <td>
              <WebhookState webhook={webhook} />
            </td>
            <td data-label="Last delivered">
              {webhook.last_delivery_at ? <Ago at={webhook.last_delivery_at} /> : 'never'}
            </td>
          </>
        )}
      </List>
      {isNew && <NewWebhookForm onClose={() => setNew(false)} />}
    </>
  );
}

export function WebhookState({ webhook }: { webhook: Webhook }) {
  if (webhook.status === 'paused') return <State tone="warning">Paused</State>;
  if (webhook.failing_since) return <State tone="alarm">Failing</State>;
  return <State tone="good">Active</State>;
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
