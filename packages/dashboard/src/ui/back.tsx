import { Link } from 'wouter';
import { Icon } from './icon.jsx';

/** The way to where a page belongs. */
export function Back({ to, children }: { to: string; children: string }) {
  return (
    <Link href={to} className="back">
      <Icon name="back" size={18} />
      {children}
    </Link>
  );
}
