import type { RelayName } from '../relay.rules.js';

/* The port to the hardware: what a board or a GPIO chip offers to doors. */

export type InputName = 'contact' | 'exit_button';
/** An input or a relay of a door, as the wire names it; each may be on its own hardware. */
export type TerminalName = InputName | RelayName;

export interface Terminal {
  readonly door: number;
  readonly terminal: TerminalName;
}

export interface BoardState {
  /** A name for people: its kind and its port. */
  readonly id: string;
  readonly ok: boolean;
  readonly error: string | null;
}

export interface InputLevel {
  readonly door: number;
  readonly input: InputName;
  /** True while the circuit is closed; the configuration decides what that means for the door. */
  readonly active: boolean;
}

export interface RawEdge extends InputLevel {
  /** Monotonic milliseconds of the agent's clock: the kernel's or the board's time stamp, not the time of delivery. */
  readonly at: number;
}

/** A relay that should be on was found off, as after a loss of power, and was switched on again. */
export interface Cut {
  readonly door: number;
  readonly relay: RelayName;
}

/** Drives one relay safe from a script after the agent has died. */
export type SafeAct =
  | { readonly kind: 'line'; readonly chip: string; readonly request: Uint8Array }
  | { readonly kind: 'serial'; readonly path: string; readonly baudRate: number; readonly bytes: Uint8Array }
  | { readonly kind: 'file'; readonly path: string; readonly text: string };

export interface DriverListener {
  /** Every raw transition, bounces included, in order. */
  onEdge(edge: RawEdge): void;
  /** Edges may have been missed (overflow, board back from a fault): the levels are read again. */
  onMissedEdges(): void;
  onCut?(cut: Cut): void;
  /**
   * A terminal can no longer be read or driven, or (null) can again; also from within `open`, which clears all others.
   * A driver that says so calls `onMissedEdges` after it where inputs are back. Equal calls do no harm.
   */
  onFault?(terminal: Terminal, error: string | null): void;
  /** A line for the gateway's operator: hardware was lost or came back. */
  onNotice?(line: string): void;
}

export interface Driver {
  /** Takes the lines and drives every relay off before it resolves. */
  open(listener: DriverListener): Promise<void>;
  /** Levels of every wired input of every door served. */
  levels(): Promise<InputLevel[]>;
  /** Resolves once the relay has switched; rejects if the hardware did not accept it. Equal writes do no harm. */
  setRelay(door: number, relay: RelayName, on: boolean): Promise<void>;
  /**
   * Switches the strike on for a pulse that ends even where the agent hangs or dies, by the strongest means there
   * is; a second call restarts it. The agent still switches it off in time.
   */
  pulse?(door: number, milliseconds: number): Promise<void>;
  /** How to drive every relay safe without the agent; empty while the hardware is not open. */
  safeActs?(): readonly SafeAct[];
  /** Each expected board, present or not. */
  boards?(): readonly BoardState[];
  /** Whether the guard process runs that ends pulses if the agent cannot; null if none is needed. */
  guardAlive?(): boolean | null;
  /** Releases the lines, relays off. */
  close(): Promise<void>;
}
