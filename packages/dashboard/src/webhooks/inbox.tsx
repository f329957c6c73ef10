import { Button, CopyButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../api.js';
import { rich, text } from '../language/text.js';
import { useHere } from '../session.js';
import type { NewWebhook } from '../types.js';
import { useChange } from '../ui/forms/form.js';
import { Back } from '../ui/page/back.jsx';
import { Title } from '../ui/page/title.jsx';
import { State } from '../ui/parts/badge.jsx';
import { Row } from '../ui/parts/button.jsx';
import { Card, SectionHead } from '../ui/parts/card.jsx';
import card from '../ui/parts/card.module.css';
import { Failure } from '../ui/parts/failure.jsx';
import { Icon } from '../ui/parts/icon.jsx';
import { Empty, Note, Outcome, Recipe } from '../ui/parts/text.jsx';
import { At } from '../ui/parts/time.jsx';
import styles from './inbox.module.css';
import { NewWebhookForm } from './new.jsx';

const AGAIN_MS = 3_000;

/** A receiver to try webhooks with, and how each of its requests is checked. */
export default function InboxPage() {
  const { locationId } = useHere();
  const [isNew, setNew] = useState(false);
  const [made, setMade] = useState<NewWebhook | null>(null);
  const inbox = useQuery({
    queryKey: ['webhook-inbox', locationId],
    queryFn: ({ signal }) => call('GET', '/webhook-inbox', { location: locationId, signal }),
    refetchInterval: AGAIN_MS,
  });
  const empty = useChange(
    () => call('DELETE', '/webhook-inbox', { location: locationId }),
    ['webhook-inbox'],
  );
  const { data } = inbox;
  return (
    <>
      <Back to="/webhooks">{text('All webhooks')}</Back>
      <Title
        note={text(
          'An address of this service that takes what a webhook sends, and shows how a receiver checks it.',
        )}
        actions={
          data && data.requests.length > 0 ? (
            <Button variant="default" loading={empty.isPending} onClick={() => empty.mutate(undefined)}>
              {text('Empty it')}
            </Button>
          ) : undefined
        }
      >
        {text('Test receiver')}
      </Title>
      {inbox.isError && <Failure error={inbox.error} again={() => void inbox.refetch()} />}
      {data && (
        <Card>
          <h2>{text('Its address')}</h2>
          <Recipe>{data.url}</Recipe>
          <Row>
            <CopyButton value={data.url}>
              {({ copied, copy }) => (
                <Button variant="default" size="xs" onClick={copy}>
                  {copied ? text('Copied') : text('Copy')}
                </Button>
              )}
            </CopyButton>
            <Button size="xs" onClick={() => setNew(true)}>
              {text('New webhook to here')}
            </Button>
          </Row>
          <Outcome>
            {made && (
              <span>
                {rich('The webhook is created. <link>Send it a ping</link> to see a delivery here.', {
                  link: (parts) => <Link href={`/webhooks/${made.id}`}>{parts}</Link>,
                })}
              </span>
            )}
          </Outcome>
          <Note>
            {rich(
              'It keeps the last 20 requests for a day. Put <code>?answer=500</code> behind the address to make it fail, and watch the retries.',
              { code: (parts) => <code>{parts}</code> },
            )}
          </Note>
        </Card>
      )}
      {data && data.requests.length === 0 && (
        <Empty>
          {text('Nothing received yet. Send a ping from the page of a webhook that points here.')}
        </Empty>
      )}
      <ol className={styles.inbox} aria-label={text('Requests, newest first')}>
        {data?.requests.map((request) => (
          <li key={request.id} className={card.card}>
            <SectionHead>
              <h2>{typeOf(request.body) ?? text('{method}, no event', { method: request.method })}</h2>
              <State tone={request.steps.every(({ ok }) => ok) ? 'good' : 'alarm'}>
                {request.steps.every(({ ok }) => ok) ? text('Genuine') : text('Refuse it')}
              </State>
            </SectionHead>
            <Note>
              <At at={request.received_at} />
              {request.webhook && (
                <>
                  {' · '}
                  <Link href={`/webhooks/${request.webhook.id}`}>{request.webhook.name}</Link>
                </>
              )}
            </Note>
            <ol className={styles.steps}>
              {request.steps.map(({ name, ok, text: said }) => (
                <li key={name} data-ok={ok}>
                  <Icon name={ok ? 'check' : 'cross'} size={18} />
                  <span>
                    <span className="only-read">{ok ? text('Passed:') : text('Failed:')} </span>
                    {said}
                  </span>
                </li>
              ))}
            </ol>
            <details>
              <summary>{text('Headers and body')}</summary>
              <Recipe>
                {Object.entries(request.headers)
                  .map(([name, value]) => `${name}: ${value}`)
                  .join('\n')}
              </Recipe>
              <Recipe>{pretty(request.body)}</Recipe>
            </details>
          </li>
        ))}
      </ol>
      {isNew && data && <NewWebhookForm url={data.url} onMade={setMade} onClose={() => setNew(false)} />}
    </>
  );
}

function typeOf(body: string | null): string | null {
  try {
    const { type } = JSON.parse(body ?? '') as { type?: unknown };
    return typeof type === 'string' ? type : null;
  } catch {
    return null;
  }
}

function pretty(body: string | null): string {
  if (body === null) return text('The body is not text.');
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body === '' ? text('The body is empty.') : body;
  }
}
