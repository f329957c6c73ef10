import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { useNow } from '../clock.js';
import { phrase, text } from '../language/text.js';
import { useHere } from '../session.js';
import type { LoggedAlarm } from '../types.js';
import { FilterBar, Tools } from '../ui/lists/filters.jsx';
import { List } from '../ui/lists/list.jsx';
import { usePages } from '../ui/lists/more.jsx';
import table from '../ui/lists/table.module.css';
import { useChoice } from '../ui/page/address.js';
import { Title } from '../ui/page/title.jsx';
import { State } from '../ui/parts/badge.jsx';
import { At, useWordsAt, ZoneNote } from '../ui/parts/time.jsx';
import { incidentsOf } from './incidents.rules.js';
import { storyOf } from './story.js';
import { KIND_WORDS, seenBy, stateOfIncident } from './words.js';

const SHOWN = [
  { value: null, words: phrase('Waiting') },
  { value: 'all', words: phrase('All') },
] as const;

/** Alarms that wait for someone, or all of them. */
export default function AlarmsPage() {
  const { locationId } = useHere();
  const [show, setShow] = useChoice('show', ['all']);
  const pages = usePages(['alarm-log'], '/alarm-log', { show: show ?? 'waiting' }, locationId);
  return (
    <>
      <Title
        note={text('What needs a person, until someone acknowledges it.')}
        actions={
          <>
            <Button component={Link} href="/alarms/noise" variant="default">
              {text('Noise')}
            </Button>
            <Button component={Link} href="/alarms/weekly" variant="default">
              {text('Weekly report')}
            </Button>
            <Button component={Link} href="/alarms/rules" variant="default">
              {text('Rules and duty')}
            </Button>
          </>
        }
      >
        {text('Alarms')}
      </Title>
      <Tools>
        <FilterBar>
          <legend className="only-read">{text('Show')}</legend>
          {SHOWN.map(({ value, words }) => (
            <button key={words} type="button" aria-pressed={show === value} onClick={() => setShow(value)}>
              {text(words)}
            </button>
          ))}
        </FilterBar>
      </Tools>
      <List
        label={text('Alarms')}
        asked={pages}
        rows={incidentsOf(pages.rows)}
        keyOf={([{ id }]) => id}
        heads={[text('What'), text('When'), text('State'), text('Seen by')]}
        empty={show === 'all' ? text('No alarms here yet.') : text('No alarms waiting here.')}
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
        <Link href={`/alarms/${first.id}`}>{`${text(KIND_WORDS[first.kind])}: ${first.name}`}</Link>
        <small>{[first.place, first.location.name].filter(Boolean).join(' · ')}</small>
      </td>
      <td data-label={text('When')} className={table.wide}>
        <At at={first.started_at} locationId={first.location.id} />
        <small>{storyOf(incident, wordsAt(first.location.id).clock, now)}</small>
      </td>
      <td>
        <State tone={state.tone}>{text(state.words)}</State>
      </td>
      <td data-label={text('Seen by')}>
        {seenBy(incident)}
        {notes.length > 0 && <small>{notes.join(' ')}</small>}
      </td>
    </>
  );
}
