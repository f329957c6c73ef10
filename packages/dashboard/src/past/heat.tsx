import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type KeyboardEvent, useState } from 'react';
import { call, query } from '../api.js';
import { text } from '../language/text.js';
import { Failure } from '../ui/parts/failure.jsx';
import { Note } from '../ui/parts/text.jsx';
import { instantIn, type ZoneWords } from '../words/zone.rules.js';
import styles from './heat.module.css';
import { counted } from './spots.js';
import type { Window } from './window.rules.js';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface HeatProps {
  door: { id: number; name: string };
  /** A date of the week. */
  date: string;
  words: ZoneWords;
  onChoose(window: Window): void;
}

/** A week by the hour: the more happened, the darker; an hour leads to itself. */
export function Heat({ door, date, words, onChoose }: HeatProps) {
  const [reached, setReached] = useState('');
  const asked = useQuery({
    queryKey: ['door', door.id, 'week', date, words.timezone],
    queryFn: ({ signal }) =>
      call('GET', `/doors/${door.id}/week${query({ date, timezone: words.timezone })}`, { signal }),
    placeholderData: (before) => before,
  });
  if (asked.isError) return <Failure error={asked.error} again={() => void asked.refetch()} />;
  const week = asked.data;
  if (!week) return null;
  const max = Math.max(1, ...week.hours.map(({ all }) => all));
  // Of the hour that comes twice in autumn, the later one is counted with the first.
  const cells = new Map<string, { at: number; all: number; alarms: number }>();
  for (const { at, all, alarms } of week.hours) {
    const key = words.wall(at).slice(0, 13);
    const before = cells.get(key);
    cells.set(key, {
      at: before?.at ?? Date.parse(at),
      all: all + (before?.all ?? 0),
      alarms: alarms + (before?.alarms ?? 0),
    });
  }
  const noon = instantIn(words.timezone, `${week.date}T12:00:00`);
  const days = Array.from({ length: 7 }, (_, day) => words.date(noon + day * DAY_MS));
  const stop = cells.has(reached) ? reached : cells.keys().next().value;
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    event.preventDefault();
    buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + by]?.focus();
  };
  return (
    <>
      {/* Leads from hour to hour, each of which is a button. */}
      <table className={styles.heat} onKeyDown={onKey}>
        <caption className="only-read">{text('The week of {door} by the hour', { door: door.name })}</caption>
        <thead>
          <tr>
            <td />
            {HOURS.map((hour) => (
              <th key={hour} scope="col" data-hour={hour}>
                {String(hour).padStart(2, '0')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day}>
              <th scope="row">{words.day(instantIn(words.timezone, `${day}T12:00:00`))}</th>
              {HOURS.map((hour) => {
                const key = `${day}T${String(hour).padStart(2, '0')}`;
                const cell = cells.get(key);
                if (!cell) return <td key={key} />;
                const label = `${words.dateTime(cell.at)}: ${counted(cell.all, cell.alarms)}`;
                return (
                  <td key={key}>
                    <button
                      type="button"
                      aria-label={label}
                      title={label}
                      data-alarm={cell.alarms > 0 || undefined}
                      tabIndex={key === stop ? 0 : -1}
                      style={{ '--heat': `${20 + Math.sqrt(cell.all / max) * 80}%` } as CSSProperties}
                      onFocus={() => setReached(key)}
                      onClick={() => onChoose({ from: cell.at, to: cell.at + HOUR_MS })}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <Note>
        {week.hours.length === 0
          ? text('Nothing happened at this door in that week.')
          : text(
              'The darkest hour has {count, plural, one {# event} other {# events}}; a red edge marks alarms. Press an hour to look into it.',
              { count: max },
            )}
      </Note>
    </>
  );
}
