import type { InputName, TerminalName } from './drivers/driver.js';
import type { RelayName } from './relay.rules.js';

/* Names of what a door notes beside its records, so that the next start knows. */

/** There while the journal's last word on a relay is on. */
export const relayNote = (door: number, relay: RelayName): string => `relay/${door}/${relay}`;

/** There while the journal's last word on a terminal is that it does not work. */
export const faultNote = (door: number, terminal: TerminalName): string => `fault/${door}/${terminal}`;

export const isInput = (terminal: TerminalName): terminal is InputName =>
  terminal === 'contact' || terminal === 'exit_button';
