import type { ReactNode } from 'react';
import styles from './nothing.module.css';

/** In place of a list without rows: a picture, and what to do next. */
export function Nothing({ children }: { children: ReactNode }) {
  return (
    <div className={styles.nothing}>
      <svg viewBox="0 0 72 48" width="96" height="64" aria-hidden="true" focusable="false">
        <path className={styles.light} d="M30 40V10l14-4v34l16 4H30Z" />
        <path className={styles.frame} d="M28 40V8h18v32M16 40h40" />
        <path className={styles.leaf} d="M28 8l-9 4v31l9-3Z" />
      </svg>
      <div>{children}</div>
    </div>
  );
}
