import type { Emergency } from '../types.js';
import styles from './counts.module.css';
import { STATE_TONES, STATE_WORDS, STATES } from './words.rules.js';

type Counts = Emergency['counts'];

/** In a line: only what there is. */
export const countWords = (counts: Counts): string =>
  STATES.filter((state) => counts[state] > 0)
    .map((state) => `${counts[state].toLocaleString()} ${STATE_WORDS[state].toLowerCase()}`)
    .join(', ') || 'none';

/** Large, to be read from across a room. */
export const Counts = ({ counts }: { counts: Counts }) => (
  <dl className={styles.counts} aria-label="Doors by state">
    {STATES.toReversed().map((state) => (
      <div key={state} data-tone={counts[state] > 0 ? STATE_TONES[state] : 'quiet'}>
        <dt>{STATE_WORDS[state]}</dt>
        <dd>{counts[state].toLocaleString()}</dd>
      </div>
    ))}
  </dl>
);
