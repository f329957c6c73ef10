import { type ReactNode, useId } from 'react';
import { text } from '../../language/text.js';
import type { DoorDay } from '../types.js';
import { bands, Legend, ROW_NAMES, RowNames } from './bands.jsx';
import { dayWords } from './past-words.js';
import styles from './strip.module.css';

/** From the top down: their places in the drawing. */
const LANES = [
  { lane: 'door', y: 14, height: 30 },
  { lane: 'hold', y: 52, height: 14 },
  { lane: 'gateway', y: 74, height: 8 },
] as const;

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24];

interface DayStripProps {
  day: DoorDay;
  moment: number;
  time(at: string | number): string;
  /** What moves the moment; lies over the drawing. */
  children: ReactNode;
}

/** A day drawn: the door, its hold and its gateway, each as bands of what they were. */
export function DayStrip({ day, moment, time, children }: DayStripProps) {
  const hatch = useId();
  const start = Date.parse(day.starts_at);
  const length = Date.parse(day.ends_at) - start;
  const percent = (at: string | number) => {
    const milliseconds = typeof at === 'number' ? at : Date.parse(at);
    return Math.min(100, Math.max(0, ((milliseconds - start) / length) * 100));
  };
  const alarms = day.marks.filter(({ type }) => type === 'door.forced' || type === 'door.left_open');
  const cursor = `${percent(moment)}%`;
  return (
    <div className={`${bands} ${styles.strip}`}>
      <ul className={styles.lanes} aria-hidden="true">
        {LANES.map(({ lane }) => (
          <li key={lane}>{text(ROW_NAMES[lane])}</li>
        ))}
      </ul>
      <div className={styles.rows} aria-hidden="true">
        <RowNames />
      </div>
      <div className={styles.box}>
        <svg role="img" aria-label={dayWords(day, time)} width="100%" height="106">
          <defs>
            <pattern
              id={hatch}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <path d="M0 0V6" className={styles.hatch} />
            </pattern>
          </defs>
          {LANES.map(({ lane, y, height }) => (
            <g key={lane} data-lane={lane}>
              <rect className={styles.bed} x="0" y={y} width="100%" height={height} rx="3" />
              {day.bands[lane].map(({ from, to, state }) => (
                <rect
                  key={from}
                  data-state={state}
                  x={`${percent(from)}%`}
                  y={y}
                  width={`${percent(to) - percent(from)}%`}
                  height={height}
                />
              ))}
              {lane === 'gateway' &&
                day.bands.gateway
                  .filter(({ state }) => state === 'offline')
                  .map(({ from, to }) => (
                    // Nothing of the door is known for certain meanwhile.
                    <rect
                      key={from}
                      fill={`url(#${hatch})`}
                      x={`${percent(from)}%`}
                      y={LANES[0].y}
                      width={`${percent(to) - percent(from)}%`}
                      height={y + height - LANES[0].y}
                    />
                  ))}
            </g>
          ))}
          {alarms.map(({ id, at }) => (
            <svg key={id} x={`${percent(at)}%`} y="0" overflow="visible" aria-hidden="true">
              <path className={styles.alarm} d="M0 12-6 1H6Z" />
            </svg>
          ))}
          {HOURS.map((hour) => (
            <g key={hour} className={styles.hour} data-hour={hour}>
              <line x1={`${(hour / 24) * 100}%`} x2={`${(hour / 24) * 100}%`} y1="84" y2="89" />
              <text
                x={`${(hour / 24) * 100}%`}
                y="102"
                textAnchor={hour === 0 ? 'start' : hour === 24 ? 'end' : 'middle'}
              >
                {hour === 24 ? '24:00' : time(start + (hour / 24) * length)}
              </text>
            </g>
          ))}
          <line className={styles.cursor} x1={cursor} x2={cursor} y1="8" y2="88" />
          <svg x={cursor} y="8" overflow="visible" aria-hidden="true">
            <circle className={styles.knob} r="6" />
          </svg>
        </svg>
        {children}
      </div>
      <div className={styles.legend}>
        <Legend />
      </div>
    </div>
  );
}
