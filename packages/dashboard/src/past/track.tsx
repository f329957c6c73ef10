import { type CSSProperties, type KeyboardEvent, useId, useState } from 'react';
import { bands } from '../door/timeline/bands.jsx';
import { text } from '../language/text.js';
import type { ZoneWords } from '../words/zone.rules.js';
import type { Spot } from './spots.js';
import styles from './track.module.css';
import type { DoorRange } from './types.js';
import { shareOf, type Window } from './window.rules.js';
import { endsOf } from './words.js';

const LANES = [
  { lane: 'door', y: 4, height: 34 },
  { lane: 'hold', y: 44, height: 10 },
  { lane: 'gateway', y: 60, height: 6 },
] as const;

interface TrackProps {
  name: string;
  range: DoorRange | undefined;
  spots: readonly Spot[];
  window: Window;
  words: ZoneWords;
  onPress(spot: Spot): void;
}

/** One door over the stretch: its bands, and a spot for each event, or bars where they are counted. */
export function Track({ name, range, spots, window, words, onPress }: TrackProps) {
  const tip = useId();
  const [shown, setShown] = useState<string | null>(null);
  const [reached, setReached] = useState<string | null>(null);
  const percent = (at: number) => `${Math.min(100, Math.max(0, shareOf(window, at) * 100))}%`;
  const here = spots.find(({ key }) => key === shown);
  // One stop of the tab key; the arrows lead from spot to spot.
  const stop = spots.some(({ key }) => key === reached) ? reached : spots[0]?.key;
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (event.key === 'Escape') setShown(null);
    if (by === 0) return;
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + by];
    event.preventDefault();
    next?.focus();
  };
  return (
    // Leads from spot to spot, each of which is a button.
    <section
      className={`${bands} ${styles.track}`}
      aria-label={text('Timeline of {door}', { door: name })}
      onKeyDown={onKey}
    >
      <svg width="100%" height="70" aria-hidden="true">
        {range?.bands &&
          LANES.map(({ lane, y, height }) => (
            <g key={lane}>
              <rect className={styles.bed} x="0" y={y} width="100%" height={height} rx="3" />
              {range.bands?.[lane]
                .map(({ from, to, state }) => ({ from: Date.parse(from), to: Date.parse(to), state }))
                .filter(({ from, to }) => to > window.from && from < window.to)
                .map(({ from, to, state }) => (
                  <rect
                    key={from}
                    data-state={state}
                    x={percent(from)}
                    y={y}
                    width={`${(shareOf(window, Math.min(to, window.to)) - shareOf(window, Math.max(from, window.from))) * 100}%`}
                    height={height}
                  />
                ))}
            </g>
          ))}
      </svg>
      {spots.map((spot) => (
        <button
          key={spot.key}
          type="button"
          className={spot.height === null ? styles.mark : styles.bar}
          data-tone={spot.tone}
          data-many={spot.height === null && spot.event === null ? true : undefined}
          tabIndex={spot.key === stop ? 0 : -1}
          aria-label={spot.label}
          aria-describedby={spot.key === shown ? tip : undefined}
          style={placeOf(spot, window)}
          onFocus={() => {
            setReached(spot.key);
            setShown(spot.key);
          }}
          onBlur={() => setShown(null)}
          onPointerEnter={() => setShown(spot.key)}
          onPointerLeave={() => setShown(null)}
          onClick={() => onPress(spot)}
        />
      ))}
      {spots.length === 0 && range && (
        <p className={styles.none}>
          {text('Nothing happened here between {from} and {to}.', endsOf(window, words))}
        </p>
      )}
      {here && (
        <div
          id={tip}
          role="tooltip"
          className={styles.tip}
          data-side={shareOf(window, here.at) > 0.5 ? 'end' : 'start'}
          style={{ '--at': percent((here.at + here.to) / 2) } as CSSProperties}
        >
          {here.lines.map((line, index) => (
            <p key={line}>{index === 0 ? <strong>{line}</strong> : line}</p>
          ))}
        </div>
      )}
    </section>
  );
}

function placeOf({ at, to, height }: Spot, window: Window): CSSProperties {
  if (height === null) return { left: `${shareOf(window, at) * 100}%` };
  const [from, end] = [Math.max(at, window.from), Math.min(to, window.to)];
  return {
    left: `${shareOf(window, from) * 100}%`,
    width: `calc(${(shareOf(window, end) - shareOf(window, from)) * 100}% - 1px)`,
    '--height': `${Math.max(6, height * 62)}px`,
  } as CSSProperties;
}
