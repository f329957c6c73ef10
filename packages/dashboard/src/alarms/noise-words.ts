import { locale, phrase, text } from '../language/text.js';
import type { Noise } from '../types.js';

/* Noise in words. */

type Cause = Noise['causes'][number]['cause'];

export const CAUSE_WORDS: Record<Cause, { name: string; advice: string }> = {
  press_after: {
    name: phrase('A press just after the opening'),
    advice: phrase(
      'The contact is faster than the exit button: move the button, or let the handle press it.',
    ),
  },
  slow_exit: {
    name: phrase('A slow exit'),
    advice: phrase(
      'People press or unlock, and open the door after the window. A longer one would end these.',
    ),
  },
  bounce: {
    name: phrase('A bouncing contact'),
    advice: phrase(
      'The leaf opens for a moment after it closes: adjust the closer, or set a longer debounce.',
    ),
  },
  just_past: {
    name: phrase('Left open just past its time'),
    advice: phrase('People hold the door for others. A longer time would end these.'),
  },
  daily: {
    name: phrase('The same time on many days'),
    advice: phrase('Someone comes with a key that is not known here, or by a reader that is not connected.'),
  },
};

const PERCENT = new Intl.NumberFormat(locale, { style: 'percent' });

export const shareWords = (part: number, whole: number): string =>
  whole === 0
    ? text('none')
    : text('{part, number} of {whole, number}, {percent}', {
        part,
        whole,
        percent: PERCENT.format(part / whole),
      });

/** As `2.3 a week`; tenths where they are few. */
export function rateWords(count: number, days: number): string {
  const week = (count * 7) / days;
  const digits = week >= 10 || week === 0 ? 0 : 1;
  return text('{count} a week', {
    count: week.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  });
}

const OUTCOMES = {
  forced: phrase(
    'With {seconds, number} s, {ended, number} of {before, number} forced openings would not have been alarms.',
  ),
  left_open: phrase(
    'With {seconds, number} s, {ended, number} of {before, number} left-open alarms would not have been alarms.',
  ),
};

function outcome(
  what: keyof typeof OUTCOMES,
  milliseconds: number,
  { before, ended, hidden, added }: Noise['replay']['forced'],
): string {
  return [
    text(OUTCOMES[what], { seconds: milliseconds / 1000, ended, before }),
    hidden === 0
      ? text('None of them was real.')
      : text('{count, plural, one {# of them was real.} other {# of them were real.}}', { count: hidden }),
    added > 0 && text('There would be {count, number} more.', { count: added }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** As “With 12 s, 38 of 41 forced openings would not have been alarms. None of them was real.” */
export function replayWords({ replay, settings }: Pick<Noise, 'replay' | 'settings'>): string[] {
  const { settings: other, forced, left_open } = replay;
  return [
    ...(other.window_ms === settings.window_ms ? [] : [outcome('forced', other.window_ms, forced)]),
    ...(other.left_open_ms === settings.left_open_ms
      ? []
      : [outcome('left_open', other.left_open_ms, left_open)]),
  ];
}
