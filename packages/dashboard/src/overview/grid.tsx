import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useNow } from '../clock.js';
import type { Lock } from '../types.js';
import { Icon } from '../ui/icon.jsx';
import { useWords } from '../ui/time.jsx';
import styles from './grid.module.css';
import { besides, isUnderMaintenance, type Shown, STATUS_WORDS, type Status } from './status.rules.js';

const NARROWEST_TILE = 258;
const GAP = 10;
const TILE_HEIGHT = 76;

/** Only the rows in sight are there, so that two thousand doors scroll like twenty. */
export function DoorGrid({ shown }: { shown: readonly Shown[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [columns, setColumns] = useState(1);
  const [top, setTop] = useState(0);

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

  const rows = useWindowVirtualizer({
    count: Math.ceil(shown.length / columns),
    estimateSize: () => TILE_HEIGHT + GAP,
    overscan: 6,
    scrollMargin: top,
  });
  return (
    <ul ref={list} className={styles.grid} aria-label="Doors" style={{ height: rows.getTotalSize() }}>
      {rows
        .getVirtualItems()
        .flatMap((row) =>
          shown
            .slice(row.index * columns, (row.index + 1) * columns)
            .map(({ lock, status }, column) => (
              <Tile
                key={lock.id}
                lock={lock}
                status={status}
                top={row.start - top}
                left={(100 / columns) * column}
                width={100 / columns}
                position={row.index * columns + column + 1}
                count={shown.length}
              />
            )),
        )}
    </ul>
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
  return (
    <li
      aria-posinset={position}
      aria-setsize={count}
      style={{ transform: `translateY(${top}px)`, left: `${left}%`, width: `${width}%`, height: TILE_HEIGHT }}
    >
      <Link href={`/doors/${lock.id}`} className={styles.tile} data-status={status}>
        <span className={styles.name}>
          {lock.name}
          {isMaintained && <Icon name="wrench" size={15} />}
        </span>
        <span className={styles.place}>{[lock.place, lock.location.name].filter(Boolean).join(' · ')}</span>
        <span className={styles.state}>
          <i aria-hidden="true" />
          {STATUS_WORDS[status]}
          {words && <em>{` ${words}`}</em>}
        </span>
      </Link>
    </li>
  );
});
