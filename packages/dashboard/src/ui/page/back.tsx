import { Link } from 'wouter';
import { Icon } from '../parts/icon.jsx';
import { asLeft } from './address.js';
import styles from './back.module.css';

/** A link to the parent list, with its last search and filters. */
export function Back({ to, children }: { to: string; children: string }) {
  return (
    <Link href={asLeft(to)} className={styles.back}>
      <Icon name="back" size={18} />
      {children}
    </Link>
  );
}
