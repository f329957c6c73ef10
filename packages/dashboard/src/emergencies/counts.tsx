import { locale, text } from '../language/text.js';
import type { Emergency } from '../types.js';
import styles from './counts.module.css';
import { STATE_TONES, STATE_WORDS, STATES } from './words.js';

type Counts = Emergency['counts'];

/** Large, to be read from across a room. */
export const Counts = ({ counts }: { counts: Counts }) => (
  <dl className={styles.counts} aria-label={text('Doors by state')}>
    {STATES.toReversed().map((state) => (
      <div key={state} data-tone={counts[state] > 0 ? STATE_TONES[state] : 'quiet'}>
        <dt>{text(STATE_WORDS[state])}</dt>
        <dd>{counts[state].toLocaleString(locale)}</dd>
      </div>
    ))}
  </dl>
);
