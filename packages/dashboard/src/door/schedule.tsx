import type { BlockTimes, Door } from '../types.js';
import { briefly } from '../words.js';
import { DAY_NAMES, DAYS, piecesOf } from './week.rules.js';

const HOURS = [0, 6, 12, 18, 24];
const DAY_MINUTES = 24 * 60;

/** The week as bars, and as words for whoever cannot see them. */
export function Schedule({ door }: { door: Door }) {
  const weekly = door.schedule.filter((entry) => 'days' in entry);
  const exceptions = door.schedule.filter((entry) => 'date' in entry);
  if (door.schedule.length === 0)
    return <p className="note">No schedule: the door is closed unless it is unlocked.</p>;
  return (
    <div className="schedule">
      <p className="note">
        {now(door)}
        {` Times of ${door.timezone}.`}
      </p>
      <svg
        viewBox="0 0 360 170"
        role="img"
        aria-label={`Weekly schedule: ${weekly.map(inWords).join('; ') || 'none'}`}
      >
        {HOURS.map((hour) => (
          <g key={hour} className="hour">
            <path d={`M${x(hour * 60)} 18V168`} />
            <text x={x(hour * 60)} y="11" textAnchor="middle">
              {`${String(hour).padStart(2, '0')}:00`}
            </text>
          </g>
        ))}
        {DAYS.map((day, row) => (
          <g key={day} className="day">
            <text x="0" y={row * 21 + 37}>
              {DAY_NAMES[day]}
            </text>
            {piecesOf(weekly, day).map((piece) => (
              <rect
                key={`${piece.from}-${piece.to}`}
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
        <p className="note">Lighter blocks begin when the first person has come in.</p>
      )}
      {exceptions.length > 0 && (
        <ul className="exceptions">
          {exceptions.map((entry) => (
            <li
              key={entry.date}
            >{`${entry.date}: ${entry.blocks.length === 0 ? 'closed' : entry.blocks.map(times).join(', ')}`}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

const LEFT = 30;
const x = (minute: number): number => LEFT + 12 + (minute / DAY_MINUTES) * (360 - LEFT - 30);

const times = (block: BlockTimes): string =>
  `${block.from}–${block.to}${block.first_person_in ? ', once the first person is in' : ''}`;
const inWords = (entry: BlockTimes & { days: string[] }): string =>
  `${entry.days.join(', ')} ${times(entry)}`;

function now(door: Door): string {
  if (door.block) return `Now in a block until ${briefly(door.block.ends_at)}.`;
  if (door.next_change_at) return `The next block begins ${briefly(door.next_change_at)}.`;
  return 'No block within a week.';
}
