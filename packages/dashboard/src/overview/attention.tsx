import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import { Icon, type IconName } from '../ui/parts/icon.jsx';
import { Ago } from '../ui/parts/time.jsx';
import styles from './attention.module.css';
import { useAttention } from './query.js';
import type { Shown } from './status.rules.js';

/** What else needs a person: gateways that are away, doors that are held open, keys about to end. Nothing where all is well. */
export function Attention({ shown }: { shown: readonly Shown[] }) {
  const offline = shown.filter(({ status }) => status === 'offline').length;
  const held = shown.filter(({ status }) => status === 'held');
  const { locationId } = useHere();
  const { data, refetch } = useAttention(locationId);
  const before = useRef(offline);
  useEffect(() => {
    // A door that goes or comes back is a reason to ask again.
    if (before.current !== offline) void refetch();
    before.current = offline;
  }, [offline, refetch]);
  const { gateways_offline: gateways, keys_ending: keys } = data ?? {};
  const isCalm = !gateways?.count && held.length === 0 && !keys?.count;
  if (isCalm) return null;
  return (
    <ul className={styles.attention} aria-label={text('What else needs a look')}>
      {gateways && gateways.count > 0 && (
        <Item
          tone="offline"
          icon="offline"
          to="/gateways"
          title={text('{count, plural, one {# gateway offline} other {# gateways offline}}', {
            count: gateways.count,
          })}
        >
          {gateways.named.map(({ id, name, since }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              {name}
              {since && ' '}
              {since && <Ago at={since} />}
            </span>
          ))}
          {gateways.count > gateways.named.length && `, ${text('and more')}`}
        </Item>
      )}
      {held.length > 0 && (
        <Item
          tone="held"
          icon="door"
          to="/?show=held"
          title={text('{count, plural, one {# door held open} other {# doors held open}}', {
            count: held.length,
          })}
        >
          {held
            .slice(0, 3)
            .map(({ lock }) => lock.name)
            .join(', ')}
          {held.length > 3 && `, ${text('and more')}`}
        </Item>
      )}
      {keys && keys.count > 0 && (
        <Item
          tone="open"
          icon="key"
          to="/keys?show=ending"
          title={text('{count, plural, one {# key about to end} other {# keys about to end}}', {
            count: keys.count,
          })}
        >
          {text('{days, plural, one {within a day} other {within # days}}', { days: keys.within_days })}
        </Item>
      )}
    </ul>
  );
}

interface ItemProps {
  tone: string;
  icon: IconName;
  to: string;
  title: string;
  children: ReactNode;
}

function Item({ tone, icon, to, title, children }: ItemProps) {
  return (
    <li data-status={tone}>
      <Icon name={icon} />
      <p>
        <Link href={to}>{title}</Link>
        <small>{children}</small>
      </p>
    </li>
  );
}
