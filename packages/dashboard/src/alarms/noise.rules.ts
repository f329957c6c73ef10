import type { Noise } from '../types.js';

/* Noise in words. */

type Cause = Noise['causes'][number]['cause'];

export const CAUSE_WORDS: Record<Cause, { name: string; advice: string }> = {
  press_after: {
    name: 'A press just behind the opening',
    advice: 'The contact is faster than the exit button: move the button, or let the handle press it.',
  },
  slow_exit: {
    name: 'A slow exit',
    advice: 'People press or unlock, and go later than the window. A longer one would end these.',
  },
  bounce: {
    name: 'A bouncing contact',
    advice: 'The leaf opens for a moment behind its close: adjust the closer, or set a longer debounce.',
  },
  just_past: {
    name: 'Left open just past its time',
    advice: 'People hold the door for others. A longer time would end these.',
  },
  daily: {
    name: 'The same time on many days',
    advice: 'Someone comes with a key that is not known here, or by a reader that is not connected.',
  },
};

export const shareWords = (part: number, whole: number): string =>
  whole === 0 ? 'none' : `${part} of ${whole}, ${Math.round((100 * part) / whole)} %`;

/** As `2.3 a week`; tenths where they are few. */
export function rateWords(count: number, days: number): string {
  const week = (count * 7) / days;
  return `${week >= 10 || week === 0 ? Math.round(week) : week.toFixed(1)} a week`;
}

const settingWords = (milliseconds: number): string => `${milliseconds / 1000} s`;

type Compared = Noise['replay']['forced'];

function outcome(setting: string, what: string, { before, ended, hidden, added }: Compared): string {
  const hiding = hidden === 0 ? 'hidden none that was real' : `hidden ${hidden} that were real`;
  const adding = added === 0 ? '' : `, and raised ${added} more`;
  return `${setting} would have ended ${ended} of ${before} ${what}, and ${hiding}${adding}.`;
}

/** As “12 s would have ended 38 of 41 forced openings, and hidden none that was real.” */
export function replayWords({ replay, settings }: Pick<Noise, 'replay' | 'settings'>): string[] {
  const { settings: other, forced, left_open } = replay;
  const words: string[] = [];
  if (other.window_ms !== settings.window_ms)
    words.push(outcome(settingWords(other.window_ms), 'forced openings', forced));
  if (other.left_open_ms !== settings.left_open_ms)
    words.push(outcome(settingWords(other.left_open_ms), 'left-open alarms', left_open));
  return words;
}
