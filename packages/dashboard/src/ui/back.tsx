import { Link } from 'wouter';
import { asLeft } from './address.js';
import { Icon } from './icon.jsx';

/** A link to the parent list, with its last search and filters. */
export function Back({ to, children }: { to: string; children: string }) {
  return (
    <Link href={asLeft(to)} className="back">
      <Icon name="back" size={18} />
      {children}
    </Link>
  );
}
