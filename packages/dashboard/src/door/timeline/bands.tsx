import { phrase, text } from '../../language/text.js';
import { STATUS_WORDS } from '../../overview/status.rules.js';
import styles from './bands.module.css';

/* What the bands of a door mean, wherever they are drawn. */

/** The colour of each state, for what is drawn within. */
export const bands = styles.bands;

/** From the top of the drawing down. */
export const ROW_NAMES = {
  door: phrase('Door'),
  hold: phrase('Held open'),
  gateway: phrase('Gateway'),
} as const;

const STATES = ['closed', 'open', 'held', 'left_open', 'forced', 'offline', 'unknown'] as const;

/** The rows in a line, where there is no room beside them. */
export const RowNames = () => (
  <p className={styles.rows}>
    {text('From the top: {rows}.', {
      rows: Object.values(ROW_NAMES)
        .map((name) => text(name))
        .join(', '),
    })}
  </p>
);

export const Legend = () => (
  <ul className={`${bands} ${styles.legend}`}>
    {STATES.map((state) => (
      <li key={state}>
        <i data-state={state} aria-hidden="true" />
        {text(STATUS_WORDS[state])}
      </li>
    ))}
  </ul>
);
