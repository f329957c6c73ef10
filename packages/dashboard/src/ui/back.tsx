import { Link } from 'wouter';
import { asLeft } from './address.js';
import { Icon } from './icon.jsx';

/** The way to where a page belongs, with the search and the filters that one left it with. */
export function Back({ to, children }: { to: string; children: string }) {
  return (
    <Link href={asLeft(to)} className="back">
      <Icon name="back" size={18} />
      {children}
    </Link>
  );
}
