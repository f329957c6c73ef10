import type { RelayName } from '../relay.rules.js';

/* The port to the hardware: what a board or a GPIO chip has to offer so that doors can be built on it. */

export type InputName = 'contact' | 'exit_button';
/** An input or a relay of a door, as the wire names it; each may be on its own hardware. */
export type TerminalName = InputName | RelayName;

export interface Terminal {
  readonly door: number;
  readonly terminal: TerminalName;
}

export interface BoardState {
  /** As people know it: its kind and its port. */
  readonly id: string;
  readonly ok: boolean;
  readonly error: string | null;
}

export interface InputLevel {
  readonly door: number;
  readonly input: InputName;
  /** True while the circuit is closed; what that means for the door is the configuration's business. */
  readonly active: boolean;
}

export interface RawEdge extends InputLevel {
  /** Monotonic milliseconds of the agent's clock: the kernel's or the board's time stamp, not the time of delivery. */
  readonly at: number;
}

/** A relay that was to be on was found off, as after a loss of power, and is on again. */
export interface Cut {
  readonly door: number;
  readonly relay: RelayName;
}

/** One relay driven safe by a script, once no process of the agent's lives. */
export type SafeAct =
  | { readonly kind: 'line'; readonly chip: string; readonly request: Uint8Array }
  | { readonly kind: 'serial'; readonly path: string; readonly baudRate: number; readonly bytes: Uint8Array }
  | { readonly kind: 'file'; readonly path: string; readonly text: string };

export interface DriverListener {
  /** Every raw transition, bounces included, in order. */
  onEdge(edge: RawEdge): void;
  /** Edges may have been missed (overflow, board back from a fault): the levels have to be read again. */
  onMissedEdges(): void;
  onCut?(cut: Cut): void;
  /**
   * A terminal can no longer be read or driven, or (null) can again; also from within `open`, which clears all others.
   * A driver that says so calls `onMissedEdges` after it where inputs are back. Equal calls do no harm.
   */
  onFault?(terminal: Terminal, error: string | null): void;
  /** Something for the person who looks after the gateway: hardware went away, or came back. */
  onNotice?(line: string): void;
}

export interface Driver {
  /** Takes the lines and drives every relay off before it resolves. */
  open(listener: DriverListener): Promise<void>;
  /** Levels of every wired input of every door served. */
  levels(): Promise<InputLevel[]>;
  /** Resolves once the relay has switched; rejects where the hardware did not take it. Equal writes do no harm. */
  setRelay(door: number, relay: RelayName, on: boolean): Promise<void>;
  /**
   * Switches the strike on for a pulse that ends even where the agent hangs or dies, by the strongest means there
   * is; a second call restarts it. The agent still switches it off in time.
   */
  pulse?(door: number, milliseconds: number): Promise<void>;
  /** How to drive every relay safe without the agent; empty while the hardware is not open. */
  safeActs?(): readonly SafeAct[];
  /** Each board that is expected, present or not. */
  boards?(): readonly BoardState[];
  /** Whether the process lives that ends pulses where the agent cannot; null where there is none to be. */
  guardAlive?(): boolean | null;
  /** Lets the lines go, relays off. */
  close(): Promise<void>;
}
