import type { RelayName } from '../relay.rules.js';
import type { InputName, TerminalName } from './driver.js';

/* How doors are wired to hardware, from the configuration. */

export const GPIO_DRIVERS = ['gpio', 'gpio-sysfs'] as const;
export const BOARD_DRIVERS = ['waveshare', 'lcus', 'numato', 'kmtronic'] as const;
export type HardwareDriver = (typeof GPIO_DRIVERS)[number] | (typeof BOARD_DRIVERS)[number];

export const BIASES = ['pull_up', 'pull_down', 'none'] as const;
export type Bias = (typeof BIASES)[number];

/** One terminal: a line of a GPIO chip (by name or offset), or a channel of a board. */
export interface Point {
  readonly line: string | number | null;
  readonly channel: number | null;
  /** The address of the board on its port; 1 if boards have no addresses. */
  readonly address: number;
  /** Inputs: a closed circuit reads low. Relays: the coil draws current while the line is low. */
  readonly activeLow: boolean;
  readonly bias: Bias;
  /** Of inputs; 0 for relays. */
  readonly debounceMs: number;
}

/** A serial port: by its path, or by what its USB plug says (lower-case hexadecimal ids), which survives replugging. */
export type PortMatch =
  | { readonly path: string }
  | { readonly vendor: string; readonly product: string; readonly serial: string | null };

export interface WiredInput {
  readonly door: number;
  readonly input: InputName;
  readonly point: Point;
}

export interface WiredRelay {
  readonly door: number;
  readonly relay: RelayName;
  readonly point: Point;
  /** The lock opens without power: "on" (released) means a coil without current. */
  readonly failSafe: boolean;
}

/** Everything that one driver serves: one chip, or the boards on one port. */
export interface Wiring {
  readonly driver: HardwareDriver;
  /** Label, name or path of the chip; null where line names alone say which. */
  readonly chip: string | null;
  readonly port: PortMatch | null;
  /** Null for the board's own default. */
  readonly baudRate: number | null;
  /** The relay count of each board; null if the configuration gives none. */
  readonly relayCount: number | null;
  readonly inputs: readonly WiredInput[];
  readonly relays: readonly WiredRelay[];
}

export const terminalKey = (door: number, terminal: TerminalName): string => `${terminal}/${door}`;
export const relayKey: (door: number, relay: RelayName) => string = terminalKey;

/** Whether the coil has current where the relay is logically on or off. */
export const coil = ({ failSafe }: Pick<WiredRelay, 'failSafe'>, on: boolean): boolean => on !== failSafe;

/** Merges the wirings of terminals and doors into one for each chip or port. */
export function mergeWirings(wirings: readonly Wiring[]): Wiring[] {
  const merged = new Map<string, Wiring>();
  for (const wiring of wirings) {
    const { driver, chip, port } = wiring;
    const key = JSON.stringify([driver, chip, port]);
    const known = merged.get(key);
    merged.set(
      key,
      known
        ? {
            ...known,
            relayCount: known.relayCount ?? wiring.relayCount,
            inputs: [...known.inputs, ...wiring.inputs],
            relays: [...known.relays, ...wiring.relays],
          }
        : wiring,
    );
  }
  return [...merged.values()];
}

export const portName = (match: PortMatch): string =>
  'path' in match
    ? match.path
    : `USB ${match.vendor}:${match.product}${match.serial ? ` ${match.serial}` : ''}`;
