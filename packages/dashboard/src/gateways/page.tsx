import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../api.js';
import { useNow } from '../clock.js';
import { locale, text } from '../language/text.js';
import { useHere } from '../session.js';
import type { Gateway } from '../types.js';
import { List } from '../ui/lists/list.jsx';
import { Title } from '../ui/page/title.jsx';
import { State } from '../ui/parts/badge.jsx';
import { Note } from '../ui/parts/text.jsx';
import { lasting } from '../words/durations.js';
import { inOrder } from '../words/names.js';
import { troubles } from './health-words.js';
import styles from './page.module.css';
import { PairDialog } from './pair.jsx';
import { Presence } from './presence.jsx';

export default function GatewaysPage() {
  const { locationId, mayWrite } = useHere();
  const [isPairing, setPairing] = useState(false);
  const gateways = useQuery({
    queryKey: ['gateways', locationId],
    queryFn: ({ signal }) => call('GET', '/gateways', { location: locationId, signal }),
    refetchInterval: 10_000,
  });
  const rows = inOrder(gateways.data?.data ?? []);
  return (
    <>
      <Title
        note={text('The computers on site that the doors are wired to.')}
        actions={mayWrite && <Button onClick={() => setPairing(true)}>{text('Pair a gateway')}</Button>}
      >
        {text('Gateways')}
      </Title>
      <List
        label={text('Gateways')}
        asked={gateways}
        rows={rows}
        keyOf={(gateway) => gateway.id}
        heads={[text('Gateway'), text('Presence'), text('Waiting records'), text('Health')]}
        empty={
          <>
            {text('There are no gateways here yet.')}{' '}
            {mayWrite && text('Pair one: the person on site needs the code that you are shown.')}
          </>
        }
      >
        {(gateway) => (
          <>
            <td>
              <Link href={`/gateways/${gateway.id}`}>{gateway.name}</Link>
              <small>
                {[
                  gateway.location.name,
                  text('{count, plural, one {# door} other {# doors}}', { count: gateway.locks }),
                  gateway.bench && text('simulated'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </td>
            <td>
              <Presence gateway={gateway} />
            </td>
            <td data-label={text('Waiting records')}>
              {gateway.journal_depth?.toLocaleString(locale) ?? '—'}
              {gateway.lost_records > 0 && (
                <small>
                  {text('{count, plural, one {# record lost} other {# records lost}}', {
                    count: gateway.lost_records,
                  })}
                </small>
              )}
              {gateway.quarantined > 0 && (
                <small>
                  {text('{count, plural, one {# message set aside} other {# messages set aside}}', {
                    count: gateway.quarantined,
                  })}
                </small>
              )}
            </td>
            <td data-label={text('Health')}>
              <Troubles gateway={gateway} />
              {gateway.agent_version ?? '—'}
              <small>
                {[
                  gateway.clock === 'local' && text('clock not corrected'),
                  gateway.temp_c !== null && `${gateway.temp_c.toLocaleString(locale)} °C`,
                  gateway.uptime_s !== null && text('up {time}', { time: lasting(gateway.uptime_s) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </td>
          </>
        )}
      </List>
      {gateways.data?.has_more && (
        <Note>
          {text('Only the first {count, number} are shown: choose a location to see the rest.', {
            count: rows.length,
          })}
        </Note>
      )}
      {isPairing && <PairDialog gateway={null} onClose={() => setPairing(false)} />}
    </>
  );
}

/** What is wrong with a gateway, in a few words; nothing if it is well. */
function Troubles({ gateway }: { gateway: Gateway }) {
  const wrong = troubles(gateway, useNow());
  if (wrong.length === 0) return null;
  return (
    <span className={styles.troubles}>
      <State tone="warning">{text('Fault')}</State> {wrong.join(', ')}
    </span>
  );
}
