import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { GatewayDetails } from '../gateways/types.js';
import { useHere } from '../session.js';
import { Card } from '../ui/card.jsx';
import { RowButton } from '../ui/row-button.jsx';
import { Note, Outcome } from '../ui/text.jsx';
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
      <h2>Doors</h2>
      {gateway.doors.length === 0 && reported.length === 0 && (
        <Note>
          {mayAdd
            ? 'No door belongs to it yet. What it reports when it is paired stands here; a door can be added by its number too.'
            : 'No door belongs to it yet.'}
        </Note>
      )}
      <ul className={styles.list}>
        {gateway.doors.map((door) => (
          <li key={door.id}>
            <span>
              <Link href={`/doors/${door.id}`}>{door.name}</Link>
              <small>{`door ${door.door}`}</small>
            </span>
          </li>
        ))}
      </ul>
      {reported.length > 0 && (
        <>
          <h3>Reported by the gateway</h3>
          <Note>Its own list of doors. Give each the name and the place that people know it by.</Note>
          <ul className={styles.list}>
            {reported.map(({ door, name }) => (
              <li key={door}>
                <span>
                  {name}
                  <small>{`door ${door}`}</small>
                </span>
                {mayAdd && (
                  <RowButton name={`Add ${name}`} onClick={() => setAdding({ name, door })}>
                    Add
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
          Add a door
        </Button>
      )}
      {adding && (
        <DoorForm
          door={null}
          from={{ ...adding, gateway_id: gateway.id, location_id: gateway.location.id }}
          onClose={() => setAdding(null)}
          onDone={(name) => {
            setAdding(null);
            setSaid(`${name} is a door now. The gateway reports it within a minute and a half.`);
          }}
        />
      )}
    </Card>
  );
}
