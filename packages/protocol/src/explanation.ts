import { type HardwareWords, hardwareSaid } from './explanation/hardware.js';

/*
 * What explains an event, in parts, and the sentences that they make: for pages and notices in the language of their
 * reader, and in English for what is kept with the event.
 */

export const WHY_KINDS = [
  'unlocked',
  'exit_button',
  'held_open',
  'forced',
  'not_judged',
  'found_open',
  'found_closed',
  'left_open',
  /** Nothing but that the clock of the gateway was ahead. */
  'clock',
  /** In words alone. */
  'said',
] as const;
export const WHY_NOTES = ['gap', 'unread', 'release', 'test', 'maintenance'] as const;
export const TERMINALS = ['contact', 'exit_button', 'strike', 'hold'] as const;

/** The last press: how long ago it began, whether it still lasted, and how long ago it ended. */
export interface WhyPress {
  age_ms: number;
  held: boolean;
  released_ms: number | null;
}

export interface Why {
  kind: (typeof WHY_KINDS)[number];
  window_ms: number;
  /** Age of the newest confirmed unlock; null: none is known. */
  unlock_ms: number | null;
  exit: WhyPress | null;
  notes: (typeof WHY_NOTES)[number][];
  /** The time by the gateway's clock, if that of the receipt is shown instead. */
  reported_at: string | null;
  /** The words of one of the kind `said`. */
  said: string | null;
}

/** A terminal that its gateway cannot read or drive, and why. */
export interface TerminalFault {
  terminal: (typeof TERMINALS)[number];
  error: string;
}

/** One language's sentences of what explains an event. Ages are in words already, as `1.250 s`. */
export interface Wording {
  /** The mark before a fraction. */
  decimal: string;
  /** The sign of an hour. */
  hour: string;
  days(count: number): string;
  unlocked(age: string): string;
  pressed(age: string): string;
  pressHeld(age: string): string;
  pressReleased(age: string): string;
  heldOpen: string;
  /** @param unlock, press what was found of each */
  forced(seconds: string, unlock: string, press: string): string;
  noUnlock: string;
  lastUnlock(age: string): string;
  noPress: string;
  lastPress(age: string): string;
  lastPressReleased(age: string, since: string): string;
  notJudged: string;
  foundOpen: string;
  foundClosed: string;
  leftOpen: string;
  /** What may follow the sentence. */
  notes: Record<Why['notes'][number], string>;
  clock(time: string): string;
  terminals: Record<TerminalFault['terminal'], (error: string) => string>;
  hardware: HardwareWords;
}

/** @param time as the reader is shown moments */
export function explain(words: Wording, why: Why, time: (at: string) => string): string {
  const { notes, reported_at } = why;
  return [
    alone(words, why),
    ...notes.map((note) => words.notes[note]),
    reported_at === null ? null : words.clock(time(reported_at)),
  ]
    .filter((sentence) => sentence !== null)
    .join(' ');
}

/** What the fault of a terminal means for its door, and its cause. */
export const explainFault = (words: Wording, { terminal, error }: TerminalFault): string =>
  words.terminals[terminal](hardwareSaid(words.hardware, error));

/** Null where there is nothing but what stands beside it. */
function alone(words: Wording, { kind, unlock_ms, exit, window_ms, said }: Why): string | null {
  switch (kind) {
    case 'unlocked':
      return words.unlocked(ageOf(words, unlock_ms));
    case 'exit_button':
      return openedBy(words, exit, window_ms);
    case 'held_open':
      return words.heldOpen;
    case 'forced':
      return words.forced(
        String(window_ms / SECOND),
        unlock_ms === null ? words.noUnlock : words.lastUnlock(ageOf(words, unlock_ms)),
        pressOf(words, exit),
      );
    case 'not_judged':
      return words.notJudged;
    case 'found_open':
      return words.foundOpen;
    case 'found_closed':
      return words.foundClosed;
    case 'left_open':
      return words.leftOpen;
    case 'said':
      return said;
    case 'clock':
      return null;
  }
}

function openedBy(words: Wording, exit: WhyPress | null, window_ms: number): string {
  const age = exit?.age_ms ?? 0;
  if (age <= window_ms) return words.pressed(ageOf(words, age));
  return exit?.held
    ? words.pressHeld(ageOf(words, age))
    : words.pressReleased(ageOf(words, exit?.released_ms ?? 0));
}

function pressOf(words: Wording, exit: WhyPress | null): string {
  if (exit === null) return words.noPress;
  const age = ageOf(words, exit.age_ms);
  return exit.released_ms === null
    ? words.lastPress(age)
    : words.lastPressReleased(age, ageOf(words, exit.released_ms));
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** To the millisecond where it may have explained the opening; beyond a minute, as people say it. */
function ageOf({ decimal, hour, days }: Wording, milliseconds: number | null): string {
  const age = milliseconds ?? 0;
  if (age < MINUTE) return `${(age / SECOND).toFixed(3).replace('.', decimal)} s`;
  const minutes = Math.floor(age / MINUTE);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return days(Math.floor(hours / 24));
  return `${hours} ${hour}${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`;
}
