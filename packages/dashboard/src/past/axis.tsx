import type { ZoneWords } from '../words/zone.rules.js';
import styles from './axis.module.css';
import { shareOf, ticksOf, type Window } from './window.rules.js';

const DAY_MS = 86_400_000;
/** Room for a time in words. */
const APART_PX = 82;

/** The times below the tracks, round on the clock of the place. */
export function Axis({ window, width, words }: { window: Window; width: number; words: ZoneWords }) {
  const offset = (at: number) => Date.parse(`${words.wall(at)}Z`) - Math.floor(at / 1_000) * 1_000;
  const ticks = ticksOf(window, Math.max(2, width / APART_PX), offset);
  return (
    <div className={styles.axis} aria-hidden="true">
      {ticks.map(({ at, step }) => (
        <span key={at} style={{ left: `${shareOf(window, at) * 100}%` }}>
          {wordsAt(at, step, words)}
        </span>
      ))}
    </div>
  );
}

function wordsAt(at: number, step: number, words: ZoneWords): string {
  if (step >= DAY_MS || words.wall(at).endsWith('T00:00:00')) return words.day(at);
  if (step >= 60_000) return words.time(at);
  if (step >= 1_000) return words.clock(at);
  return `${words.clock(at)}.${Math.floor((at % 1_000) / 100)}`;
}
