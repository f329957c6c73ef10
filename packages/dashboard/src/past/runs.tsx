import { useState } from 'react';
import { Link } from 'wouter';
import { text } from '../language/text.js';
import { LinkButton } from '../ui/parts/button.jsx';
import { Empty } from '../ui/parts/text.jsx';
import { EVENT_NAMES, toneOf } from '../words/event-words.js';
import type { ZoneWords } from '../words/zone.rules.js';
import { daysOf, firstOf, lastOf, type Mark, type Run } from './fold.rules.js';
import styles from './runs.module.css';
import { runWords, whyOf } from './words.js';

interface LinesProps {
  doorId: number;
  marks: readonly Mark[];
  words: ZoneWords;
}

/** Days that are shown at first, the newest. */
const DAYS_AT_FIRST = 3;

/** What happened, the newest day first; runs of the same are one line that unfolds. */
export function Runs({ doorId, marks, words }: LinesProps) {
  const [isWhole, setWhole] = useState(false);
  const days = daysOf(marks, words.date).reverse();
  if (days.length === 0) return <Empty>{text('Nothing happened in this time.')}</Empty>;
  const shown = isWhole ? days : days.slice(0, DAYS_AT_FIRST);
  return (
    <>
      {shown.map(({ date, at, runs }) => (
        <div key={date} className={styles.day}>
          <h3>{words.day(at)}</h3>
          <ol>
            {runs.map((run) => (
              <li key={firstOf(run).id}>
                <Folded run={run} doorId={doorId} words={words} />
              </li>
            ))}
          </ol>
        </div>
      ))}
      {shown.length < days.length && (
        <LinkButton onClick={() => setWhole(true)}>
          {text('Show all {count} days', { count: days.length })}
        </LinkButton>
      )}
    </>
  );
}

function Folded({ run, doorId, words }: { run: Run; doorId: number; words: ZoneWords }) {
  const name = runWords(run);
  const lines = <Lines doorId={doorId} marks={run.passages.flatMap(({ marks }) => marks)} words={words} />;
  if (name === null) return lines;
  const [first, last] = [words.clock(firstOf(run).at), words.clock(lastOf(run).at)];
  return (
    <details>
      <summary>
        <time>{run.passages.length === 1 ? first : `${first}–${last}`}</time>
        <strong>{name}</strong>
      </summary>
      {lines}
    </details>
  );
}

function Lines({ doorId, marks, words }: LinesProps) {
  // The verdict of an opening says the same again.
  const why = (mark: Mark, index: number) =>
    marks[index + 1]?.type === 'door.forced' ? null : whyOf(mark, words.instant);
  return (
    <ul>
      {marks.map((mark, index) => {
        const at = new Date(mark.at).toISOString();
        return (
          <li key={mark.id} data-tone={toneOf(mark.type)}>
            <Link href={`/doors/${doorId}?at=${at}`} title={text('See the door at that moment')}>
              <time dateTime={at}>{words.clock(mark.at)}</time>
            </Link>
            <span>
              {text(EVENT_NAMES[mark.type])}
              {mark.who && `, ${mark.who}`}
              {why(mark, index) && <small>{why(mark, index)}</small>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
