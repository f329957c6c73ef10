import { styled } from '../parts/styled.js';
import styles from './narrow.module.css';

/** A page with nothing around it. */
export const Narrow = styled('main', styles.narrow);
