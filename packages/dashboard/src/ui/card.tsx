import styles from './card.module.css';
import { styled } from './styled.js';

export const Card = styled('section', styles.card);
/** A heading, and beside it what can be done. */
export const SectionHead = styled('div', styles.head);
/** Names and their values, a pair a line. */
export const Facts = styled('dl', styles.facts);
