import type { ReactNode } from 'react';
import styles from './card.module.css';
import { styled } from './styled.js';

export const Card = styled('section', styles.card);
/** A heading, and beside it what can be done. */
export const SectionHead = styled('div', styles.head);

interface FactsProps {
  className?: string | undefined;
  lines?: readonly (readonly [name: string, value: ReactNode])[];
  /** Lines that say more. */
  children?: ReactNode;
}

/** Names and their values, a pair a line. */
export const Facts = ({ className = '', lines = [], children }: FactsProps) => (
  <dl className={`${styles.facts} ${className}`}>
    {lines.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
    {children}
  </dl>
);
