import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { rich, text } from '../language/text.js';
import { useHere } from '../session.js';
import { ConfirmDelete } from '../ui/forms/confirm-delete.jsx';
import { One } from '../ui/lists/one.jsx';
import { asLeft } from '../ui/page/address.js';
import { Back } from '../ui/page/back.jsx';
import { Title } from '../ui/page/title.jsx';
import { Card } from '../ui/parts/card.jsx';
import { Note } from '../ui/parts/text.jsx';
import { At } from '../ui/parts/time.jsx';
import { dayName, FULL_DAY_NAMES } from '../week/days.js';
import { GridLegend } from '../week/grid-legend.jsx';
import schedulePage from '../week/page.module.css';
import { blocksWords } from '../week/schedule-words.js';
import { DAYS } from '../week/week.rules.js';
import { WeekGrid } from '../week/week-grid.jsx';
import { draftOf } from './calendar.rules.js';
import { CalendarEditor } from './editor.jsx';
import type { Calendar } from './types.js';

/** One calendar: everyone sees it, managers change it. */
export default function CalendarPage({ id }: { id: string }) {
  return (
    <One
      title={text('Calendar')}
      of={['calendar', id]}
      path={`/calendars/${id}`}
      gone={text('This calendar does not exist, or it is outside your location.')}
      back={<Back to="/calendars">{text('All calendars')}</Back>}
    >
      {(data) => <Whole calendar={data} />}
    </One>
  );
}

function Whole({ calendar }: { calendar: Calendar }) {
  const { mayWrite } = useHere();
  const [, go] = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const { id, name, location, doors, changed } = calendar;
  return (
    <>
      <Title
        note={rich(
          '{location} · counts for {count, plural, one {# door} other {# doors}} · changed by {by}, {time}',
          {
            location: location.name,
            count: doors,
            by: changed.by,
            time: <At key="changed" at={changed.at} locationId={location.id} />,
          },
        )}
        actions={
          <>
            {mayWrite && (
              <Button variant="default" onClick={() => setDeleting(true)}>
                {text('Delete')}
              </Button>
            )}
            <Button component={Link} href={`/calendars/${id}/year`} variant="default">
              {text('The year')}
            </Button>
          </>
        }
      >
        {name}
      </Title>
      {mayWrite ? <CalendarEditor saved={calendar} /> : <ReadOnly calendar={calendar} />}
      {isDeleting && (
        <ConfirmDelete
          title={text('Delete {name}?', { name })}
          action={text('Delete the calendar')}
          path={`/calendars/${id}`}
          keys={['calendars', 'door', 'year']}
          onClose={() => setDeleting(false)}
          onDone={() => go(asLeft('/calendars'))}
        >
          <p>
            {doors === 0
              ? text('It counts for no door.')
              : text(
                  '{count, plural, one {# door} other {# doors}} will at once follow what remains: their own schedules and other calendars.',
                  { count: doors },
                )}
          </p>
        </ConfirmDelete>
      )}
    </>
  );
}

function ReadOnly({ calendar }: { calendar: Calendar }) {
  const { week } = draftOf(calendar);
  const { days, today, locations, locks } = calendar;
  const coming = days.filter(({ date }) => date >= today);
  return (
    <div className={schedulePage.page}>
      <Card aria-labelledby="where">
        <h2 id="where">{text('Counts for')}</h2>
        <p>{[...locations, ...locks].map((one) => one.name).join(', ') || text('Nothing yet.')}</p>
      </Card>
      {DAYS.some((day) => week[day].length > 0) && (
        <Card aria-labelledby="week">
          <h2 id="week">{text('Every week')}</h2>
          <WeekGrid week={week} onChange={null} newId={() => 0} />
          <GridLegend />
          <ul className="only-read">
            {DAYS.map((day) => (
              <li key={day}>{`${FULL_DAY_NAMES[day]}: ${blocksWords(week[day])}`}</li>
            ))}
          </ul>
        </Card>
      )}
      <Card aria-labelledby="days">
        <h2 id="days">{text('Days')}</h2>
        {coming.length === 0 && <Note>{text('No days to come.')}</Note>}
        <ul className={schedulePage.changes}>
          {coming.map((day) => (
            <li key={day.date}>
              {`${dayName(day.date)}: ${day.name === '' ? '' : `${day.name}, `}${blocksWords(day.blocks)}`}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
