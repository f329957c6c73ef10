import { useQuery } from '@tanstack/react-query';
import { call, query } from '../api.js';
import { locale, text } from '../language/text.js';
import { TableBox } from '../ui/lists/table-box.jsx';
import { Card } from '../ui/parts/card.jsx';
import { Note } from '../ui/parts/text.jsx';
import type { ZoneWords } from '../words/zone.rules.js';
import styles from './chart.module.css';
import { labelOf, seriesOf, totalOf } from './counts.rules.js';
import type { toQuery } from './filters.rules.js';

const HEIGHT = 30;
const AGAIN_MS = 30_000;

/** How much happened under the filters of a list: exactly what the list shows. */
export const useCounts = (filters: ReturnType<typeof toQuery>, locationId: number | null, timezone: string) =>
  useQuery({
    queryKey: ['events', 'counts', filters, locationId, timezone],
    queryFn: ({ signal }) =>
      call('GET', `/event-counts${query({ ...filters, timezone })}`, { location: locationId, signal }),
    refetchInterval: AGAIN_MS,
    placeholderData: (before) => before,
  });

interface ChartProps {
  counts: ReturnType<typeof useCounts>['data'];
  words: ZoneWords;
}

/** A line of bars for each kind; the same as a table for those who do not see it. */
export function Chart({ counts, words }: ChartProps) {
  if (!counts) return null;
  const { timezone } = words;
  const { buckets, unit, is_cut, has_earlier } = counts;
  const series = seriesOf(buckets);
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (!first || !last || series.length === 0) return null;
  return (
    <Card className={styles.chart} aria-labelledby="chart">
      <h2 id="chart">{unit === 'hour' ? text('Hour by hour') : text('Day by day')}</h2>
      {series.map(({ key, name, tone }) => (
        <Bars key={key} name={text(name)} tone={tone} values={buckets.map((one) => one[key])} unit={unit} />
      ))}
      <Note className={styles.axis} aria-hidden="true">
        <span>{labelOf(first.at, unit, words)}</span>
        <span>{labelOf(last.at, unit, words)}</span>
      </Note>
      {is_cut && <Note>{text('There is more than is counted here: choose a shorter time.')}</Note>}
      {has_earlier && (
        <Note>
          {text(
            'The list goes further back than this chart, which begins on {day}. Choose an earlier time to see more.',
            { day: words.dayOfYear(first.at) },
          )}
        </Note>
      )}
      <details>
        <summary>{text('As a table')}</summary>
        <TableBox label={text('How much happened')}>
          <table>
            <caption className="only-read">{text('Times of {timezone}.', { timezone })}</caption>
            <thead>
              <tr>
                <th scope="col">{unit === 'hour' ? text('Hour') : text('Day')}</th>
                {series.map(({ key, name }) => (
                  <th key={key} scope="col">
                    {text(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {buckets
                .filter((bucket) => totalOf(bucket) > 0)
                .map((bucket) => (
                  <tr key={bucket.at}>
                    <th scope="row">{labelOf(bucket.at, unit, words)}</th>
                    {series.map(({ key, name }) => (
                      <td key={key} data-label={text(name)}>
                        {bucket[key].toLocaleString(locale)}
                      </td>
                    ))}
                  </tr>
                ))}
            </tbody>
          </table>
        </TableBox>
      </details>
    </Card>
  );
}

interface BarsProps {
  name: string;
  tone: string;
  values: readonly number[];
  unit: 'hour' | 'day';
}

function Bars({ name, tone, values, unit }: BarsProps) {
  const max = Math.max(...values);
  const total = values.reduce((sum, one) => sum + one, 0);
  const words =
    unit === 'hour'
      ? text(
          '{name}: {total, number} in {count, plural, one {# hour} other {# hours}}, at most {max, number} an hour',
          { name, total, count: values.length, max },
        )
      : text(
          '{name}: {total, number} in {count, plural, one {# day} other {# days}}, at most {max, number} a day',
          { name, total, count: values.length, max },
        );
  return (
    <div className={styles.bars} data-tone={tone}>
      <p aria-hidden="true">
        <strong>{total.toLocaleString(locale)}</strong>
        {name}
      </p>
      <svg
        viewBox={`0 0 ${values.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
      >
        {values.map((value, index) => {
          const height = max === 0 ? 0 : (value / max) * HEIGHT;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            <rect key={index} x={index + 0.1} width={0.8} y={HEIGHT - height} height={height} />
          );
        })}
      </svg>
    </div>
  );
}
