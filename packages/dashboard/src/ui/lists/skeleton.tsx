import { text } from '../../language/text.js';
import styles from './skeleton.module.css';

/** Where a list is about to stand. It appears a moment late, so that what comes at once does not flicker. */
export function Skeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label={text('Loading')}>
      <i />
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}

/** The whole page, with its bar, before anything is known of it. */
export function PageSkeleton() {
  return (
    <div className={styles.page}>
      <div className={styles.bar} />
      <Skeleton />
    </div>
  );
}
