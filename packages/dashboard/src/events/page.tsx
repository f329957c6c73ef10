import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Link, useSearch } from 'wouter';
import { query } from '../api.js';
import { text } from '../language/text.js';
import { useOverview } from '../overview/query.js';
import { PersonField } from '../people/person-field.jsx';
import { useHere } from '../session.js';
import type { DoorEvent } from '../types.js';
import { isAwaited } from '../ui/lists/awaited.js';
import { FilterFields } from '../ui/lists/filters.jsx';
import { List } from '../ui/lists/list.jsx';
import { usePages } from '../ui/lists/more.jsx';
import { Skeleton } from '../ui/lists/skeleton.jsx';
import table from '../ui/lists/table.module.css';
import { setInAddress } from '../ui/page/address.js';
import { Title } from '../ui/page/title.jsx';
import { State } from '../ui/parts/badge.jsx';
import { At, useWords, ZoneNote } from '../ui/parts/time.jsx';
import { beyondName, EVENT_NAMES, toneOfEvent, whoOf } from '../words/event-words.js';
import { inOrder } from '../words/names.js';
import { whyWords } from '../words/why-words.js';
import { Chart, useCounts } from './chart.jsx';
import { filtersOf, ofField, TYPE_CHOICES, toField, toQuery } from './filters.rules.js';

export default function EventsPage() {
  const { locationId } = useHere();
  const overview = useOverview(locationId);
  // In the address, so that what is looked at can be sent to a colleague.
  const asked = filtersOf(new URLSearchParams(useSearch()));
  const words = useWords();
  const { types, lock, person, from, to } = asked;
  const filters = toQuery(asked);
  const isFiltered = Object.values(asked).some((value) => value !== '');
  const set: (name: keyof typeof asked, value: string) => void = setInAddress;
  const pages = usePages(['events'], '/events', filters, locationId);
  const counts = useCounts(filters, locationId, words.timezone);
  const locks = inOrder(overview.data?.locks ?? []);
  return (
    <>
      <Title
        note={text('Everything that the doors have reported, newest first.')}
        actions={
          <Button
            component="a"
            variant="default"
            href={`/dashboard/events/export${query({ ...filters, location: locationId })}`}
            download="events.csv"
          >
            {text('Export as CSV')}
          </Button>
        }
      >
        {text('Events')}
      </Title>
      <FilterFields>
        <NativeSelect
          label={text('What')}
          value={types}
          onChange={(event) => set('types', event.currentTarget.value)}
        >
          {TYPE_CHOICES.map(({ value, label }) => (
            <option key={value} value={value}>
              {text(label)}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect
          label={text('Door')}
          value={lock}
          onChange={(event) => set('lock', event.currentTarget.value)}
        >
          <option value="">{text('All doors')}</option>
          {locks.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </NativeSelect>
        <PersonField value={person} locationId={locationId} onChange={(id) => set('person', id)} />
        <TextInput
          label={text('From')}
          type="datetime-local"
          value={toField(from, words)}
          onChange={(event) => set('from', ofField(event.currentTarget.value, words))}
        />
        <TextInput
          label={text('To')}
          type="datetime-local"
          value={toField(to, words)}
          onChange={(event) => set('to', ofField(event.currentTarget.value, words))}
        />
      </FilterFields>
      <ZoneNote />
      {/* All at once: a chart that comes later would push the list down. */}
      {isAwaited(counts) ? (
        <Skeleton />
      ) : (
        <>
          <Chart counts={counts.data} words={words} />
          <List
            label={text('Events')}
            asked={pages}
            rows={pages.rows}
            keyOf={(event) => event.id}
            heads={[text('When'), text('Door'), text('What'), text('Who')]}
            empty={
              <>
                {isFiltered ? text('No events match.') : text('There are no events yet.')}{' '}
                {isFiltered && (
                  <Link href="/events" replace>
                    {text('Show everything')}
                  </Link>
                )}
              </>
            }
          >
            {(event) => <Cells event={event} />}
          </List>
        </>
      )}
    </>
  );
}

function Cells({ event }: { event: DoorEvent }) {
  const words = useWords(event.location.id);
  return (
    <>
      <td>
        <At at={event.occurred_at} locationId={event.location.id} />
      </td>
      <td>
        <Link href={`/doors/${event.lock.id}`}>{event.lock.name}</Link>
        <small>{[event.lock.place, event.location.name].filter(Boolean).join(' · ')}</small>
      </td>
      <td className={table.wide}>
        <State tone={toneOfEvent(event)}>{text(EVENT_NAMES[event.type])}</State>
        {event.muted && <State tone="warning">{text('Muted: maintenance')}</State>}
        {beyondName(event) && <small>{beyondName(event)}</small>}
        {event.why && <small>{whyWords(event.why, words.instant)}</small>}
      </td>
      <td className={whoOf(event) ? undefined : table.blank}>
        {event.person ? (
          <Link href={`/people/${event.person.id}`}>{event.person.name}</Link>
        ) : (
          (whoOf(event) ?? '—')
        )}
      </td>
    </>
  );
}
