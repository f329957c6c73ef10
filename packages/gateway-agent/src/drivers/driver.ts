import type { RelayName } from '../relay.rules.js';

/* The port to the hardware: what a board or a GPIO chip has to offer so that doors can be built on it. */

export type InputName = 'contact' | 'exit_button';

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

export interface DriverListener {
  /** Every raw transition, bounces included, in order. */
  onEdge(edge: RawEdge): void;
  /** Edges may have been missed (overflow, board back from a fault): the levels have to be read again. */
  onMissedEdges(): void;
}

export interface Driver {
  /** Takes the lines and drives every relay off before it resolves. */
  open(listener: DriverListener): Promise<void>;
  /** Levels of every wired input of every door served. */
  levels(): Promise<InputLevel[]>;
  /** Resolves once the relay has switched; rejects where the hardware did not take it. Equal writes do no harm. */
  setRelay(door: number, relay: RelayName, on: boolean): Promise<void>;
  /** A pulse timed by the board itself, which ends even where the agent dies; a second call restarts it. */
  pulse?(door: number, milliseconds: number): Promise<void>;
  /** Lets the lines go, relays off. */
  close(): Promise<void>;
}
