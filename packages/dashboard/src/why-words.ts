import { text as ofPages, phrase } from './language/text.js';
import type { DoorEvent } from './types.js';

/* Why an opening was judged as it was, in one sentence and what is to be known beside it. */

export type Why = NonNullable<DoorEvent['why']>;
type Press = NonNullable<Why['exit']>;
type Text = typeof ofPages;

const NOTES: Record<Why['notes'][number], string> = {
  gap: phrase('Records of the gateway were lost shortly before, so the evidence may be incomplete.'),
  unread: phrase('The exit button could not be read, so a press may be missing.'),
  release: phrase('The release of the exit button was never reported.'),
  test: phrase('The door was under test, so this is not an alarm.'),
  maintenance: phrase('The door was under maintenance, so this is not an alarm.'),
};

/**
 * @param time as the page shows moments
 * @param text in which language
 */
export function whyWords(why: Why, time: (at: string) => string, text: Text = ofPages): string {
  const { notes, reported_at } = why;
  return [
    whyAlone(why, text),
    ...notes.map((note) => text(NOTES[note])),
    reported_at === null
      ? null
      : text(
          'The gateway’s clock said {time}, which was in the future: the time shown is that of its receipt.',
          { time: time(reported_at) },
        ),
  ]
    .filter((words) => words !== null)
    .join(' ');
}

/** Null where there is nothing but what stands beside it. */
function whyAlone({ kind, unlock_ms, exit, window_ms, said }: Why, text: Text): string | null {
  switch (kind) {
    case 'unlocked':
      return text('Opened {age} after a confirmed unlock.', { age: ageWords(unlock_ms ?? 0, text) });
    case 'exit_button':
      return openedBy(exit ?? { age_ms: 0, held: false, released_ms: null }, window_ms, text);
    case 'held_open':
      return text('Opened while the door was held open.');
    case 'forced':
      return text(
        'Opened with nothing in the last {seconds, number} s to explain it: {unlock}, {press}, and the door was not held open.',
        { seconds: window_ms / SECOND, unlock: unlockWords(unlock_ms, text), press: pressWords(exit, text) },
      );
    case 'not_judged':
      return text(
        'Opened without a known cause; no exit button is wired, so forced-open detection is off for this lock.',
      );
    case 'found_open':
      return text(
        'Found open although last known otherwise: an edge was missed, so the evidence is incomplete and no opening is called forced.',
      );
    case 'found_closed':
      return text(
        'Found closed although last known otherwise: an edge was missed, so the evidence is incomplete and no opening is called forced.',
      );
    case 'left_open':
      return text('No close was reported in time.');
    case 'said':
      return said;
    default:
      return null;
  }
}

function openedBy({ age_ms, held, released_ms }: Press, window_ms: number, text: Text): string {
  const age = ageWords(age_ms, text);
  if (age_ms <= window_ms) return text('Opened {age} after the exit button was pressed.', { age });
  return held
    ? text('Opened while the exit button was held, {age} after it was pressed.', { age })
    : text('Opened after the exit button was held: it was released {age} before.', {
        age: ageWords(released_ms ?? 0, text),
      });
}

const unlockWords = (age: number | null, text: Text): string =>
  age === null
    ? text('no unlock is known')
    : text('the last confirmed unlock was {age} before', { age: ageWords(age, text) });

function pressWords(press: Press | null, text: Text): string {
  if (!press) return text('no press of the exit button is known');
  const age = ageWords(press.age_ms, text);
  return press.released_ms === null
    ? text('the exit button was last pressed {age} before', { age })
    : text('the exit button was last pressed {age} before and released {since} before', {
        age,
        since: ageWords(press.released_ms, text),
      });
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** To the millisecond where it may have explained the opening; beyond a minute, as people say it. */
function ageWords(age: number, text: Text): string {
  if (age < MINUTE) return text('{seconds, number, ::.000} s', { seconds: age / SECOND });
  const minutes = Math.floor(age / MINUTE);
  if (minutes < 60) return text('{count, number} min', { count: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours >= 24)
    return text('{count, plural, one {1 day} other {# days}}', { count: Math.floor(hours / 24) });
  return minutes % 60 === 0
    ? text('{count, number} h', { count: hours })
    : text('{hours} h {minutes} min', { hours, minutes: minutes % 60 });
}
