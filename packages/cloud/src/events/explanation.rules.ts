import { FORCED_OPEN_WINDOW_MS } from '@door-access/protocol';

/* Why an opening was judged as it was, for people to read beside the event. */

export type Verdict =
  | 'unlocked'
  | 'exit_button'
  | 'held_open'
  | 'forced'
  | 'not_judged'
  | 'missed_edge'
  | 'under_test'
  | 'under_maintenance';

/** Why an opening was judged as it was: what was looked for, what was found, how old it was. */
export interface Explanation {
  verdict: Verdict;
  text: string;
  window_ms: number;
  /** Age of the newest confirmed unlock before the opening, and by which clock; null: none known. */
  unlock: Age | null;
  exit_button: PressAge | null;
  held_open: boolean;
  /** Records of this journal were lost shortly before, or the exit button could not be read, or its release is missing. */
  evidence_incomplete: boolean;
  /** The door was under a guided test: no alarm. */
  under_test?: true;
  /** The door was under maintenance: the alarm was muted. */
  under_maintenance?: true;
  /** The time by the gateway's clock, if the time of receipt is used instead. */
  reported_at?: string;
}

/** Kept for an event without a verdict whose time is that of its receipt. */
export type ClockNote = { verdict?: undefined } & Required<Pick<Explanation, 'text' | 'reported_at'>> &
  Pick<Explanation, 'under_maintenance'>;

/** Keeps the time of the gateway's clock with an event that cannot have happened then. */
export function withClock(
  explanation: Explanation | ClockNote | null,
  { reported_at }: { reported_at?: string },
): Explanation | ClockNote | null {
  if (reported_at === undefined) return explanation;
  const note = `The gateway's clock said ${reported_at}, which was in the future: the time shown is that of its receipt.`;
  return { ...explanation, text: explanation ? `${explanation.text} ${note}` : note, reported_at };
}

export interface Age {
  age_ms: number;
  clock: 'monotonic' | 'wall';
  command_id?: string | null;
}

/** Age of the beginning of a press; beside it how it ended, where the gateway reports that. */
export interface PressAge extends Age {
  held?: true;
  released_ms?: number;
}

/** What the words need of a press: held down at the opening, or released so long before. */
export interface PressWords {
  age_ms: number;
  held: boolean;
  released_ms: number | null;
}

/** What may follow the sentence of a verdict. */
export const NOTE_WORDS = {
  gap: 'Records of the gateway were lost shortly before, so the evidence may be incomplete.',
  unread: 'The exit button could not be read, so a press may be missing.',
  release: 'The release of the exit button was never reported.',
  test: 'The door was under test, so this is not an alarm.',
  maintenance: 'The door was under maintenance, so this is not an alarm.',
} as const;

export function inWords(
  verdict: Verdict,
  unlock: number | null,
  exit: PressWords | null,
  missing: { gap: boolean; unread: boolean; release: boolean },
): string {
  const lost = (['gap', 'unread', 'release'] as const)
    .map((what) => (missing[what] ? ` ${NOTE_WORDS[what]}` : ''))
    .join('');
  switch (verdict) {
    case 'unlocked':
      return `Opened ${ageWords(unlock)} after a confirmed unlock.${lost}`;
    case 'exit_button':
      return `${openedBy(exit)}${lost}`;
    case 'held_open':
      return `Opened while the door was held open.${lost}`;
    case 'not_judged':
      return 'Opened without a known cause; no exit button is wired, so forced-open detection is off for this lock.';
    default: {
      const found = [
        unlock === null ? 'no unlock is known' : `the last confirmed unlock was ${ageWords(unlock)} before`,
        exit === null
          ? 'no press of the exit button is known'
          : `the exit button was last pressed ${ageWords(exit.age_ms)} before${released(exit.released_ms)}`,
      ];
      return `Opened with nothing in the last 10 s to explain it: ${found.join(', ')}, and the door was not held open.${lost}`;
    }
  }
}

function openedBy(exit: PressWords | null): string {
  const age = exit?.age_ms ?? 0;
  if (age <= FORCED_OPEN_WINDOW_MS) return `Opened ${ageWords(age)} after the exit button was pressed.`;
  return exit?.held
    ? `Opened while the exit button was held, ${ageWords(age)} after it was pressed.`
    : `Opened after the exit button was held: it was released ${ageWords(exit?.released_ms ?? 0)} before.`;
}

const released = (since: number | null): string =>
  since === null ? '' : ` and released ${ageWords(since)} before`;

/** To the millisecond where it may have explained the opening; beyond a minute, as people say it. */
function ageWords(milliseconds: number | null): string {
  const age = milliseconds ?? 0;
  if (age < MINUTE_MS) return `${(age / 1000).toFixed(3)} s`;
  const minutes = Math.floor(age / MINUTE_MS);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`;
  const days = Math.floor(hours / 24);
  return days === 1 ? '1 day' : `${days} days`;
}

const MINUTE_MS = 60_000;

export function missedEdge(state: { hold_on: boolean }, what: 'opened' | 'closed'): Explanation {
  return {
    verdict: 'missed_edge',
    text: `Found ${what === 'opened' ? 'open' : 'closed'} although last known otherwise: an edge was missed, so the evidence is incomplete and no opening is called forced.`,
    window_ms: FORCED_OPEN_WINDOW_MS,
    unlock: null,
    exit_button: null,
    held_open: state.hold_on,
    evidence_incomplete: true,
  };
}
