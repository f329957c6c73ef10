import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useNow } from '../clock.js';
import { locale, text } from '../language/text.js';
import { useHere } from '../session.js';
import type { Lock } from '../types.js';
import { Icon } from '../ui/icon.jsx';
import { useFirstFrame } from '../ui/later.jsx';
import { useWords } from '../ui/time.jsx';
import styles from './grid.module.css';
import { type Line, linesOf } from './lines.rules.js';
import { isUnderMaintenance, type Shown, STATUS_WORDS, type Status } from './status.rules.js';
import { besides } from './status-words.js';
import { mayUnlock, Unlock } from './unlock.jsx';

const NARROWEST_TILE = 258;
const GAP = 10;
const TILE_HEIGHT = 76;
const HEADING_HEIGHT = 38;
/** Rows beyond the screen. */
const OVERSCAN = 6;

/** Only the rows in sight are there, so that two thousand doors scroll like twenty. */
export function DoorGrid({ shown }: { shown: readonly Shown[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [columns, setColumns] = useState(1);
  const [top, setTop] = useState(0);
  const isShown = useFirstFrame();

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      setColumns(Math.max(1, Math.floor((element.clientWidth + GAP) / (NARROWEST_TILE + GAP))));
      setTop(element.getBoundingClientRect().top + window.scrollY);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const lines = useMemo(() => linesOf(shown, columns), [shown, columns]);
  // With other lines the virtualizer measures anew.
  const getItemKey = useCallback((index: number) => keyOf(lines[index]), [lines]);
  const rows = useWindowVirtualizer({
    count: lines.length,
    getItemKey,
    estimateSize: (index) => (lines[index]?.kind === 'heading' ? HEADING_HEIGHT : TILE_HEIGHT + GAP),
    overscan: isShown ? OVERSCAN : 0,
    scrollMargin: top,
  });
  return (
    <ul ref={list} className={styles.grid} aria-label={text('Doors')} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().flatMap((row) => {
        const line = lines[row.index];
        if (!line) return [];
        if (line.kind === 'heading')
          return <Heading key={row.key} name={line.name} count={line.count} top={row.start - top} />;
        return line.shown.map(({ lock, status }, column) => (
          <Tile
            key={lock.id}
            lock={lock}
            status={status}
            top={row.start - top}
            left={(100 / columns) * column}
            width={100 / columns}
            position={line.position + column}
            count={shown.length}
          />
        ));
      })}
    </ul>
  );
}

function keyOf(line: Line | undefined): string {
  if (line?.kind === 'doors') return `door ${line.shown[0]?.lock.id}`;
  return `heading ${line?.name}`;
}

function Heading({ name, count, top }: { name: string | null; count: number; top: number }) {
  return (
    <li className={styles.heading} style={{ transform: `translateY(${top}px)`, height: HEADING_HEIGHT }}>
      <h2 data-status={name === null ? 'forced' : undefined}>{name ?? text('Needs attention')}</h2>
      <small>{count.toLocaleString(locale)}</small>
    </li>
  );
}

interface TileProps {
  lock: Lock;
  status: Status;
  top: number;
  left: number;
  width: number;
  position: number;
  count: number;
}

const Tile = memo(function Tile({ lock, status, top, left, width, position, count }: TileProps) {
  const now = useNow();
  const words = besides(lock, status, useWords(lock.location.id).moment, now);
  const isMaintained = isUnderMaintenance(lock, now);
  const isUnlockable = useHere().mayWrite && mayUnlock(lock);
  return (
    <li
      aria-posinset={position}
      aria-setsize={count}
      style={{ transform: `translateY(${top}px)`, left: `${left}%`, width: `${width}%`, height: TILE_HEIGHT }}
    >
      <Link
        href={`/doors/${lock.id}`}
        className={styles.tile}
        data-status={status}
        data-unlockable={isUnlockable || undefined}
      >
        <span className={styles.name}>
          {lock.name}
          {isMaintained && <Icon name="wrench" size={15} />}
        </span>
        <span className={styles.place}>{[lock.place, lock.location.name].filter(Boolean).join(' · ')}</span>
        <span className={styles.state}>
          <i aria-hidden="true" />
          {text(STATUS_WORDS[status])}
          {words && <em>{` ${words}`}</em>}
        </span>
      </Link>
      {isUnlockable && <Unlock lock={lock} />}
    </li>
  );
});
