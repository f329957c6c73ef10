import type { InputName, TerminalName } from './drivers/driver.js';
import type { RelayName } from './relay.rules.js';

/* Names of the notes that a door keeps with its records for the next start. */

/** Exists while the journal's last record of a relay is on. */
export const relayNote = (door: number, relay: RelayName): string => `relay/${door}/${relay}`;

/** Exists while the journal's last record of a terminal is a fault. */
export const faultNote = (door: number, terminal: TerminalName): string => `fault/${door}/${terminal}`;

export const isInput = (terminal: TerminalName): terminal is InputName =>
  terminal === 'contact' || terminal === 'exit_button';
