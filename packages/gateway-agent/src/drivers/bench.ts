import { setMaxListeners } from 'node:events';
import type { Clock } from '@door-access/protocol';
import type { RelayName } from '../relay.rules.js';
import type { BoardState, Driver, DriverListener, InputLevel, InputName } from './driver.js';

/* Simulated hardware: doors with a leaf, a latch, a contact, an exit button and two relays, obeying physics. */

export interface BenchDoorSetup {
  readonly door: number;
  readonly contact: { readonly normally: 'open' | 'closed' } | null;
  readonly exitButton: boolean;
}

export interface BenchDoorView {
  readonly door: number;
  readonly leaf: 'open' | 'closed';
  /** True while a closed leaf cannot be pulled open. */
  readonly latched: boolean;
  /** True while the latch is drawn back by a relay or by the exit button. */
  readonly released: boolean;
  readonly exitPressed: boolean;
  readonly strikeOn: boolean;
  readonly holdOn: boolean;
}

export interface BenchOptions {
  readonly doors: readonly BenchDoorSetup[];
  readonly clock: Clock;
  /** Uniform in [0, 1): how contacts bounce. */
  readonly random: () => number;
}

/** The button releases the lock in hardware, as on an escape route, and for this long after it is let go. */
const EGRESS_MS = 3000;
const BROKEN = 'the board does not answer';
const MAX_BOUNCES = 6;
const LONGEST_BOUNCE_MS = 6;

interface BenchDoor {
  readonly setup: BenchDoorSetup;
  leaf: 'open' | 'closed';
  exitPressed: boolean;
  /** The button releases the lock until then, monotonic milliseconds. */
  egressUntil: number;
  /** The latch is held back by hand, as a tester does. */
  latchHeldBack: boolean;
  readonly relays: Record<RelayName, boolean>;
  /** Levels as the wires carry them, bounces included. */
  readonly wires: Record<InputName, boolean>;
  /** Delays each level behind the previous one. */
  readonly moves: Record<InputName, Promise<void>>;
}

/** All doors of one gateway as one board. */
export class BenchHardware implements Driver {
  readonly #options: BenchOptions;
  readonly #doors = new Map<number, BenchDoor>();
  readonly #closing = new AbortController();
  #listener: DriverListener | null = null;
  readonly #watchers = new Set<() => void>();
  /** True while the board does not answer, as if its cable were out. */
  #broken = false;

  constructor(options: BenchOptions) {
    this.#options = options;
    // Each chattering wire waits for this signal.
    setMaxListeners(0, this.#closing.signal);
    for (const setup of options.doors) {
      this.#doors.set(setup.door, {
        setup,
        leaf: 'closed',
        exitPressed: false,
        egressUntil: Number.NEGATIVE_INFINITY,
        latchHeldBack: false,
        relays: { strike: false, hold: false },
        wires: { contact: setup.contact?.normally === 'closed', exit_button: false },
        moves: { contact: Promise.resolve(), exit_button: Promise.resolve() },
      });
    }
  }

  async open(listener: DriverListener): Promise<void> {
    this.#requireBoard();
    this.#listener = listener;
    for (const { relays } of this.#doors.values()) relays.strike = relays.hold = false;
    this.#changed();
  }

  async levels(): Promise<InputLevel[]> {
    this.#requireBoard();
    const levels: InputLevel[] = [];
    for (const { setup, wires } of this.#doors.values()) {
      if (setup.contact) levels.push({ door: setup.door, input: 'contact', active: wires.contact });
      if (setup.exitButton)
        levels.push({ door: setup.door, input: 'exit_button', active: wires.exit_button });
    }
    return levels;
  }

  async setRelay(number: number, relay: RelayName, on: boolean): Promise<void> {
    this.#requireBoard();
    this.#door(number).relays[relay] = on;
    this.#changed();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#listener = null;
    for (const { relays } of this.#doors.values()) relays.strike = relays.hold = false;
  }

  /** Calls the listener at every change until the returned function is called. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  view(number: number): BenchDoorView {
    const door = this.#door(number);
    const released = this.#released(door);
    return {
      door: number,
      leaf: door.leaf,
      latched: door.leaf === 'closed' && !released,
      released,
      exitPressed: door.exitPressed,
      strikeOn: door.relays.strike,
      holdOn: door.relays.hold,
    };
  }

  /** Holds the latch back by hand, or releases it: no wire changes. */
  holdLatchBack(number: number, back: boolean): void {
    const door = this.#door(number);
    if (door.latchHeldBack === back) return;
    door.latchHeldBack = back;
    this.#changed();
  }

  /** Pulls the handle: false if the latch holds. */
  pullOpen(number: number): boolean {
    const door = this.#door(number);
    if (door.leaf === 'closed' && !this.#released(door)) return false;
    this.#moveLeaf(door, 'open');
    return true;
  }

  /** Forces the leaf open, latched or not. */
  force(number: number): void {
    this.#moveLeaf(this.#door(number), 'open');
  }

  /** The latch catches by itself, unless it is drawn back. */
  pushClosed(number: number): void {
    this.#moveLeaf(this.#door(number), 'closed');
  }

  pressExit(number: number): void {
    const door = this.#door(number);
    if (!door.setup.exitButton || door.exitPressed) return;
    door.exitPressed = true;
    this.#moveWire(door, 'exit_button', true);
    this.#changed();
  }

  releaseExit(number: number): void {
    const door = this.#door(number);
    if (!door.exitPressed) return;
    door.exitPressed = false;
    const { clock } = this.#options;
    door.egressUntil = clock.monotonic() + EGRESS_MS;
    this.#moveWire(door, 'exit_button', false);
    this.#changed();
    clock.sleep(EGRESS_MS, this.#closing.signal).then(
      () => this.#changed(),
      () => undefined,
    );
  }

  /** Unplugs the board: relays and levels fail until it is plugged in again, and edges are missed. */
  breakBoard(): void {
    this.#broken = true;
    this.#reportFault(BROKEN);
  }

  mendBoard(): void {
    this.#broken = false;
    this.#reportFault(null);
    this.#listener?.onMissedEdges();
  }

  get broken(): boolean {
    return this.#broken;
  }

  boards(): BoardState[] {
    if (this.#doors.size === 0) return [];
    return [{ id: 'simulated board', ok: !this.#broken, error: this.#broken ? BROKEN : null }];
  }

  #reportFault(error: string | null): void {
    for (const door of this.#doors.keys())
      for (const terminal of ['contact', 'exit_button', 'strike', 'hold'] as const)
        this.#listener?.onFault?.({ door, terminal }, error);
    this.#changed();
  }

  #released({ relays, exitPressed, egressUntil, latchHeldBack }: BenchDoor): boolean {
    return (
      latchHeldBack ||
      relays.strike ||
      relays.hold ||
      exitPressed ||
      this.#options.clock.monotonic() < egressUntil
    );
  }

  #moveLeaf(door: BenchDoor, leaf: 'open' | 'closed'): void {
    if (door.leaf === leaf) return;
    door.leaf = leaf;
    if (door.setup.contact)
      this.#moveWire(door, 'contact', (door.setup.contact.normally === 'closed') === (leaf === 'closed'));
    this.#changed();
  }

  /** A contact chatters a few times within milliseconds before it rests. */
  #moveWire(door: BenchDoor, input: InputName, active: boolean): void {
    const { clock, random } = this.#options;
    const bounces = Math.floor(random() * (MAX_BOUNCES / 2 + 1));
    const { signal } = this.#closing;
    const move = async () => {
      this.#setWire(door, input, active);
      for (let bounce = 0; bounce < bounces; bounce++) {
        await clock.sleep(random() * LONGEST_BOUNCE_MS, signal);
        this.#setWire(door, input, !active);
        await clock.sleep(random() * LONGEST_BOUNCE_MS, signal);
        this.#setWire(door, input, active);
      }
    };
    door.moves[input] = door.moves[input].then(move).catch(() => undefined);
  }

  #setWire(door: BenchDoor, input: InputName, active: boolean): void {
    if (door.wires[input] === active) return;
    door.wires[input] = active;
    if (this.#broken) return;
    this.#listener?.onEdge({ door: door.setup.door, input, active, at: this.#options.clock.monotonic() });
  }

  #door(number: number): BenchDoor {
    const door = this.#doors.get(number);
    if (!door) throw new Error(`the board has no door ${number}`);
    return door;
  }

  #requireBoard(): void {
    if (this.#broken) throw new Error(BROKEN);
  }

  #changed(): void {
    for (const watcher of this.#watchers) watcher();
  }
}
