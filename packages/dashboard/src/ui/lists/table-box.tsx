import type { ReactNode } from 'react';
import styles from './table.module.css';

/** Around a table that may be wider than its place: the keyboard scrolls it too. */
export function TableBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard (axe: scrollable-region-focusable)
    <section className={styles.box} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
