import { text } from '../language/text.js';
import { State } from '../ui/parts/badge.jsx';
import { nearDayName } from '../week/days.js';
import { blocksWords } from '../week/schedule-words.js';
import type { DayAhead, DayBlock } from '../week/types.js';
import { capital } from '../words/event-words.js';
import styles from './ahead.module.css';

/** The days that follow, as the rules that hold the door read them; what a change would make of them beside what is. */
export function Ahead({ days }: { days: readonly DayAhead[] }) {
  return (
    <ol className={styles.ahead}>
      {days.map((day, index) => {
        const isChanged = day.before !== null && blocksWords(day.before) !== blocksWords(day.blocks);
        return (
          <li key={day.date} data-changed={isChanged || undefined}>
            <div className={styles.day}>
              <strong>{index === 0 ? text('Today') : nearDayName(day.date)}</strong>
              {day.is_exception && <State tone="quiet">{text('Exception')}</State>}
              {day.clock_change && <State tone="warning">{clockWords(day)}</State>}
              {isChanged && <State tone="good">{text('Changes')}</State>}
            </div>
            <div className={styles.bars} aria-hidden="true">
              {isChanged && <Bars day={day} blocks={day.before ?? []} isBefore />}
              <Bars day={day} blocks={day.blocks} />
            </div>
            <p>
              {capital(hoursWords(day.blocks))}
              {isChanged && <small>{text('was {hours}', { hours: hoursWords(day.before ?? []) })}</small>}
            </p>
          </li>
        );
      })}
    </ol>
  );
}

function Bars({ day, blocks, isBefore }: { day: DayAhead; blocks: readonly DayBlock[]; isBefore?: boolean }) {
  const start = Date.parse(day.starts_at);
  const length = Date.parse(day.ends_at) - start;
  return (
    <svg width="100%" height={isBefore ? 6 : 12} data-before={isBefore || undefined} aria-hidden="true">
      <rect className={styles.bed} width="100%" height="100%" rx="3" />
      {blocks.map((block) => (
        <rect
          key={block.starts_at}
          data-first={block.first_person_in || undefined}
          x={`${((Date.parse(block.starts_at) - start) / length) * 100}%`}
          width={`${((Date.parse(block.ends_at) - Date.parse(block.starts_at)) / length) * 100}%`}
          height="100%"
          rx="3"
        />
      ))}
    </svg>
  );
}

const hoursWords = (blocks: readonly DayBlock[]): string =>
  blocks.length === 0
    ? text('closed')
    : blocks
        .map(({ from, to, first_person_in }) => {
          const times = `${from}–${to}`;
          return first_person_in ? text('{times} (first person)', { times }) : times;
        })
        .join(', ');

function clockWords({ clock_change: change, starts_at, ends_at }: DayAhead): string {
  const hours = Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / 360_000) / 10;
  const at = change?.at ?? '';
  return (change?.minutes ?? 0) > 0
    ? text('Clocks go forward at {at}: {hours} hours', { at, hours })
    : text('Clocks go back at {at}: {hours} hours', { at, hours });
}
