import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { locale, text } from '../language/text.js';
import { useHere } from '../session.js';
import type { Webhook } from '../types.js';
import { List } from '../ui/lists/list.jsx';
import { usePages } from '../ui/lists/more.jsx';
import table from '../ui/lists/table.module.css';
import { Title } from '../ui/page/title.jsx';
import { State } from '../ui/parts/badge.jsx';
import { Ago } from '../ui/parts/time.jsx';
import { NewWebhookForm } from './new.jsx';

export default function WebhooksPage() {
  const { locationId, mayWrite } = useHere();
  const [isNew, setNew] = useState(false);
  const pages = usePages(['webhooks'], '/webhooks', {}, locationId);
  return (
    <>
      <Title
        note={text(
          'Events are sent to these addresses as they happen. A location has at most five active webhooks.',
        )}
        actions={
          mayWrite && (
            <>
              <Button component={Link} href="/webhooks/inbox" variant="default">
                {text('Test receiver')}
              </Button>
              <Button onClick={() => setNew(true)}>{text('New webhook')}</Button>
            </>
          )
        }
      >
        {text('Webhooks')}
      </Title>
      <List
        label={text('Webhooks')}
        asked={pages}
        rows={pages.rows}
        keyOf={(webhook) => webhook.id}
        heads={[text('Address'), text('Events'), text('State'), text('Last delivered')]}
        empty={text('There are no webhooks here yet.')}
      >
        {(webhook) => (
          <>
            <td className={table.wide}>
              <Link href={`/webhooks/${webhook.id}`}>{webhook.description || hostOf(webhook.url)}</Link>
              <small>{webhook.url}</small>
            </td>
            <td data-label={text('Events')}>
              {webhook.events.includes('*') ? text('all') : webhook.events.length.toLocaleString(locale)}
            </td>
            <td>
              <WebhookState webhook={webhook} />
            </td>
            <td data-label={text('Last delivered')}>
              {webhook.last_delivery_at ? <Ago at={webhook.last_delivery_at} /> : text('never')}
            </td>
          </>
        )}
      </List>
      {isNew && <NewWebhookForm onClose={() => setNew(false)} />}
    </>
  );
}

export function WebhookState({ webhook }: { webhook: Webhook }) {
  if (webhook.status === 'paused') return <State tone="warning">{text('Paused')}</State>;
  if (webhook.failing_since) return <State tone="alarm">{text('Failing')}</State>;
  return <State tone="good">{text('Active')}</State>;
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
