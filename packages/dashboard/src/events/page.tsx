import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { query } from '../api.js';
import { beyondName, EVENT_NAMES, toneOf, whoOf } from '../event-words.rules.js';
import { useOverview } from '../overview/query.js';
import { useHere } from '../session.js';
import type { DoorEvent } from '../types.js';
import { State } from '../ui/badge.jsx';
import { Failure } from '../ui/failure.jsx';
import { More, usePages } from '../ui/more.jsx';
import { TableBox } from '../ui/table-box.jsx';
import { At } from '../ui/time.jsx';
import { Title } from '../ui/title.jsx';
import { TYPE_CHOICES, toQuery } from './filters.rules.js';

export default function EventsPage() {
  const { locationId } = useHere();
  const overview = useOverview(locationId);
  const [types, setTypes] = useState('');
  const [lock, setLock] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const filters = toQuery({ types, lock, from, to });
  const pages = usePages<DoorEvent>(['events'], '/events', filters, locationId);
  const locks = [...(overview.data?.locks ?? [])].sort((a, b) => a.name.localeCompare(b.name));
  return (
    <>
      <Title
        note="Everything that the doors have reported, newest first."
        actions={
          <Button
            component="a"
            variant="default"
            href={`/dashboard/events/export${query({ ...filters, location: locationId })}`}
            download="events.csv"
          >
            Export as CSV
          </Button>
        }
      >
        Events
      </Title>
      <div className="filter-bar">
        <NativeSelect label="What" value={types} onChange={(event) => setTypes(event.currentTarget.value)}>
          {TYPE_CHOICES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect label="Door" value={lock} onChange={(event) => setLock(event.currentTarget.value)}>
          <option value="">All doors</option>
          {locks.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </NativeSelect>
        <TextInput
          label="From"
          type="datetime-local"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          label="To"
          type="datetime-local"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </div>
      {pages.isError && <Failure error={pages.error} again={() => void pages.refetch()} />}
      {pages.isSuccess && pages.rows.length === 0 && <p className="empty">Nothing like that has happened.</p>}
      {pages.rows.length > 0 && (
        <TableBox label="Events">
          <table>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Door</th>
                <th scope="col">What</th>
                <th scope="col">Who</th>
              </tr>
            </thead>
            <tbody>
              {pages.rows.map((event) => (
                <Row key={event.id} event={event} />
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
      <More pages={pages} />
    </>
  );
}

function Row({ event }: { event: DoorEvent }) {
  return (
    <tr>
      <td>
        <At at={event.occurred_at} />
      </td>
      <td>
        <Link href={`/doors/${event.lock.id}`}>{event.lock.name}</Link>
        <small>{[event.lock.place, event.location.name].filter(Boolean).join(' · ')}</small>
      </td>
      <td className="wide">
        <State tone={toneOf(event.type)}>{EVENT_NAMES[event.type]}</State>
        {beyondName(event) && <small>{beyondName(event)}</small>}
        {event.why && <span className="why">{event.why}</span>}
      </td>
      <td className={whoOf(event) ? undefined : 'nobody'}>
        {event.person ? (
          <Link href={`/people/${event.person.id}`}>{event.person.name}</Link>
        ) : (
          (whoOf(event) ?? '—')
        )}
      </td>
    </tr>
  );
}
