import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { useNow } from '../clock.js';
import { useHere } from '../session.js';
import type { LoggedAlarm } from '../types.js';
import { useChoice } from '../ui/address.js';
import { State } from '../ui/badge.jsx';
import { FilterBar, Tools } from '../ui/filters.jsx';
import { List } from '../ui/list.jsx';
import { usePages } from '../ui/more.jsx';
import table from '../ui/table.module.css';
import { At, useWordsAt, ZoneNote } from '../ui/time.jsx';
import { Title } from '../ui/title.jsx';
import { incidentsOf, storyOf } from './incidents.rules.js';
import { KIND_WORDS, seenBy, stateOfIncident } from './words.rules.js';

const SHOWN = [
  { value: null, words: 'Waiting' },
  { value: 'all', words: 'All' },
] as const;

/** Alarms that wait for someone, or all of them. */
export default function AlarmsPage() {
  const { locationId } = useHere();
  const [show, setShow] = useChoice('show', ['all']);
  const pages = usePages(['alarm-log'], '/alarm-log', { show: show ?? 'waiting' }, locationId);
  return (
    <>
      <Title
        note="What needs a person, until someone has acknowledged it."
        actions={
          <>
            <Button component={Link} href="/alarms/noise" variant="default">
              Noise
            </Button>
            <Button component={Link} href="/alarms/weekly" variant="default">
              Weekly report
            </Button>
            <Button component={Link} href="/alarms/rules" variant="default">
              Rules and duty
            </Button>
          </>
        }
      >
        Alarms
      </Title>
      <Tools>
        <FilterBar>
          <legend className="only-read">Show</legend>
          {SHOWN.map(({ value, words }) => (
            <button key={words} type="button" aria-pressed={show === value} onClick={() => setShow(value)}>
              {words}
            </button>
          ))}
        </FilterBar>
      </Tools>
      <List
        label="Alarms"
        asked={pages}
        rows={incidentsOf(pages.rows)}
        keyOf={([{ id }]) => id}
        heads={['What', 'When', 'State', 'Seen by']}
        empty={show === 'all' ? 'There has been no alarm here.' : 'No alarm waits for anyone here.'}
      >
        {(incident) => <Cells incident={incident} />}
      </List>
      {pages.rows.length > 0 && <ZoneNote />}
    </>
  );
}

/** One incident: its alarms as one story, and who has seen it. */
function Cells({ incident }: { incident: readonly [LoggedAlarm, ...LoggedAlarm[]] }) {
  const [first] = incident;
  const wordsAt = useWordsAt();
  const now = useNow();
  const state = stateOfIncident(incident);
  const notes = incident.flatMap(({ acknowledged }) => acknowledged?.note || []);
  return (
    <>
      <td className={table.wide}>
        <Link href={`/alarms/${first.id}`}>{`${KIND_WORDS[first.kind]}: ${first.name}`}</Link>
        <small>{[first.place, first.location.name].filter(Boolean).join(' · ')}</small>
      </td>
      <td data-label="When" className={table.wide}>
        <At at={first.started_at} locationId={first.location.id} />
        <small>{storyOf(incident, wordsAt(first.location.id).clock, now)}</small>
      </td>
      <td>
        <State tone={state.tone}>{state.words}</State>
      </td>
      <td data-label="Seen by">
        {seenBy(incident)}
        {notes.length > 0 && <small>{notes.join(' ')}</small>}
      </td>
    </>
  );
}
