import { text } from '../language/text.js';
import styles from './grid-legend.module.css';

/** What the bars of a week mean. */
export function GridLegend() {
  return (
    <ul className={styles.legend}>
      <li>
        <i aria-hidden="true" />
        {text('Held open')}
      </li>
      <li>
        <i aria-hidden="true" data-first />
        {text('Held open once the first person is in')}
      </li>
    </ul>
  );
}
