import type { TerminalName } from './drivers/driver.js';

/** The installer's settings of one door, validated. Times in milliseconds. */
export interface DoorSetup {
  readonly door: number;
  readonly name: string;
  readonly contact: { readonly debounceMs: number; readonly normally: 'open' | 'closed' } | null;
  readonly exitButton: { readonly debounceMs: number } | null;
  readonly strike: boolean;
  readonly hold: boolean;
  readonly strikeMs: number;
  readonly exitReleases: boolean;
}

/** The wired terminals of a door. */
export function terminalsOf({ contact, exitButton, strike, hold }: DoorSetup): TerminalName[] {
  const wired = { contact: contact !== null, exit_button: exitButton !== null, strike, hold };
  return (Object.keys(wired) as TerminalName[]).filter((terminal) => wired[terminal]);
}
