import { Button } from '@mantine/core';
import { type CSSProperties, useState } from 'react';
import { locale, text } from '../language/text.js';
import { useHere } from '../session.js';
import type { Location } from '../types.js';
import { RowButton } from '../ui/forms/row-button.jsx';
import { Table } from '../ui/lists/list.jsx';
import table from '../ui/lists/table.module.css';
import { Title } from '../ui/page/title.jsx';
import { Outcome } from '../ui/parts/text.jsx';
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
        note={text(
          'Buildings, floors and departments. Colleagues, API keys and webhooks reach a location and all below it.',
        )}
        actions={
          mayWrite && (
            <Button onClick={() => setOpen({ what: 'form', location: null })}>
              {text('Add a location')}
            </Button>
          )
        }
      >
        {text('Locations')}
      </Title>
      <Outcome>{said}</Outcome>
      <Table
        label={text('Locations')}
        rows={locations}
        keyOf={(one) => one.id}
        heads={[text('Name'), text('Time zone'), text('Address'), text('Doors')]}
        hasActions={mayWrite}
      >
        {(one) => (
          <>
            <td>
              <span className={styles.tree} style={{ '--depth': one.depth } as CSSProperties}>
                {one.name}
              </span>
            </td>
            <td data-label={text('Time zone')}>{one.timezone}</td>
            <td data-label={text('Address')}>{one.address || '—'}</td>
            <td data-label={text('Doors, with those below')}>{one.lock_count.toLocaleString(locale)}</td>
            {mayWrite && (
              <td className={table.end}>
                <span className={table.buttons}>
                  <RowButton
                    name={text('Change {name}', { name: one.name })}
                    onClick={() => setOpen({ what: 'form', location: one })}
                  >
                    {text('Change')}
                  </RowButton>
                  {one.depth > 0 && (
                    <RowButton
                      name={text('Remove {name}', { name: one.name })}
                      onClick={() => setOpen({ what: 'end', location: one })}
                    >
                      {text('Remove')}
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
            setSaid(open.location ? text('{name} is saved.', { name }) : text('{name} is added.', { name }));
            close();
          }}
        />
      )}
      {open?.what === 'end' && open.location && <EndLocation location={open.location} onClose={close} />}
    </>
  );
}
