import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { call, query } from '../api.js';
import { phrase, rich, text } from '../language/text.js';
import { useHere } from '../session.js';
import type { Visitor, VisitorLink } from '../types.js';
import { useChange } from '../ui/forms/form.js';
import { RowButton } from '../ui/forms/row-button.jsx';
import { List } from '../ui/lists/list.jsx';
import table from '../ui/lists/table.module.css';
import { setInAddress } from '../ui/page/address.js';
import { Title } from '../ui/page/title.jsx';
import { State } from '../ui/parts/badge.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note } from '../ui/parts/text.jsx';
import { At, Planned, ZoneNote } from '../ui/parts/time.jsx';
import { VisitorForm } from './form.jsx';
import styles from './page.module.css';
import { QrDialog } from './qr.jsx';
import { countsOf, STATE_TONES, STATE_WORDS } from './visit.rules.js';

const EVERY_MS = 30_000;

interface Shown {
  id: number;
  name: string;
  link: VisitorLink;
}

/** The visitors of a day: who is expected, who came, whose visit is over. */
export default function VisitorsPage() {
  const { locationId, mayWrite } = useHere();
  const asked = new URLSearchParams(useSearch()).get('day') ?? '';
  const day = /^\d{4}-\d\d-\d\d$/.test(asked) ? asked : '';
  const [isNew, setNew] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const [said, setSaid] = useState('');
  const visitors = useQuery({
    queryKey: ['visitors', locationId, day],
    queryFn: ({ signal }) =>
      call('GET', `/visitors${query({ day: day || null })}`, { location: locationId, signal }),
    refetchInterval: EVERY_MS,
    placeholderData: (before) => before,
  });
  const end = useChange(({ id }: Visitor) => call('POST', `/keys/${id}/return`, { body: {} }), ['visitors']);
  const show = useChange(async ({ id, name }: Pick<Visitor, 'id' | 'name'>) => {
    const link = await call('POST', `/visitors/${id}/link`, { body: {} });
    setShown({ id, name, link });
  }, []);
  const rows = visitors.data?.data ?? [];
  const failed = end.error ?? show.error;
  return (
    <>
      <Title
        note={text('Keys that end by themselves.')}
        actions={mayWrite && <Button onClick={() => setNew(true)}>{text('New visitor')}</Button>}
      >
        {text('Visitors')}
      </Title>
      <div className={styles.tools}>
        <TextInput
          type="date"
          label={text('Day')}
          value={day || (visitors.data?.day ?? '')}
          onChange={(event) => setInAddress('day', event.currentTarget.value)}
        />
        <p role="status">
          {visitors.isSuccess &&
            rows.length > 0 &&
            text('{expected, number} expected, {came, number} came, {ended, number} ended', countsOf(rows))}
        </p>
      </div>
      <Note role="status">{said}</Note>
      {failed && <Failure error={failed} />}
      <List
        label={text('Visitors')}
        asked={visitors}
        rows={rows}
        keyOf={(one) => one.id}
        heads={[text('Visitor'), text('State'), text('Until'), text('Given by')]}
        hasActions={mayWrite}
        empty={day ? text('No visitors on this day.') : text('No visitors today.')}
      >
        {(one) => (
          <>
            <td>
              {one.person_id === null ? (
                text('Erased person')
              ) : (
                <Link href={`/people/${one.person_id}`}>{one.name}</Link>
              )}
              <small>{[one.groups.join(', '), one.location.name].filter(Boolean).join(' · ')}</small>
            </td>
            <td data-label={text('State')}>
              <State tone={STATE_TONES[one.state]}>{text(STATE_WORDS[one.state])}</State>
              {one.came_at && (
                <small>
                  {rich(one.state === 'ended' ? phrase('came {time}') : '{time}', {
                    time: <At key="came" at={one.came_at} locationId={one.location.id} />,
                  })}
                </small>
              )}
              {one.state === 'ended' && !one.came_at && <small>{text('did not come')}</small>}
            </td>
            <td data-label={text('Until')}>
              <Planned at={one.ended_at ?? one.until} locationId={one.location.id} />
            </td>
            <td data-label={text('Given by')}>{one.host}</td>
            {mayWrite && (
              <td className={table.end}>
                <span className={table.buttons}>
                  {one.is_pending && (
                    <RowButton
                      name={text('QR code of {name}', { name: one.name })}
                      disabled={show.isPending}
                      onClick={() => show.mutate(one)}
                    >
                      {text('QR code')}
                    </RowButton>
                  )}
                  {one.state !== 'ended' && (
                    <RowButton
                      name={text('End now: the visit of {name}', { name: one.name })}
                      disabled={end.isPending}
                      onClick={() =>
                        end.mutate(one, {
                          onSuccess: () =>
                            setSaid(text('The visit of {name} has ended.', { name: one.name })),
                        })
                      }
                    >
                      {text('End now')}
                    </RowButton>
                  )}
                </span>
              </td>
            )}
          </>
        )}
      </List>
      {visitors.data?.has_more && <Note>{text('There are more: choose a location to see fewer.')}</Note>}
      <ZoneNote />
      {isNew && (
        <VisitorForm
          onClose={() => setNew(false)}
          onDone={({ id, person, link }) => {
            setNew(false);
            setSaid(text('{name} has a key.', { name: person.name }));
            if (link) setShown({ id, name: person.name, link });
          }}
        />
      )}
      {shown && <QrDialog name={shown.name} link={shown.link} onClose={() => setShown(null)} />}
    </>
  );
}
