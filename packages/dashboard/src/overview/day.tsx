import { useQuery } from '@tanstack/react-query';
import { call, query } from '../api.js';
import { now, useNow } from '../clock.js';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import { Note } from '../ui/parts/text.jsx';
import { useWords } from '../ui/parts/time.jsx';
import { instantIn } from '../words/zone.rules.js';
import styles from './day.module.css';
import { HOUR_MS, hoursOf } from './hours.rules.js';

const AGAIN_MS = 60_000;
const HEIGHT = 40;

/** Today as a line: a bar for each hour, alarms on top of it. */
export function Day() {
  const { locationId } = useHere();
  const words = useWords();
  const { timezone } = words;
  const midnight = instantIn(timezone, `${words.date(useNow(AGAIN_MS))}T00:00`);
  const counts = useQuery({
    queryKey: ['day', midnight, timezone, locationId],
    queryFn: ({ signal }) => {
      const since = new Date(midnight).toISOString();
      return call('GET', `/event-counts${query({ since, timezone })}`, { location: locationId, signal });
    },
    refetchInterval: AGAIN_MS,
    placeholderData: (before) => before,
  });
  if (!counts.data) return <div className={styles.day} />;
  const hours = hoursOf(counts.data.buckets, midnight);
  const total = hours.reduce((sum, { all }) => sum + all, 0);
  const alarms = hours.reduce((sum, one) => sum + one.alarms, 0);
  const max = Math.max(1, ...hours.map(({ all }) => all));
  const sum = text(
    'Today: {events, plural, one {# event} other {# events}}, {alarms, plural, one {# alarm} other {# alarms}}',
    { events: total, alarms },
  );
  const hour = (now() - midnight) / HOUR_MS;
  return (
    <div className={styles.day}>
      <Note>{sum}</Note>
      <svg viewBox={`0 0 24 ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={sum}>
        {hours.map(({ all, alarms: urgent }, index) => {
          const height = (count: number) => (count / max) * HEIGHT;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its hour
            <g key={index}>
              <rect x={index + 0.1} width={0.8} y={HEIGHT - height(all)} height={height(all)} />
              <rect
                className={styles.alarm}
                x={index + 0.1}
                width={0.8}
                y={HEIGHT - height(all)}
                height={height(urgent)}
              />
            </g>
          );
        })}
        <line x1={hour} x2={hour} y1={0} y2={HEIGHT} vectorEffect="non-scaling-stroke" />
      </svg>
      <p className={styles.axis} aria-hidden="true">
        <span>00</span>
        <span>06</span>
        <span>12</span>
        <span>18</span>
        <span>24</span>
      </p>
    </div>
  );
}
