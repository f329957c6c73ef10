import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { type AnyCall, call, query } from '../api.js';
import { language, locale, phrase, text } from '../language/text.js';
import { Back } from '../ui/page/back.jsx';
import { Title } from '../ui/page/title.jsx';
import { Card } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Empty, Note } from '../ui/parts/text.jsx';
import { DAY_NAMES, dayName, FULL_DAY_NAMES } from '../week/days.js';
import { blocksWords } from '../week/schedule-words.js';
import { DAYS } from '../week/week.rules.js';
import { dayWords, whoWords } from './calendar-words.js';
import type { Year } from './types.js';
import styles from './year.module.css';
import { dayBeside, type Month, monthsOf, type ShownDay } from './year.rules.js';

const MONTH = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long' });
const monthName = (id: string): string => MONTH.format(Date.parse(`${id}-01T12:00:00Z`));

/** A year of a door, with all that reaches it, or of one calendar: twelve months, and the same as a list. */
export default function YearPage({ of, id }: { of: 'doors' | 'calendars'; id: string | number }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const asked = useQuery({
    queryKey: ['year', of, id, chosen],
    queryFn: ({ signal }) =>
      (call as AnyCall)('GET', `/${of}/${id}/year${query({ year: chosen, language })}`, {
        signal,
      }) as Promise<Year>,
    placeholderData: keepPreviousData,
  });
  const { data } = asked;
  const back = (
    <Back to={of === 'doors' ? `/doors/${id}/schedule` : `/calendars/${id}`}>
      {of === 'doors' ? text('Schedule of the door') : (data?.name ?? text('The calendar'))}
    </Back>
  );
  if (!data)
    return (
      <>
        {back}
        <Title>{text('Year')}</Title>
        {asked.isError && <Failure error={asked.error} again={() => void asked.refetch()} />}
      </>
    );
  const now = Number(data.today.slice(0, 4));
  return (
    <>
      {back}
      <Title
        note={
          of === 'doors'
            ? text('What this door follows: its own schedule first, then the calendars that reach it.')
            : text('What this calendar says. A door with exceptions of its own follows those.')
        }
        actions={
          <>
            <Button
              variant="default"
              disabled={data.year <= now - 1}
              onClick={() => setChosen(data.year - 1)}
            >
              {`${data.year - 1}`}
            </Button>
            <Button
              variant="default"
              disabled={data.year >= now + 3}
              onClick={() => setChosen(data.year + 1)}
            >
              {`${data.year + 1}`}
            </Button>
          </>
        }
      >
        {`${data.name}, ${data.year}`}
      </Title>
      {asked.isError && <Failure error={asked.error} again={() => void asked.refetch()} />}
      <Whole
        key={data.year}
        year={data}
        own={of === 'doors' ? text('the door') : text('the doors themselves')}
      />
    </>
  );
}

function Whole({ year, own }: { year: Year; own: string }) {
  const months = monthsOf(year);
  const days = new Map(
    months.flatMap(({ weeks }) =>
      weeks.flatMap((week) => week.flatMap((day) => (day ? [[day.date, day]] : []))),
    ),
  ) as Map<string, ShownDay>;
  const isThisYear = year.today.startsWith(`${year.year}-`);
  const [at, setAt] = useState(isThisYear ? year.today : `${year.year}-01-01`);
  const grid = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent) => {
    const to = dayBeside(at, event.key, year.year);
    if (to === null) return;
    event.preventDefault();
    setAt(to);
    grid.current?.querySelector<HTMLElement>(`[data-date="${to}"]`)?.focus();
  };
  const shown = days.get(at);
  return (
    <>
      <Card aria-labelledby="months">
        <h2 id="months" className="only-read">
          {text('Twelve months')}
        </h2>
        <Legend />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the days inside, which have the focus */}
        <div ref={grid} className={styles.months} onKeyDown={onKey}>
          {months.map((month) => (
            <MonthTable key={month.id} month={month} at={at} today={year.today} own={own} onAt={setAt} />
          ))}
        </div>
        <p role="status" className={styles.shown}>
          {shown && (
            <>
              <strong>{dayName(shown.date)}: </strong>
              {dayWords(shown, own)}
            </>
          )}
        </p>
        <Note>{text('Arrow keys go from day to day, Page Up and Page Down from month to month.')}</Note>
      </Card>
      <AsList year={year} own={own} />
    </>
  );
}

interface MonthTableProps {
  month: Month;
  at: string;
  today: string;
  own: string;
  onAt(date: string): void;
}

function MonthTable({ month, at, today, own, onAt }: MonthTableProps) {
  return (
    <table className={styles.month}>
      <caption>{monthName(month.id)}</caption>
      <thead>
        <tr>
          {DAYS.map((day) => (
            <th key={day} scope="col" abbr={FULL_DAY_NAMES[day]}>
              <span aria-hidden="true">{DAY_NAMES[day].slice(0, 1)}</span>
              <span className="only-read">{FULL_DAY_NAMES[day]}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {month.weeks.map((week, index) => (
          <tr key={week.find(Boolean)?.date ?? index}>
            {week.map((day, weekday) =>
              day ? (
                <td key={day.date}>
                  <button
                    type="button"
                    data-date={day.date}
                    data-look={day.look}
                    data-today={day.date === today || undefined}
                    data-at={day.date === at || undefined}
                    tabIndex={day.date === at ? 0 : -1}
                    aria-label={`${dayName(day.date)}: ${dayWords(day, own)}`}
                    aria-current={day.date === today ? 'date' : undefined}
                    style={{ '--open': `${Math.round(10 + day.open * 34)}%` } as object}
                    onFocus={() => onAt(day.date)}
                    onMouseEnter={() => onAt(day.date)}
                    onClick={() => onAt(day.date)}
                  >
                    {day.number}
                  </button>
                </td>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell is its place
                <td key={weekday} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const LEGEND = [
  ['closed', phrase('closed')],
  ['exception', phrase('other hours')],
  ['week', phrase('weekly hours, darker for more')],
  ['none', phrase('no hours')],
] as const;

const Legend = () => (
  <ul className={styles.legend}>
    {LEGEND.map(([look, words]) => (
      <li key={look}>
        <span data-look={look} style={{ '--open': '24%' } as object} aria-hidden="true">
          7
        </span>
        {text(words)}
      </li>
    ))}
  </ul>
);

/** The same in words, month by month. */
function AsList({ year, own }: { year: Year; own: string }) {
  const { week, week_by, days } = year;
  const hasWeek = DAYS.some((day) => week[day].length > 0);
  const months = [...new Set(days.map(({ date }) => date.slice(0, 7)))];
  return (
    <Card aria-labelledby="list">
      <h2 id="list">{text('As a list')}</h2>
      {hasWeek ? (
        <>
          <Note>{text('Every week, set by {who}:', { who: whoWords(week_by, own) })}</Note>
          <ul className={styles.list}>
            {DAYS.map((day) => (
              <li key={day}>{`${FULL_DAY_NAMES[day]}: ${blocksWords(week[day])}`}</li>
            ))}
          </ul>
        </>
      ) : (
        <Note>{text('No weekly hours.')}</Note>
      )}
      {days.length === 0 && (
        <Empty>{text('No day of {year} differs from the week.', { year: String(year.year) })}</Empty>
      )}
      {months.map((month) => (
        <section key={month} aria-label={monthName(month)}>
          <h3>{monthName(month)}</h3>
          <ul className={styles.list}>
            {days
              .filter(({ date }) => date.startsWith(month))
              .map((day) => (
                <li key={day.date}>
                  {`${dayName(day.date)}: ${dayWords({ ...day, number: 0, look: 'exception', open: 0, exception: day }, own)}`}
                </li>
              ))}
          </ul>
        </section>
      ))}
    </Card>
  );
}
