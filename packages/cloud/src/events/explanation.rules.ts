import { FORCED_OPEN_WINDOW_MS } from '@door-access/protocol';
import { explain, type WhyPress } from '@door-access/protocol/explanation';
import { en } from '@door-access/protocol/explanation/en';

/* Why an opening was judged as it was, as it is kept with the event: for programs, with its words in English. */

/** Of an opening that is judged. */
export type OpeningVerdict = 'unlocked' | 'exit_button' | 'held_open' | 'forced' | 'not_judged';
export type Verdict = OpeningVerdict | 'missed_edge' | 'under_test' | 'under_maintenance';

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
  const note = en.clock(reported_at);
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

const MISSING = ['gap', 'unread', 'release'] as const;

/** The words of an opening that is judged, with what is missing from its evidence. */
export const inWords = (
  kind: OpeningVerdict,
  unlock_ms: number | null,
  exit: WhyPress | null,
  missing: Record<(typeof MISSING)[number], boolean>,
): string =>
  explain(
    en,
    {
      kind,
      window_ms: FORCED_OPEN_WINDOW_MS,
      unlock_ms,
      exit,
      notes: MISSING.filter((what) => missing[what]),
      reported_at: null,
      said: null,
    },
    String,
  );

export function missedEdge(state: { hold_on: boolean }, what: 'opened' | 'closed'): Explanation {
  return {
    verdict: 'missed_edge',
    text: what === 'opened' ? en.foundOpen : en.foundClosed,
    window_ms: FORCED_OPEN_WINDOW_MS,
    unlock: null,
    exit_button: null,
    held_open: state.hold_on,
    evidence_incomplete: true,
  };
}
