import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { call, RequestError } from '../api.js';
import { now } from '../clock.js';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import { Back } from '../ui/page/back.jsx';
import { Title } from '../ui/page/title.jsx';
import { Card } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Callout, Empty, Note } from '../ui/parts/text.jsx';
import { dayName } from '../week/days.js';
import { toDraft } from '../week/editor.rules.js';
import { GridLegend } from '../week/grid-legend.jsx';
import styles from '../week/page.module.css';
import { blocksWords, POLICY_WORDS } from '../week/schedule-words.js';
import type { DoorSchedule } from '../week/types.js';
import { WeekGrid } from '../week/week-grid.jsx';
import type { ZoneWords } from '../words/zone.rules.js';
import { wordsOf } from '../words/zone-words.js';
import { Ahead } from './ahead.jsx';
import { ScheduleEditor } from './editor.jsx';

/** The schedule of a door: everyone sees it, managers change it. */
export default function SchedulePage({ id }: { id: number }) {
  const { mayWrite } = useHere();
  const asked = useQuery({
    queryKey: ['door', id, 'schedule'],
    queryFn: ({ signal }) => call('GET', `/doors/${id}/schedule`, { signal }),
  });
  const back = <Back to={`/doors/${id}`}>{asked.data?.lock.name ?? text('The door')}</Back>;
  if (!asked.data) {
    const refused = asked.error instanceof RequestError ? asked.error : null;
    return (
      <>
        {back}
        <Title>{text('Schedule')}</Title>
        {refused?.status === 404 ? (
          <Empty>
            {text(
              'This door does not exist, or it is outside your location. Choose another one under All doors.',
            )}
          </Empty>
        ) : refused?.status === 409 ? (
          <Empty>{text('This lock belongs to the locking system: its hours are set there.')}</Empty>
        ) : (
          asked.isError && <Failure error={asked.error} again={() => void asked.refetch()} />
        )}
      </>
    );
  }
  return (
    <>
      {back}
      <Whole key={id} id={id} saved={asked.data} mayWrite={mayWrite} />
    </>
  );
}

function Whole({ id, saved, mayWrite }: { id: number; saved: DoorSchedule; mayWrite: boolean }) {
  const words = wordsOf(saved.timezone, now);
  return (
    <>
      <Title
        note={<Clock saved={saved} words={words} />}
        actions={
          <Button component={Link} href={`/doors/${id}/year`} variant="default">
            {text('The year')}
          </Button>
        }
      >
        {text('Schedule of {door}', { door: saved.lock.name })}
      </Title>
      {!saved.has_hold_relay && (
        <Callout>
          <Note>{text('No hold relay is wired to this door, so a schedule does nothing for it yet.')}</Note>
        </Callout>
      )}
      {mayWrite ? <ScheduleEditor id={id} saved={saved} words={words} /> : <ReadOnly saved={saved} />}
    </>
  );
}

function Clock({ saved, words }: { saved: DoorSchedule; words: ZoneWords }) {
  const { timezone, local_time, offset, changed } = saved;
  return (
    <>
      {text('Times are those of {timezone}, where it is {time} (UTC{offset}).', {
        timezone,
        time: local_time,
        offset,
      })}
      {changed &&
        ` ${text('Last changed by {who}, {time}.', { who: changed.by, time: words.moment(changed.at) })}`}
    </>
  );
}

function ReadOnly({ saved }: { saved: DoorSchedule }) {
  const draft = toDraft(saved);
  const { name, means } = POLICY_WORDS[saved.toggle_policy];
  return (
    <div className={styles.page}>
      <Card aria-labelledby="week">
        <h2 id="week">{text('Every week')}</h2>
        <WeekGrid week={draft.week} onChange={null} newId={() => 0} />
        <GridLegend />
      </Card>
      <Card aria-labelledby="exceptions">
        <h2 id="exceptions">{text('Exceptions')}</h2>
        {draft.exceptions.length === 0 && <Note>{text('None: every week is the same.')}</Note>}
        <ul className={styles.changes}>
          {draft.exceptions.map(({ id, date, blocks }) => (
            <li key={id}>{`${dayName(date)}: ${blocksWords(blocks)}`}</li>
          ))}
        </ul>
      </Card>
      <Card aria-labelledby="policy">
        <h2 id="policy">{text('Who begins a block that waits for the first person')}</h2>
        <p>
          <strong>{`${text(name)}.`}</strong> {text(means)}
        </p>
      </Card>
      <Card aria-labelledby="ahead">
        <h2 id="ahead">{text('The next 14 days')}</h2>
        <Ahead days={saved.days} />
      </Card>
    </div>
  );
}
