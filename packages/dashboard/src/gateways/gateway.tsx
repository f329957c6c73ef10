import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api.js';
import { locale, rich, text } from '../language/text.js';
import { GatewayDoors } from '../premises/gateway-doors.jsx';
import { useHere } from '../session.js';
import { Confirm } from '../ui/forms/dialog.jsx';
import { useChange } from '../ui/forms/form.js';
import { One } from '../ui/lists/one.jsx';
import { Back } from '../ui/page/back.jsx';
import { Title } from '../ui/page/title.jsx';
import { State } from '../ui/parts/badge.jsx';
import { Card, Facts } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note } from '../ui/parts/text.jsx';
import { Ago, At } from '../ui/parts/time.jsx';
import { lasting } from '../words/durations.js';
import { named } from '../words/names.rules.js';
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
      title={text('Gateway')}
      of={['gateway', id]}
      path={`/gateways/${id}`}
      everyMs={LOOK_EVERY_MS}
      gone={text(
        'This gateway does not exist, or it is outside your location. Choose another one under All gateways.',
      )}
      back={<Back to="/gateways">{text('All gateways')}</Back>}
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
        note={[data.location.name, data.bench && text('simulated')].filter(Boolean).join(' · ')}
        actions={
          mayWrite &&
          !data.revoked_at && (
            <>
              {/* The service's own start gives a simulated one its credential. */}
              {!data.bench && (
                <Button variant="default" onClick={() => setAsked('pair')}>
                  {data.pairing.paired_at || data.online !== null ? text('Pair again') : text('Pair')}
                </Button>
              )}
              <Button variant="default" onClick={() => setAsked('revoke')}>
                {text('Revoke')}
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
          <h2>{text('Now')}</h2>
          <p>
            <Presence gateway={data} />
          </p>
          <About gateway={data} />
        </Card>
        <Health gateway={data} />
        <Card>
          <h2>{text('Presence')}</h2>
          <History gateway={data} />
        </Card>
        <GatewayDoors gateway={data} />
        {data.set_aside.length > 0 && (
          <Card>
            <h2>{text('Messages set aside')}</h2>
            <Note>
              {text(
                'The service could not use these messages; they changed nothing. If the gateway keeps sending them, or someone else may have its credential, pair it again.',
              )}
            </Note>
            <SetAside gateway={data} />
          </Card>
        )}
      </div>
      {asked === 'pair' && <PairDialog gateway={data} onClose={() => setAsked(null)} />}
      {asked === 'revoke' && (
        <Confirm
          title={text('Revoke {name}?', { name: named(data.name) })}
          action={text('Revoke')}
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            revoke.mutate(undefined);
          }}
        >
          <p>
            {text('Its connection ends at once, and its doors cannot be reached over the network any more.')}
          </p>
        </Confirm>
      )}
    </>
  );
}

function About({ gateway }: { gateway: GatewayDetails }) {
  const { pairing, heartbeat } = { ...gateway, heartbeat: gateway.journal_depth !== null };
  const facts: [string, React.ReactNode][] = [
    [
      text('Last heard'),
      gateway.last_heard_at ? (
        <Ago key="heard" at={gateway.last_heard_at} locationId={gateway.location.id} />
      ) : (
        text('never')
      ),
    ],
    [text('Agent'), gateway.agent_version ?? text('unknown')],
    [
      text('Clock'),
      gateway.clock === 'synced'
        ? text('corrected by the service')
        : gateway.clock === 'local'
          ? text('its own, not corrected yet')
          : text('unknown'),
    ],
    [text('Records waiting there'), gateway.journal_depth?.toLocaleString(locale) ?? text('unknown')],
    [text('Records ever lost'), gateway.lost_records.toLocaleString(locale)],
    [text('Messages set aside'), gateway.quarantined.toLocaleString(locale)],
    ...(heartbeat
      ? ([
          [text('Running for'), gateway.uptime_s === null ? text('unknown') : lasting(gateway.uptime_s)],
          [
            text('Memory'),
            gateway.rss_mb === null
              ? text('unknown')
              : `${Math.round(gateway.rss_mb).toLocaleString(locale)} MB`,
          ],
          [
            text('Temperature'),
            gateway.temp_c === null ? text('no sensor') : `${gateway.temp_c.toLocaleString(locale)} °C`,
          ],
        ] as [string, React.ReactNode][])
      : []),
    [
      text('Paired'),
      pairing.paired_at ? (
        <span key="paired">
          <At at={pairing.paired_at} locationId={gateway.location.id} />{' '}
          {pairing.unit && text('with {host}', { host: pairing.unit.host })}
        </span>
      ) : pairing.state === 'open' ? (
        text('a code is open')
      ) : (
        text('not by a code')
      ),
    ],
    [text('ID'), <code key="id">{gateway.id}</code>],
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
            {rich('{count, plural, one {# message} other {# messages}}, the last {time}', {
              count,
              time: <At at={last_at} />,
            })}
          </small>
        </li>
      ))}
    </ul>
  );
}

function History({ gateway: { presence, doors, location } }: { gateway: GatewayDetails }) {
  if (presence.length === 0)
    return (
      <Note>
        {doors.length === 0 ? text('It is recorded once the gateway has a door.') : text('Nothing yet.')}
      </Note>
    );
  return (
    <ol className={styles.list} aria-label={text('When it was online and offline, newest first')}>
      {presence.map(({ online, at }) => (
        <li key={`${at} ${online}`}>
          <State tone={online ? 'good' : 'warning'}>{online ? text('Online') : text('Offline')}</State>
          <At at={at} locationId={location.id} />
        </li>
      ))}
    </ol>
  );
}
