import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../api.js';
import { phrase, rich, text } from '../language/text.js';
import { useOverview } from '../overview/query.js';
import { useHere } from '../session.js';
import type { Delivery, RotatedWebhook, Webhook } from '../types.js';
import { Confirm, Secret } from '../ui/forms/dialog.jsx';
import { field, useChange } from '../ui/forms/form.js';
import { List } from '../ui/lists/list.jsx';
import { usePages } from '../ui/lists/more.jsx';
import { One } from '../ui/lists/one.jsx';
import table from '../ui/lists/table.module.css';
import { Back } from '../ui/page/back.jsx';
import { Title } from '../ui/page/title.jsx';
import { State } from '../ui/parts/badge.jsx';
import { Row } from '../ui/parts/button.jsx';
import { Card, Facts, SectionHead } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Outcome, Recipe } from '../ui/parts/text.jsx';
import { Ago, At } from '../ui/parts/time.jsx';
import { EVENT_NAMES } from '../words/event-words.js';
import { WebhookForm } from './form.jsx';
import { hostOf, WebhookState } from './page.jsx';
import { PauseCard } from './pause.jsx';

const TONES = {
  delivered: 'good',
  pending: 'quiet',
  retrying: 'warning',
  exhausted: 'alarm',
  failed: 'alarm',
} as const;
const STATUS_WORDS: Record<Delivery['status'], string> = {
  delivered: phrase('Delivered'),
  pending: phrase('Waiting'),
  retrying: phrase('Trying again'),
  exhausted: phrase('Given up'),
  failed: phrase('Failed'),
};

export default function WebhookPage({ id }: { id: string }) {
  return (
    <One
      title={text('Webhook')}
      of={['webhook', id]}
      path={`/webhooks/${id}`}
      everyMs={10_000}
      gone={text('There is no such webhook here.')}
      back={<Back to="/webhooks">{text('All webhooks')}</Back>}
    >
      {(data) => <Whole data={data} />}
    </One>
  );
}

function Whole({ data }: { data: Webhook }) {
  const { id } = data;
  const { mayWrite } = useHere();
  const [, go] = useLocation();
  const [open, setOpen] = useState<'change' | 'rotate' | 'delete' | null>(null);
  const [status, setStatus] = useState('');
  const [type, setType] = useState('');
  const deliveries = usePages(
    ['deliveries', id],
    `/webhooks/${id}/deliveries`,
    { status: status || null, event_type: type || null },
    null,
    { isWatched: true },
  );
  const again = ['webhook', 'webhooks', 'deliveries'];
  const setPaused = useChange(
    (to: 'active' | 'paused') => call('PATCH', `/webhooks/${id}`, { body: { status: to } }),
    again,
  );
  const ping = useChange(() => call('POST', `/webhooks/${id}/ping`, { body: {} }), again);
  const redeliver = useChange(
    (delivery: string) => call('POST', `/webhooks/${id}/deliveries/${delivery}/redeliver`, { body: {} }),
    again,
  );
  const rotate = useChange<void, RotatedWebhook>(
    () => call('POST', `/webhooks/${id}/rotate-secret`, { body: {} }),
    again,
  );
  const remove = useChange(
    () => call('DELETE', `/webhooks/${id}`),
    ['webhooks'],
    () => go('/webhooks'),
  );
  const isPaused = data.status === 'paused';
  const changes = [setPaused, ping, redeliver, rotate, remove];
  /** The message is of what was done last, not of what was done before. */
  const forget = () => {
    for (const change of changes) change.reset();
  };
  return (
    <>
      <Title
        note={data.url}
        actions={
          mayWrite && (
            <>
              <Button
                loading={setPaused.isPending}
                onClick={() => {
                  forget();
                  setPaused.mutate(isPaused ? 'active' : 'paused');
                }}
              >
                {isPaused ? text('Resume') : text('Pause')}
              </Button>
              <Button
                variant="default"
                loading={ping.isPending}
                onClick={() => {
                  forget();
                  ping.mutate(undefined);
                }}
              >
                {text('Send a ping')}
              </Button>
              <Button variant="default" onClick={() => setOpen('change')}>
                {text('Change')}
              </Button>
              <Button variant="default" loading={rotate.isPending} onClick={() => setOpen('rotate')}>
                {text('New secret')}
              </Button>
              <Button variant="default" onClick={() => setOpen('delete')}>
                {text('Delete')}
              </Button>
            </>
          )
        }
      >
        {data.description || hostOf(data.url)}
      </Title>
      {changes.map(
        // biome-ignore lint/suspicious/noArrayIndexKey: five fixed places
        (change, index) => change.isError && <Failure key={index} error={change.error} />,
      )}
      <Outcome>
        {ping.data &&
          (ping.data.status === 'delivered'
            ? text('The ping was answered with {status}.', { status: String(ping.data.response_status) })
            : text('The ping failed: {reason}.', {
                reason: ping.data.last_error ?? text('no reason is known'),
              }))}
        {redeliver.isSuccess && text('It is on its way again; the result is shown below.')}
      </Outcome>
      <Card>
        <Facts
          lines={[
            [text('State'), <WebhookState key="state" webhook={data} />],
            ...(data.failing_since
              ? [
                  [
                    text('Failing since'),
                    rich('{time}; paused after 24 hours of failures', {
                      time: <Ago at={data.failing_since ?? ''} />,
                    }),
                  ] as const,
                ]
              : []),
            [
              text('Last delivered'),
              data.last_delivery_at ? <Ago key="last" at={data.last_delivery_at} /> : text('never'),
            ],
            [text('Events'), data.events.includes('*') ? text('all') : data.events.join(', ')],
            ...(data.lock_ids.length + data.location_ids.length > 0
              ? [[text('Of'), <Reach key="of" webhook={data} />] as const]
              : []),
            ...(data.format === 'standard'
              ? [[text('Signature'), text('Standard Webhooks too')] as const]
              : []),
            ...(data.heartbeat_minutes === null
              ? []
              : [
                  [
                    text('Heartbeat'),
                    text('{count, plural, one {every minute} other {every # minutes}}', {
                      count: data.heartbeat_minutes,
                    }),
                  ] as const,
                ]),
          ]}
        />
      </Card>
      <PauseCard webhook={data} />
      <SectionHead>
        <h2>{text('Deliveries')}</h2>
        <Row>
          <NativeSelect
            aria-label={text('Of event')}
            {...field(type, setType)}
            data={[
              { value: '', label: text('Every event') },
              ...Object.entries(EVENT_NAMES).map(([value, label]) => ({ value, label: text(label) })),
              { value: 'ping', label: text('Ping') },
              { value: 'heartbeat', label: text('Heartbeat') },
            ]}
          />
          <NativeSelect
            aria-label={text('Show only')}
            {...field(status, setStatus)}
            data={[
              { value: '', label: text('All') },
              ...Object.entries(STATUS_WORDS).map(([value, label]) => ({ value, label: text(label) })),
            ]}
          />
        </Row>
      </SectionHead>
      <List
        label={text('Deliveries')}
        asked={deliveries}
        rows={deliveries.rows}
        keyOf={(delivery) => delivery.id}
        heads={[text('Event'), text('State'), text('Answer'), text('Next attempt')]}
        hasActions={mayWrite}
        empty={text('No deliveries.')}
      >
        {(delivery) => (
          <>
            <td>
              {text(EVENT_NAMES[delivery.event_type as keyof typeof EVENT_NAMES] ?? delivery.event_type)}
              <small>
                <At at={delivery.created_at} />
              </small>
              <details>
                <summary>{text('Body')}</summary>
                <Recipe>{bodyOf(delivery)}</Recipe>
              </details>
            </td>
            <td>
              <State tone={TONES[delivery.status]}>{text(STATUS_WORDS[delivery.status])}</State>
              <small>{text('attempt {count, number}', { count: delivery.attempt })}</small>
            </td>
            <td data-label={text('Answer')}>
              {delivery.response_status ?? '—'}
              {delivery.last_error && <small>{delivery.last_error}</small>}
            </td>
            <td data-label={text('Next attempt')}>
              {delivery.next_attempt_at ? <Ago at={delivery.next_attempt_at} /> : '—'}
            </td>
            {mayWrite && (
              <td className={table.end}>
                <Button
                  size="xs"
                  variant="default"
                  disabled={isPaused}
                  loading={redeliver.isPending && redeliver.variables === delivery.id}
                  onClick={() => {
                    forget();
                    redeliver.mutate(delivery.id);
                  }}
                >
                  {text('Deliver again')}
                </Button>
              </td>
            )}
          </>
        )}
      </List>
      {open === 'change' && <WebhookForm webhook={data} onClose={() => setOpen(null)} />}
      {open === 'rotate' && (
        <Confirm
          title={text('Give this webhook a new secret?')}
          action={text('New secret')}
          isBusy={rotate.isPending}
          onClose={() => setOpen(null)}
          onConfirm={() => {
            setOpen(null);
            forget();
            rotate.mutate(undefined);
          }}
        >
          <p>
            {text(
              'For 24 hours deliveries are signed with both secrets, so that the receiver can change over. Then the present secret ends. Any secret before it ends now.',
            )}
          </p>
        </Confirm>
      )}
      {rotate.data && (
        <Secret
          label={text('The new secret, which signs deliveries from now on')}
          value={rotate.data.secret}
          onClose={() => rotate.reset()}
        />
      )}
      {open === 'delete' && (
        <Confirm
          title={text('Delete this webhook?')}
          action={text('Delete')}
          isBusy={remove.isPending}
          onClose={() => setOpen(null)}
          onConfirm={() => {
            setOpen(null);
            forget();
            remove.mutate(undefined);
          }}
        >
          <p>{text('Deliveries that still wait are given up.')}</p>
        </Confirm>
      )}
    </>
  );
}

/** The doors and locations that it is of, by name where they are seen from here. */
function Reach({ webhook: { lock_ids, location_ids } }: { webhook: Webhook }) {
  const { locations, locationId } = useHere();
  const { data } = useOverview(locationId);
  const names = [
    ...lock_ids.map(
      (id) => data?.locks.find((lock) => lock.id === id)?.name ?? text('door {id}', { id: String(id) }),
    ),
    ...location_ids.map(
      (id) => locations.find((one) => one.id === id)?.name ?? text('location {id}', { id: String(id) }),
    ),
  ];
  return <>{names.join(', ')}</>;
}

/** As it is sent, apart from white space. */
function bodyOf({ id, event_type, created_at, payload }: Delivery): string {
  return JSON.stringify({ id, type: event_type, created_at, data: payload }, null, 2);
}
