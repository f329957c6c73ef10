import type { Decision } from '@door-access/protocol';
import type { StepName, StepResult } from '@door-access/protocol/setup';
import type { InputName } from '../drivers/driver.js';
import type { RelayName } from '../relay.rules.js';

/* The parts of the steps of a guided door test. Times are monotonic milliseconds. */

/** The parts of a door that can be tested. */
export interface DoorFacts {
  readonly contact: { readonly normally: 'open' | 'closed'; readonly debounceMs: number } | null;
  readonly exitButton: { readonly debounceMs: number } | null;
  readonly strike: boolean;
  readonly hold: boolean;
  /** What the lock does without power. */
  readonly lock: 'fail_secure' | 'fail_safe';
  /** Whether there is a cloud connection to cut, and whether it is up now. */
  readonly network: 'none' | 'offline' | 'online';
}

export type TestInput = { readonly at: number } & (
  | { readonly kind: 'input'; readonly input: InputName; readonly active: boolean }
  | { readonly kind: 'relay'; readonly relay: RelayName; readonly on: boolean }
  | { readonly kind: 'relay_failed'; readonly message: string }
  | { readonly kind: 'network'; readonly up: boolean }
  /** Of the gateway, or of the board that the door is wired to. */
  | { readonly kind: 'power'; readonly up: boolean }
  | { readonly kind: 'answer'; readonly yes: boolean }
  | { readonly kind: 'skip' }
  | { readonly kind: 'tick' }
);

export type TestEffect =
  | { readonly kind: 'pulse'; readonly milliseconds: number }
  | { readonly kind: 'hold'; readonly on: boolean };

export interface StepState {
  readonly step: StepName;
  readonly phase: string;
  /** For the person: what to do now, or what to answer. */
  readonly ask: string;
  /** Whether `ask` wants a yes or a no. */
  readonly isQuestion: boolean;
  /** When waiting is over; null waits for ever. */
  readonly deadline: number | null;
  readonly startedAt: number;
  readonly edges: readonly { readonly active: boolean; readonly at: number }[];
  /** A moment that the phase measures from. */
  readonly from: number;
  readonly measured: Readonly<Record<string, number>>;
  readonly result: StepResult | null;
}

export type StepDecision = Decision<StepState, TestEffect>;

/** The time for each movement. */
export const PATIENCE_MS = 30_000;
/** The time to reach a cable or a fuse and come back. */
export const LONG_PATIENCE_MS = 180_000;
export const PULSE_MS = 1000;
/** Tolerance of a pulse: scheduling, a serial line, a board's 100 ms steps. */
export const PULSE_TOLERANCE_MS = 150;
/** An input is at rest after this time without a change. */
export const REST_MS = 300;
/** An explanation of an opening expires after this (the cloud's ten-second window). */
export const FORCED_QUIET_MS = 10_000;

/** What to check if an input never changes. */
export const NOTHING_SEEN: Record<InputName, string> = {
  contact: 'check the contact’s wires and its magnet, and its line or channel in the configuration',
  exit_button: 'check the button’s wires, and its line or channel in the configuration',
};

/** The circuit's level while the door is open, or while it is closed. */
export function contactLevel({ contact }: DoorFacts, isOpen: boolean): boolean {
  return (contact?.normally === 'closed') !== isOpen;
}

export function end(
  state: StepState,
  result: StepResult['result'],
  detail: string,
  advice: string,
  measured: Record<string, number> = {},
): StepState {
  const all = { ...state.measured, ...measured };
  return {
    ...state,
    phase: 'over',
    isQuestion: false,
    deadline: null,
    measured: all,
    result: { step: state.step, result, detail, advice, measured: all },
  };
}

export const isLate = ({ deadline }: StepState, { at }: TestInput): boolean =>
  deadline !== null && at >= deadline;
export const tenth = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;
export const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} s`;

export function question(state: StepState, text: string, measured: Record<string, number>): StepState {
  return {
    ...state,
    phase: 'asked',
    ask: text,
    isQuestion: true,
    deadline: null,
    measured: { ...state.measured, ...measured },
  };
}
