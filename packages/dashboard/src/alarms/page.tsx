import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { useHere } from '../session.js';
import { useChoice } from '../ui/address.js';
import { State } from '../ui/badge.jsx';
import { FilterBar, Tools } from '../ui/filters.jsx';
import { List } from '../ui/list.jsx';
import { usePages } from '../ui/more.jsx';
import table from '../ui/table.module.css';
import { Ago, At, ZoneNote } from '../ui/time.jsx';
import { Title } from '../ui/title.jsx';
import { KIND_WORDS, stateOf } from './words.rules.js';

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
        rows={pages.rows}
        keyOf={({ id }) => id}
        heads={['What', 'Began', 'State', 'Looked into by']}
        empty={show === 'all' ? 'There has been no alarm here.' : 'No alarm waits for anyone here.'}
      >
        {(alarm) => {
          const state = stateOf(alarm);
          return (
            <>
              <td className={table.wide}>
                <Link href={`/alarms/${alarm.id}`}>{`${KIND_WORDS[alarm.kind]}: ${alarm.name}`}</Link>
                <small>{[alarm.place, alarm.location.name].filter(Boolean).join(' · ')}</small>
              </td>
              <td data-label="Began">
                <At at={alarm.started_at} locationId={alarm.location.id} />
                <small>
                  <Ago at={alarm.started_at} locationId={alarm.location.id} />
                </small>
              </td>
              <td>
                <State tone={state.tone}>{state.words}</State>
              </td>
              <td data-label="Looked into by">
                {alarm.assigned?.name ?? alarm.acknowledged?.by ?? 'no one so far'}
              </td>
            </>
          );
        }}
      </List>
      {pages.rows.length > 0 && <ZoneNote />}
    </>
  );
}
