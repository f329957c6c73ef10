import { text } from '../language/text.js';
import { EVENT_NAMES, type Tone, toneOf } from '../words/event-words.js';
import type { ZoneWords } from '../words/zone.rules.js';
import { clustersOf, type Mark } from './fold.rules.js';
import type { Window } from './window.rules.js';
import { whyOf } from './words.js';

/* What stands on a timeline and can be looked behind: marks, and bars where there are too many of them. */

export interface Spot {
  key: string;
  at: number;
  /** Of a bar; of a mark its own moment. */
  to: number;
  tone: Tone;
  /** Of a bar, against the highest; null: a mark. */
  height: number | null;
  /** What a screen reader says of it. */
  label: string;
  /** What is behind it, a line each. */
  lines: readonly string[];
  /** The one event that it is; null where it is several. */
  event: Mark | null;
}

interface Counted {
  at: string;
  all: number;
  alarms: number;
}

/** So much of what is behind a mark is listed. */
const MAX_LINES = 6;

export function spotsOf(
  { marks, steps, step_ms }: { marks: readonly Mark[]; steps: readonly Counted[]; step_ms: number },
  { from, to }: Window,
  apart: number,
  words: ZoneWords,
): Spot[] {
  const inside = marks.filter(({ at }) => at >= from && at <= to);
  const highest = Math.max(1, ...steps.map(({ all }) => all));
  const bars = steps
    .map((step) => ({ ...step, at: Date.parse(step.at) }))
    .filter(({ at }) => at + step_ms > from && at < to)
    .map(({ at, all, alarms }): Spot => {
      const span = `${words.moment(at)}–${step_ms < 86_400_000 ? words.time(at + step_ms) : words.day(at + step_ms)}`;
      const count = counted(all, alarms);
      return {
        key: `step ${at}`,
        at,
        to: at + step_ms,
        tone: alarms > 0 ? 'alarm' : 'quiet',
        height: all / highest,
        label: `${span}: ${count}`,
        lines: [span, count],
        event: null,
      };
    });
  const clusters = clustersOf(inside, apart).map(({ marks: all, at, urgent }): Spot => {
    const [first] = all as [Mark];
    const isOne = all.length === 1;
    const lines = isOne ? linesOf(first, words) : manyLines(all, words);
    return {
      key: `mark ${first.id}`,
      at: isOne ? first.at : at,
      to: isOne ? first.at : at,
      tone: toneOf(urgent.type),
      height: null,
      label: lines.join(', '),
      lines,
      event: isOne ? first : null,
    };
  });
  return [...bars, ...clusters].sort((a, b) => a.at - b.at);
}

/** As `5 events, 1 alarm`. */
export function counted(all: number, alarms: number): string {
  const events = text('{count, plural, one {# event} other {# events}}', { count: all });
  return alarms > 0
    ? `${events}, ${text('{count, plural, one {# alarm} other {# alarms}}', { count: alarms })}`
    : events;
}

const nameOf = ({ type, who }: Mark): string => `${text(EVENT_NAMES[type])}${who ? ` (${who})` : ''}`;

function linesOf(mark: Mark, words: ZoneWords): string[] {
  const why = whyOf(mark, words.instant);
  return [words.instant(mark.at), nameOf(mark), ...(why === null ? [] : [why])];
}

function manyLines(marks: readonly Mark[], words: ZoneWords): string[] {
  const [first, last] = [marks[0] as Mark, marks.at(-1) as Mark];
  const shown = marks.slice(0, MAX_LINES);
  const more = marks.length - shown.length;
  return [
    `${counted(marks.length, 0)}, ${words.instant(first.at)}–${words.clock(last.at)}`,
    ...shown.map((mark) => `${words.clock(mark.at)} ${nameOf(mark)}`),
    ...(more > 0 ? [text('and {count} more', { count: more })] : []),
  ];
}

/** The stretch to look at to see what a bar or a cluster is made of. */
export const stretchOf = ({ at, to }: Spot, marks: readonly Mark[], { from, to: end }: Window): Window => {
  if (to > at) return { from: at, to };
  const length = Math.max(1_000, (end - from) / 8);
  const near = marks.filter((mark) => Math.abs(mark.at - at) <= length / 2);
  const centre = near.length > 0 ? ((near[0] as Mark).at + (near.at(-1) as Mark).at) / 2 : at;
  return { from: centre - length / 2, to: centre + length / 2 };
};
