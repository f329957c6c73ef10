import { type CSSProperties, memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useNow } from '../clock.js';
import { locale, text } from '../language/text.js';
import { useHere } from '../session.js';
import type { Lock } from '../types.js';
import { useFirstFrame } from '../ui/page/later.jsx';
import { Icon } from '../ui/parts/icon.jsx';
import { isInBrowser } from '../ui/parts/kept.js';
import { useWords } from '../ui/parts/time.jsx';
import styles from './grid.module.css';
import { between, GAP, HEADING_HEIGHT, linesOf, startsOf, TILE_HEIGHT } from './lines.rules.js';
import { isUnderMaintenance, type Shown, STATUS_WORDS, type Status } from './status.rules.js';
import { besides } from './status-words.js';
import { mayUnlock, Unlock } from './unlock.jsx';

const NARROWEST_TILE = 258;
/** Beyond the screen, in pixels. */
const MARGIN = 6 * (TILE_HEIGHT + GAP);
/** What is in sight is worked out anew after so many pixels. */
const STEP = TILE_HEIGHT + GAP;

interface Sight {
  columns: number;
  /** Of the screen, in pixels from the top of the list. */
  top: number;
  bottom: number;
}

const columnsOf = (width: number) => Math.max(1, Math.floor(width / (NARROWEST_TILE + GAP)));

/** Before the list has its place on the page: to ask for it would have the browser lay out the page twice. */
const assumed = (): Sight => ({
  columns: columnsOf(window.innerWidth),
  top: 0,
  bottom: window.innerHeight / 2,
});

/** Of a page that the service draws, whose width it does not know: the browser sets the lines. */
const DRAWN_LINES = 24;

function sightOf(list: HTMLElement): Sight {
  const { top } = list.getBoundingClientRect();
  return {
    columns: columnsOf(list.clientWidth),
    top: Math.floor(-top / STEP) * STEP,
    bottom: Math.ceil((window.innerHeight - top) / STEP) * STEP,
  };
}

const isSame = (a: Sight, b: Sight) => a.columns === b.columns && a.top === b.top && a.bottom === b.bottom;

export const DoorGrid = isInBrowser ? SightGrid : FlowGrid;

function FlowGrid({ shown }: { shown: readonly Shown[] }) {
  return (
    <ul className={`${styles.grid} ${styles.flow}`} aria-label={text('Doors')}>
      {linesOf(shown, 1)
        .slice(0, DRAWN_LINES)
        .flatMap((line) =>
          line.kind === 'heading'
            ? [<Heading key={`heading ${line.name}`} name={line.name} count={line.count} />]
            : line.shown.map(({ lock, status }) => (
                <Tile
                  key={lock.id}
                  lock={lock}
                  status={status}
                  position={line.position}
                  count={shown.length}
                />
              )),
        )}
    </ul>
  );
}

/** Only the lines in sight are there, so that two thousand doors scroll like twenty. */
function SightGrid({ shown }: { shown: readonly Shown[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [sight, setSight] = useState(assumed);
  const margin = useFirstFrame() ? MARGIN : 0;

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const look = () =>
      setSight((before) => {
        const after = sightOf(element);
        return isSame(before, after) ? before : after;
      });
    // It is first called when the page has been laid out, before that is painted.
    const observer = new ResizeObserver(look);
    observer.observe(element);
    observer.observe(document.body);
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, []);

  const { columns } = sight;
  const lines = useMemo(() => linesOf(shown, columns), [shown, columns]);
  const starts = useMemo(() => startsOf(lines), [lines]);
  const [from, to] = between(starts, sight.top - margin, sight.bottom + margin);
  return (
    <ul ref={list} className={styles.grid} aria-label={text('Doors')} style={{ height: starts.at(-1) }}>
      {lines.slice(from, to).flatMap((line, index) => {
        const top = starts[from + index] ?? 0;
        if (line.kind === 'heading')
          return (
            <Heading
              key={`heading ${line.name}`}
              name={line.name}
              count={line.count}
              style={{ transform: `translateY(${top}px)`, height: HEADING_HEIGHT }}
            />
          );
        return line.shown.map(({ lock, status }, column) => (
          <Tile
            key={lock.id}
            lock={lock}
            status={status}
            top={top}
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

interface HeadingProps {
  name: string | null;
  count: number;
  style?: CSSProperties;
}

function Heading({ name, count, style }: HeadingProps) {
  return (
    <li className={styles.heading} style={style}>
      <h2 data-status={name === null ? 'forced' : undefined}>{name ?? text('Needs attention')}</h2>
      <small>{count.toLocaleString(locale)}</small>
    </li>
  );
}

interface TileProps {
  lock: Lock;
  status: Status;
  position: number;
  count: number;
  /** Pixels and percent; where the browser sets it, it has none. */
  top?: number;
  left?: number;
  width?: number;
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
      style={
        top === undefined
          ? undefined
          : { transform: `translateY(${top}px)`, left: `${left}%`, width: `${width}%`, height: TILE_HEIGHT }
      }
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
