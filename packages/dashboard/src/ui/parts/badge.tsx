import type { ReactNode } from 'react';
import type { Tone } from '../../words/event-words.js';
import styles from './badge.module.css';

/** A short state in words; the colour only repeats it. */
export function State({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.state} data-tone={tone}>
      {children}
    </span>
  );
}
