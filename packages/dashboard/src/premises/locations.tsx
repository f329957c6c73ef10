import { Button } from '@mantine/core';
import { type CSSProperties, useState } from 'react';
import { useHere } from '../session.js';
import type { Location } from '../types.js';
import { Table } from '../ui/list.jsx';
import { RowButton } from '../ui/row-button.jsx';
import table from '../ui/table.module.css';
import { Outcome } from '../ui/text.jsx';
import { Title } from '../ui/title.jsx';
import { EndLocation, LocationForm } from './location-form.jsx';
import styles from './premises.module.css';

/** The tree of locations. */
export default function LocationsPage() {
  const { locations, mayWrite } = useHere();
  const [open, setOpen] = useState<{ what: 'form' | 'end'; location: Location | null } | null>(null);
  const [said, setSaid] = useState('');
  const close = () => setOpen(null);
  return (
    <>
      <Title
        note="Buildings, floors and departments. Colleagues, API keys and webhooks reach a location and all below it."
        actions={
          mayWrite && (
            <Button onClick={() => setOpen({ what: 'form', location: null })}>Add a location</Button>
          )
        }
      >
        Locations
      </Title>
      <Outcome>{said}</Outcome>
      <Table
        label="Locations"
        rows={locations}
        keyOf={(one) => one.id}
        heads={['Name', 'Time zone', 'Address', 'Doors']}
        hasActions={mayWrite}
      >
        {(one) => (
          <>
            <td>
              <span className={styles.tree} style={{ '--depth': one.depth } as CSSProperties}>
                {one.name}
              </span>
            </td>
            <td data-label="Time zone">{one.timezone}</td>
            <td data-label="Address">{one.address || '—'}</td>
            <td data-label="Doors, with those below">{one.lock_count}</td>
            {mayWrite && (
              <td className={table.end}>
                <span className={table.buttons}>
                  <RowButton
                    name={`Change ${one.name}`}
                    onClick={() => setOpen({ what: 'form', location: one })}
                  >
                    Change
                  </RowButton>
                  {one.depth > 0 && (
                    <RowButton
                      name={`End ${one.name}`}
                      onClick={() => setOpen({ what: 'end', location: one })}
                    >
                      End
                    </RowButton>
                  )}
                </span>
              </td>
            )}
          </>
        )}
      </Table>
      {open?.what === 'form' && (
        <LocationForm
          location={open.location}
          onClose={close}
          onDone={(name) => {
            setSaid(open.location ? `${name} is saved.` : `${name} is added.`);
            close();
          }}
        />
      )}
      {open?.what === 'end' && open.location && <EndLocation location={open.location} onClose={close} />}
    </>
  );
}
