import styles from './narrow.module.css';
import { styled } from './styled.js';

/** A page with nothing around it. */
export const Narrow = styled('main', styles.narrow);
