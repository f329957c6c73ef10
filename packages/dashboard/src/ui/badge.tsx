import type { ReactNode } from 'react';
import styles from './badge.module.css';

/** A short state in words; the colour only repeats it. */
export function State({
  tone,
  children,
}: {
  tone: 'good' | 'alarm' | 'warning' | 'quiet';
  children: ReactNode;
}) {
  return (
    <span className={styles.state} data-tone={tone}>
      {children}
    </span>
  );
}
