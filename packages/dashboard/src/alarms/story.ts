import { phrase, text } from '../language/text.js';
import { endOf, type Happening } from './incidents.rules.js';

/* Incidents in words. */

const BEGUN: Record<Happening['kind'], string> = {
  forced: phrase('forced {time}'),
  left_open: phrase('left open {time}'),
  offline: phrase('offline {time}'),
  fault: phrase('fault {time}'),
};

/** As `forced 23:15:02, left open 23:16:02, open for 1 min 47 s, closed`. */
export function storyOf(
  incident: readonly [Happening, ...Happening[]],
  clock: (at: string) => string,
  now: number,
): string {
  const [first] = incident;
  const end = endOf(incident);
  const begun = incident.map(({ kind, started_at }) => text(BEGUN[kind], { time: clock(started_at) }));
  const length = spanWords((end === null ? now : Date.parse(end)) - Date.parse(first.started_at));
  const isDoor = first.kind === 'forced' || first.kind === 'left_open';
  return [...begun, ...(isDoor ? openWords(length, end) : awayWords(first.kind, length, end, clock))].join(
    ', ',
  );
}

const openWords = (length: string, end: string | null): string[] => [
  text('open for {length}', { length }),
  end === null ? text('not closed yet') : text('closed'),
];

function awayWords(
  kind: Happening['kind'],
  length: string,
  end: string | null,
  clock: (at: string) => string,
): string[] {
  if (end === null) return [text('for {length} now', { length })];
  const time = clock(end);
  return [
    text('for {length}', { length }),
    kind === 'offline' ? text('back {time}', { time }) : text('over {time}', { time }),
  ];
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS: [size: number, words: string][] = [
  [DAY, phrase('{count, number} d')],
  [HOUR, phrase('{count, number} h')],
  [MINUTE, phrase('{count, number} min')],
  [SECOND, phrase('{count, number} s')],
];

/** A length of time in its two largest parts: `47 s`, `1 min 47 s`, `2 h 5 min`, `3 d 4 h`. */
export function spanWords(milliseconds: number): string {
  const length = Math.max(0, milliseconds);
  const largest = STEPS.findIndex(([size]) => length >= size);
  const parts = STEPS.slice(largest < 0 ? -1 : largest).slice(0, 2);
  return parts
    .map(([size, words], index) => ({
      count: Math.floor((index === 0 ? length : length % (parts[0]?.[0] ?? size)) / size),
      words,
    }))
    .filter(({ count }, index) => index === 0 || count > 0)
    .map(({ count, words }) => text(words, { count }))
    .join(' ');
}
