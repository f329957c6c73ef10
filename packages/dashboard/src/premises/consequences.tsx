import { Callout } from '../ui/parts/text.jsx';
import styles from './premises.module.css';

/** What will follow, announced as it changes; nothing where nothing does. */
export function Consequences({ of }: { of: readonly string[] }) {
  return (
    <div role="status">
      {of.length > 0 && (
        <Callout>
          <ul className={styles.consequences}>
            {of.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  );
}
