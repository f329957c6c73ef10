import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { GatewayDetails } from '../gateways/types.js';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import { RowButton } from '../ui/forms/row-button.jsx';
import { Card } from '../ui/parts/card.jsx';
import { Note, Outcome } from '../ui/parts/text.jsx';
import { DoorForm } from './door-form.jsx';
import styles from './premises.module.css';

/** The doors of a gateway, and those that it reported when it was paired and that are no doors here yet. */
export function GatewayDoors({ gateway }: { gateway: GatewayDetails }) {
  const { mayWrite } = useHere();
  const [adding, setAdding] = useState<{ name: string; door: number | null } | null>(null);
  const [said, setSaid] = useState('');
  const taken = new Set(gateway.doors.map(({ door }) => door));
  const reported = (gateway.pairing.unit?.doors ?? []).filter(({ door }) => !taken.has(door));
  const mayAdd = mayWrite && gateway.revoked_at === null;
  return (
    <Card>
      <h2>{text('Doors')}</h2>
      {gateway.doors.length === 0 && reported.length === 0 && (
        <Note>
          {mayAdd
            ? text(
                'No doors yet. Those that it reports when it is paired stand here; a door can be added by its number too.',
              )
            : text('No doors yet.')}
        </Note>
      )}
      <ul className={styles.list}>
        {gateway.doors.map((door) => (
          <li key={door.id}>
            <span>
              <Link href={`/doors/${door.id}`}>{door.name}</Link>
              <small>{text('door {number}', { number: door.door })}</small>
            </span>
          </li>
        ))}
      </ul>
      {reported.length > 0 && (
        <>
          <h3>{text('Reported by the gateway')}</h3>
          <Note>
            {text('Its own list of doors. Give each the name and the place that people know it by.')}
          </Note>
          <ul className={styles.list}>
            {reported.map(({ door, name }) => (
              <li key={door}>
                <span>
                  {name}
                  <small>{text('door {number}', { number: door })}</small>
                </span>
                {mayAdd && (
                  <RowButton name={text('Add {name}', { name })} onClick={() => setAdding({ name, door })}>
                    {text('Add')}
                  </RowButton>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <Outcome>{said}</Outcome>
      {mayAdd && (
        <Button variant="default" onClick={() => setAdding({ name: '', door: null })}>
          {text('Add a door')}
        </Button>
      )}
      {adding && (
        <DoorForm
          door={null}
          from={{ ...adding, gateway_id: gateway.id, location_id: gateway.location.id }}
          onClose={() => setAdding(null)}
          onDone={(name) => {
            setAdding(null);
            setSaid(text('{name} is added. The gateway reports it within a minute and a half.', { name }));
          }}
        />
      )}
    </Card>
  );
}
