import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { call, query } from '../api.js';
import { language, text } from '../language/text.js';
import { useHere } from '../session.js';
import { field, useChange } from '../ui/forms/form.js';
import { FormDialog, LocationField } from '../ui/forms/form-dialog.jsx';
import { List } from '../ui/lists/list.jsx';
import { Title } from '../ui/page/title.jsx';
import { nearDayName } from '../week/days.js';
import { blocksWords } from '../week/schedule-words.js';

/** Calendars: hours, closed days and holidays that many doors share. */
export default function CalendarsPage() {
  const { locationId, mayWrite } = useHere();
  const [, go] = useLocation();
  const [isAdding, setAdding] = useState(false);
  const calendars = useQuery({
    queryKey: ['calendars', locationId],
    queryFn: ({ signal }) =>
      call('GET', `/calendars${query({ language })}`, { location: locationId, signal }),
  });
  return (
    <>
      <Title
        note={text(
          'Closed days, holidays and hours that many doors share. The schedule of a door itself comes first.',
        )}
        actions={mayWrite && <Button onClick={() => setAdding(true)}>{text('Add a calendar')}</Button>}
      >
        {text('Calendars')}
      </Title>
      <List
        label={text('Calendars')}
        asked={calendars}
        rows={calendars.data?.data ?? []}
        keyOf={(one) => one.id}
        heads={[text('Name'), text('Location'), text('Counts for'), text('Next days')]}
        empty={text('No calendars yet: holidays are set door by door.')}
      >
        {(one) => (
          <>
            <td>
              <Link href={`/calendars/${one.id}`}>{one.name}</Link>
            </td>
            <td data-label={text('Location')}>{one.location.name}</td>
            <td data-label={text('Counts for')}>
              {[
                ...one.locations,
                ...(one.locks > 0
                  ? [text('{count, plural, one {# door} other {# doors}}', { count: one.locks })]
                  : []),
              ].join(', ') || text('nothing yet')}
            </td>
            <td data-label={text('Next days')}>
              {one.next.length === 0
                ? text('none')
                : one.next
                    .map(({ date, name, blocks }) => `${nearDayName(date)} ${name || blocksWords(blocks)}`)
                    .join(', ')}
            </td>
          </>
        )}
      </List>
      {isAdding && <CalendarForm onClose={() => setAdding(false)} onDone={(id) => go(`/calendars/${id}`)} />}
    </>
  );
}

function CalendarForm({ onClose, onDone }: { onClose(): void; onDone(id: string): void }) {
  const { locationId, me } = useHere();
  const [name, setName] = useState('');
  const [place, setPlace] = useState(locationId ?? me.location.id);
  const add = useChange(
    () => call('POST', '/calendars', { body: { name, location_id: place } }),
    ['calendars'],
    ({ id }) => onDone(id),
  );
  return (
    <FormDialog
      title={text('Add a calendar')}
      action={text('Add the calendar')}
      change={add}
      onClose={onClose}
    >
      <TextInput label={text('Name')} required {...field(name, setName, add.fault('name'))} />
      <LocationField
        label={text('Location (it can count for doors there and below)')}
        value={place}
        error={add.fault('location_id')}
        onChange={setPlace}
      />
    </FormDialog>
  );
}
