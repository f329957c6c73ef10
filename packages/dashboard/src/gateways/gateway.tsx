import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api.js';
import { named } from '../names.rules.js';
import { GatewayDoors } from '../premises/gateway-doors.jsx';
import { useHere } from '../session.js';
import { Back } from '../ui/back.jsx';
import { State } from '../ui/badge.jsx';
import { Card, Facts } from '../ui/card.jsx';
import { Confirm } from '../ui/dialog.jsx';
import { Failure } from '../ui/failure.jsx';
import { useChange } from '../ui/form.js';
import { One } from '../ui/one.jsx';
import { Note } from '../ui/text.jsx';
import { Ago, At } from '../ui/time.jsx';
import { Title } from '../ui/title.jsx';
import { lasting, plural } from '../words.js';
import styles from './gateway.module.css';
import { Health } from './health.jsx';
import { PairDialog } from './pair.jsx';
import { Presence } from './presence.jsx';
import type { GatewayDetails } from './types.js';

/** A change at a gateway appears on its page within 15 s. */
const LOOK_EVERY_MS = 10_000;

/** One gateway: how it is, how it was, and its credential. */
export default function GatewayPage({ id }: { id: string }) {
  return (
    <One
      title="Gateway"
      of={['gateway', id]}
      path={`/gateways/${id}`}
      everyMs={LOOK_EVERY_MS}
      gone="This gateway does not exist, or it is outside your location. Choose another one under All gateways."
      back={<Back to="/gateways">All gateways</Back>}
    >
      {(data) => <Whole data={data} />}
    </One>
  );
}

function Whole({ data }: { data: GatewayDetails }) {
  const { mayWrite } = useHere();
  const [asked, setAsked] = useState<'pair' | 'revoke' | null>(null);
  const revoke = useChange(() => call('DELETE', `/gateways/${data.id}`), ['gateways', 'gateway']);
  return (
    <>
      <Title
        note={[data.location.name, data.bench && 'simulated'].filter(Boolean).join(' · ')}
        actions={
          mayWrite &&
          !data.revoked_at && (
            <>
              {/* The service's own start gives a simulated one its credential. */}
              {!data.bench && (
                <Button variant="default" onClick={() => setAsked('pair')}>
                  {data.pairing.paired_at || data.online !== null ? 'Pair again' : 'Pair'}
                </Button>
              )}
              <Button variant="default" onClick={() => setAsked('revoke')}>
                Revoke
              </Button>
            </>
          )
        }
      >
        {data.name}
      </Title>
      {revoke.isError && <Failure error={revoke.error} />}
      <div className={styles.page}>
        <Card>
          <h2>Now</h2>
          <p>
            <Presence gateway={data} />
          </p>
          <About gateway={data} />
        </Card>
        <Health gateway={data} />
        <Card>
          <h2>Presence</h2>
          <History gateway={data} />
        </Card>
        <GatewayDoors gateway={data} />
        {data.set_aside.length > 0 && (
          <Card>
            <h2>Messages set aside</h2>
            <Note>
              The service could not use these messages; they changed nothing. If the gateway keeps sending
              them, or if someone else may use its credential, pair it again.
            </Note>
            <SetAside gateway={data} />
          </Card>
        )}
      </div>
      {asked === 'pair' && <PairDialog gateway={data} onClose={() => setAsked(null)} />}
      {asked === 'revoke' && (
        <Confirm
          title={`Revoke ${named(data.name)}?`}
          action="Revoke"
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            revoke.mutate(undefined);
          }}
        >
          <p>Its connection ends at once, and its doors cannot be reached over the network any more.</p>
        </Confirm>
      )}
    </>
  );
}

function About({ gateway }: { gateway: GatewayDetails }) {
  const { pairing, heartbeat } = { ...gateway, heartbeat: gateway.journal_depth !== null };
  const facts: [string, React.ReactNode][] = [
    [
      'Last heard',
      gateway.last_heard_at ? (
        <Ago key="heard" at={gateway.last_heard_at} locationId={gateway.location.id} />
      ) : (
        'never'
      ),
    ],
    ['Agent', gateway.agent_version ?? 'unknown'],
    [
      'Clock',
      gateway.clock === 'synced'
        ? 'corrected by the cloud’s'
        : gateway.clock === 'local'
          ? 'its own, not corrected yet'
          : 'unknown',
    ],
    ['Records waiting there', gateway.journal_depth ?? 'unknown'],
    ['Records lost, ever', gateway.lost_records],
    ['Messages set aside', gateway.quarantined],
    ...(heartbeat
      ? ([
          ['Running for', gateway.uptime_s === null ? 'unknown' : lasting(gateway.uptime_s)],
          ['Memory', gateway.rss_mb === null ? 'unknown' : `${Math.round(gateway.rss_mb)} MB`],
          ['Temperature', gateway.temp_c === null ? 'no sensor' : `${gateway.temp_c} °C`],
        ] as [string, React.ReactNode][])
      : []),
    [
      'Paired',
      pairing.paired_at ? (
        <span key="paired">
          <At at={pairing.paired_at} locationId={gateway.location.id} />
          {pairing.unit && ` with ${pairing.unit.host}`}
        </span>
      ) : pairing.state === 'open' ? (
        'a code is open'
      ) : (
        'not by a code'
      ),
    ],
    ['Id', <code key="id">{gateway.id}</code>],
  ];
  return <Facts lines={facts} />;
}

function SetAside({ gateway: { set_aside } }: { gateway: GatewayDetails }) {
  return (
    <ul className={styles.list}>
      {set_aside.map(({ reason, count, last_at }) => (
        <li key={reason}>
          <span>{reason}</span>
          <small>
            {`${plural(count, 'message')}, the last `}
            <At at={last_at} />
          </small>
        </li>
      ))}
    </ul>
  );
}

function History({ gateway: { presence, doors, location } }: { gateway: GatewayDetails }) {
  if (presence.length === 0)
    return (
      <Note>{doors.length === 0 ? 'It is kept once a door belongs to the gateway.' : 'Nothing yet.'}</Note>
    );
  return (
    <ol className={styles.list} aria-label="When it came and went, newest first">
      {presence.map(({ online, at }) => (
        <li key={`${at} ${online}`}>
          <State tone={online ? 'good' : 'warning'}>{online ? 'Online' : 'Offline'}</State>
          <At at={at} locationId={location.id} />
        </li>
      ))}
    </ol>
  );
}
