import { Link } from 'wouter';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import type { BlockTimes, Door } from '../types.js';
import { Card } from '../ui/parts/card.jsx';
import { Note } from '../ui/parts/text.jsx';
import { DAY_NAMES, dayName } from '../week/days.js';
import { blocksWords, timesWords } from '../week/schedule-words.js';
import { comingExceptions, DAYS, piecesOf } from '../week/week.rules.js';
import type { ZoneWords } from '../words/zone.rules.js';
import styles from './card.module.css';

const HOURS = [0, 6, 12, 18, 24];
const DAY_MINUTES = 24 * 60;

/** The week as bars, and as words for those who cannot see them; another page changes it. */
export function Schedule({ door, words }: { door: Door; words: ZoneWords }) {
  const { mayWrite } = useHere();
  return (
    <Card className={styles.schedule} aria-labelledby="schedule">
      <div className={styles.head}>
        <h2 id="schedule">{text('Schedule')}</h2>
        <Link href={`/doors/${door.id}/schedule`} className={styles.change}>
          {mayWrite ? text('Change the schedule') : text('Look closer')}
        </Link>
      </div>
      {door.schedule.length === 0 ? (
        <Note>{text('No schedule: the door is closed unless it is unlocked.')}</Note>
      ) : (
        <Week door={door} words={words} />
      )}
    </Card>
  );
}

function Week({ door, words }: { door: Door; words: ZoneWords }) {
  const weekly = door.schedule.filter((entry) => 'days' in entry);
  const coming = comingExceptions(door, words.date);
  return (
    <>
      <Note>{`${now(door, words)} ${text('Times of {timezone}.', { timezone: door.timezone })}`}</Note>
      <svg
        viewBox="0 0 360 170"
        role="img"
        aria-label={text('Weekly schedule: {hours}', {
          hours: weekly.map(inWords).join('; ') || text('none'),
        })}
      >
        {HOURS.map((hour) => (
          <g key={hour} className={styles.hour}>
            <path d={`M${x(hour * 60)} 18V168`} />
            <text x={x(hour * 60)} y="11" textAnchor="middle">
              {`${String(hour).padStart(2, '0')}:00`}
            </text>
          </g>
        ))}
        {DAYS.map((day, row) => (
          <g key={day}>
            <text x="0" y={row * 21 + 37}>
              {DAY_NAMES[day]}
            </text>
            {piecesOf(weekly, day).map((piece) => (
              <rect
                key={`${piece.from}-${piece.to}-${piece.first_person_in}`}
                x={x(piece.from)}
                y={row * 21 + 24}
                width={Math.max(2, x(piece.to) - x(piece.from))}
                height="16"
                rx="4"
                data-first={piece.first_person_in || undefined}
              />
            ))}
          </g>
        ))}
      </svg>
      {weekly.some((entry) => entry.first_person_in) && (
        <Note>{text('Lighter blocks begin once the first person is in.')}</Note>
      )}
      {coming.length > 0 && (
        <ul className={styles.exceptions}>
          {coming.slice(0, 4).map((entry) => (
            <li key={entry.date}>{`${dayName(entry.date)}: ${blocksWords(entry.blocks)}`}</li>
          ))}
          {coming.length > 4 && (
            <li>
              {text('{count, plural, one {and # more exception} other {and # more exceptions}}', {
                count: coming.length - 4,
              })}
            </li>
          )}
        </ul>
      )}
    </>
  );
}

const LEFT = 30;
const x = (minute: number): number => LEFT + 12 + (minute / DAY_MINUTES) * (360 - LEFT - 30);

const inWords = (entry: BlockTimes & { days: string[] }): string =>
  `${DAYS.filter((day) => entry.days.includes(day))
    .map((day) => DAY_NAMES[day])
    .join(', ')} ${timesWords(entry)}`;

function now(door: Door, words: ZoneWords): string {
  if (door.block?.ends_at)
    return text('In a block until {time}.', { time: words.moment(door.block.ends_at) });
  if (door.block) return text('In a block that has no end.');
  return door.next_change_at
    ? text('The next block begins {time}.', { time: words.moment(door.next_change_at) })
    : text('No block within a week.');
}
