import { Link } from 'wouter';
import { useNow } from '../clock.js';
import { rich, text } from '../language/text.js';
import { State } from '../ui/parts/badge.jsx';
import { Card, Facts } from '../ui/parts/card.jsx';
import { Note } from '../ui/parts/text.jsx';
import { At, useWords } from '../ui/parts/time.jsx';
import styles from './health.module.css';
import { healthLines, terminalWords } from './health-words.js';
import type { GatewayDetails } from './types.js';

/** The health of the gateway, and the terminals of its doors that cannot be read or driven now. */
export function Health({ gateway }: { gateway: GatewayDetails }) {
  const words = useWords(gateway.location.id);
  const now = useNow();
  const { health, faults, last_heard_at } = gateway;
  const lines = health ? healthLines(health, now, (at) => words.dayOfYear(at)) : [];
  return (
    <Card aria-labelledby="health">
      <h2 id="health">{text('Health')}</h2>
      {!health && <Note>{text('Its agent does not report its health.')}</Note>}
      {health && gateway.online === false && last_heard_at && (
        <Note>
          {rich('It is offline. These values are from {time}.', {
            time: <At at={last_heard_at} locationId={gateway.location.id} />,
          })}
        </Note>
      )}
      {lines.length > 0 && (
        <Facts>
          {lines.map(({ name, value, advice }) => (
            <div key={name} data-fault={advice ? true : undefined}>
              <dt>{name}</dt>
              <dd>
                {advice ? <State tone="warning">{text('Fault')}</State> : null} {value}
                {advice && <small>{advice}</small>}
              </dd>
            </div>
          ))}
        </Facts>
      )}
      {faults.length > 0 && (
        <>
          <h3>{text('Doors with a fault')}</h3>
          <ul className={styles.faults}>
            {faults.map((fault) => (
              <li key={`${fault.lock.id} ${fault.terminal}`}>
                <Link href={`/doors/${fault.lock.id}`}>{fault.lock.name}</Link>
                <span>{terminalWords(fault)}</span>
                {fault.since && (
                  <small>
                    {rich('since {time}', {
                      time: <At at={fault.since} locationId={gateway.location.id} />,
                    })}
                  </small>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
