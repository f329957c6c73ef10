import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../api.js';
import { useNow } from '../clock.js';
import { inOrder } from '../names.rules.js';
import { useHere } from '../session.js';
import type { Gateway } from '../types.js';
import { State } from '../ui/badge.jsx';
import { List } from '../ui/list.jsx';
import { Note } from '../ui/text.jsx';
import { Title } from '../ui/title.jsx';
import { lasting, plural } from '../words.js';
import { troubles } from './health.rules.js';
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
        note="The computers on site that hold the doors' wires."
        actions={mayWrite && <Button onClick={() => setPairing(true)}>Pair a gateway</Button>}
      >
        Gateways
      </Title>
      <List
        label="Gateways"
        asked={gateways}
        rows={rows}
        keyOf={(gateway) => gateway.id}
        heads={['Gateway', 'Presence', 'Waiting records', 'Health']}
        empty={
          <>
            There are no gateways here yet.
            {mayWrite && ' Pair one: the person on site needs the code that you are shown.'}
          </>
        }
      >
        {(gateway) => (
          <>
            <td>
              <Link href={`/gateways/${gateway.id}`}>{gateway.name}</Link>
              <small>{`${gateway.location.name} · ${plural(gateway.locks, 'door')}${gateway.bench ? ' · simulated' : ''}`}</small>
            </td>
            <td>
              <Presence gateway={gateway} />
            </td>
            <td data-label="Waiting records">
              {gateway.journal_depth ?? '—'}
              {gateway.lost_records > 0 && <small>{`${plural(gateway.lost_records, 'record')} lost`}</small>}
              {gateway.quarantined > 0 && (
                <small>{`${plural(gateway.quarantined, 'message')} set aside`}</small>
              )}
            </td>
            <td data-label="Health">
              <Troubles gateway={gateway} />
              {gateway.agent_version ?? '—'}
              <small>
                {[
                  gateway.clock === 'local' && 'clock not corrected',
                  gateway.temp_c !== null && `${gateway.temp_c} °C`,
                  gateway.uptime_s !== null && `up ${lasting(gateway.uptime_s)}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </td>
          </>
        )}
      </List>
      {gateways.data?.has_more && (
        <Note>{`Only the first ${rows.length} are shown: choose a location below to see the rest.`}</Note>
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
      <State tone="warning">Fault</State> {wrong.join(', ')}
    </span>
  );
}
