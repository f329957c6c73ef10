import type { AnswerOf } from '@door-access/protocol/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { call } from '../api.js';
import { now } from '../clock.js';
import type { Routes } from '../generated/routes.js';
import { locale, phrase, rich, text } from '../language/text.js';
import type { Webhook } from '../types.js';
import { Card } from '../ui/parts/card.jsx';
import { Note, Recipe } from '../ui/parts/text.jsx';
import { At } from '../ui/parts/time.jsx';
import { EVENT_NAMES } from '../words/event-words.js';
import styles from './pause.module.css';

type Pause = NonNullable<AnswerOf<Routes['GET /webhooks/{id}/pause']>['data']>;

/** Long enough for a colleague to come back from a week off. */
const SHOWN_FOR_MS = 14 * 24 * 3_600_000;
const IN_EVENTS = ['access.granted', 'access.denied', 'door.closed', 'door.left_open'];

/** What a webhook did not receive while it was paused, and how its receiver reads that. */
export function PauseCard({ webhook }: { webhook: Webhook }) {
  const pause = useQuery({
    queryKey: ['webhook', webhook.id, 'pause'],
    queryFn: ({ signal }) => call('GET', `/webhooks/${webhook.id}/pause`, { signal }),
  });
  const data = pause.data?.data;
  if (!data || (data.resumed_at !== null && now() - Date.parse(data.resumed_at) > SHOWN_FOR_MS)) return null;
  const { paused_at, resumed_at, automatic, missed } = data;
  const until = resumed_at ?? null;
  const recipes = recipesOf(missed, paused_at, until);
  return (
    <Card aria-labelledby="pause">
      <h2 id="pause">{until ? text('While it was paused') : text('While it is paused')}</h2>
      <p>
        {rich(
          automatic
            ? until
              ? phrase('Paused by itself after 24 hours of failures, {since}, and resumed {until}.')
              : phrase('Paused by itself after 24 hours of failures, {since}.')
            : until
              ? phrase('Paused {since}, and resumed {until}.')
              : phrase('Paused {since}.'),
          { since: <At at={paused_at} />, until: <At at={until ?? ''} /> },
        )}{' '}
        {text('What happened meanwhile was not sent and will not be.')}
      </p>
      {missed.length === 0 ? (
        <Note>{text('Nothing that it is subscribed to has happened at a door.')}</Note>
      ) : (
        <>
          <ul className={styles.missed}>
            {missed.map(({ type, count, is_cut }) => (
              <li key={type}>
                <strong>
                  {is_cut ? text('{count, number} or more', { count }) : count.toLocaleString(locale)}
                </strong>{' '}
                {text(EVENT_NAMES[type as keyof typeof EVENT_NAMES] ?? type)}
              </li>
            ))}
          </ul>
          <p>
            {rich(
              '<link>See them</link>, or let the receiver catch up, page by page with <code>next_cursor</code>, oldest first:',
              {
                link: (parts) => (
                  <Link href={`/events?from=${paused_at}${until ? `&to=${until}` : ''}`}>{parts}</Link>
                ),
                code: (parts) => <code>{parts}</code>,
              },
            )}
          </p>
          {recipes.map((line) => (
            <Recipe key={line}>{line}</Recipe>
          ))}
        </>
      )}
      {webhook.events.some((type) => type === '*' || /^(person|key)\./.test(type)) && (
        <Note>
          {rich(
            'Changes of people and keys are not kept as events: compare <code>GET /v1/people</code> and <code>GET /v1/keys</code> with what the receiver has.',
            { code: (parts) => <code>{parts}</code> },
          )}
        </Note>
      )}
    </Card>
  );
}

function recipesOf(missed: Pause['missed'], since: string, until: string | null): string[] {
  const types = missed.map(({ type }) => type);
  const line = (path: string, wanted: readonly string[]) => {
    if (wanted.length === 0) return [];
    const query = new URLSearchParams({
      since,
      ...(until ? { until } : {}),
      type: wanted.join(','),
      order: 'asc',
      limit: '100',
    });
    return [
      `curl -H "Authorization: Bearer $API_KEY" "${window.location.origin}/v1${path}?${decodeURIComponent(query.toString())}"`,
    ];
  };
  return [
    ...line(
      '/events',
      types.filter((type) => IN_EVENTS.includes(type)),
    ),
    ...line(
      '/door_events',
      types.filter((type) => !IN_EVENTS.includes(type)),
    ),
  ];
}
