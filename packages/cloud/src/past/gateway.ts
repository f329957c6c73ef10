import { type Birth, type HoldCommand, PROTOCOL_VERSION, toTimestamp } from '@door-access/protocol';
import type { ApplyInput } from '../doors/apply.types.js';
import type { Chance } from './chance.rules.js';

/* A gateway of the past: its journal, its clock, and its link to the service. */

type Journal = Extract<ApplyInput, { kind: 'journal' }>;
type Presence = Extract<ApplyInput, { kind: 'presence' }>;
type Recorded = Journal['records'][number];
type Body = Recorded extends infer One
  ? One extends { kind: string; door: number }
    ? Omit<One, 'seq' | 'boot' | 'mono_ms' | 'at' | 'clock' | 'door'>
    : never
  : never;

/** Of the real agent's time, a minute or so after its start. */
const MONO_AT_START_MS = 61_000;

export interface PastDoor {
  door: number;
  exit_button: boolean;
}

export class PastGateway {
  readonly id: string;
  readonly #doors: readonly PastDoor[];
  readonly #chance: Chance;
  readonly #journal: string;
  readonly #boot: string;
  readonly #began: number;
  readonly #open = new Set<number>();
  readonly #held = new Map<number, HoldCommand>();
  #unsent: Recorded[] = [];
  #seq = 0;
  #connection = 0;
  #session = '';
  #isLinked = false;

  constructor(id: string, doors: readonly PastDoor[], chance: Chance, began: number) {
    this.id = id;
    this.#doors = doors;
    this.#chance = chance;
    this.#journal = chance.uuid();
    this.#boot = chance.uuid();
    this.#began = began;
  }

  get isLinked(): boolean {
    return this.#isLinked;
  }

  /** Nothing passes any more; the service notices later. */
  cut(): null {
    this.#isLinked = false;
    return null;
  }

  /** What it says when it connects. */
  connect(now: number): Presence {
    this.#connection += 1;
    this.#session = this.#chance.uuid();
    this.#isLinked = true;
    const birth: Birth = {
      v: PROTOCOL_VERSION,
      session: this.#session,
      online: true,
      boot: this.#boot,
      agent: 'past',
      at: toTimestamp(now),
      mono_ms: this.#mono(now),
      clock: 'synced',
      doors: this.#doors.map(({ door, exit_button }) => ({
        door,
        contact: this.#open.has(door) ? 'open' : 'closed',
        exit_button,
        hold_relay: true,
        strike_on: false,
        hold_on: this.#held.has(door),
      })),
    };
    const input = { kind: 'birth' as const, connection: this.#connection, birth };
    return { kind: 'presence', gateway_id: this.id, input };
  }

  /** What the broker says when its connection is gone. */
  disconnect(): Presence {
    const input = { kind: 'gone' as const, connection: this.#connection, session: this.#session };
    this.#isLinked = false;
    return { kind: 'presence', gateway_id: this.id, input };
  }

  record(door: number, at: number, body: Body): void {
    if (body.kind === 'contact') this.#open[body.state === 'open' ? 'add' : 'delete'](door);
    this.#seq += 1;
    this.#unsent.push({
      ...body,
      seq: this.#seq,
      boot: this.#boot,
      mono_ms: this.#mono(at),
      at: toTimestamp(at),
      clock: 'synced',
      door,
    } as Recorded);
  }

  /** Carries out a hold. @returns when its lease ends; null: it has none */
  hold(command: HoldCommand, at: number): number | null {
    const { door, on, id, release_at } = command;
    const isNew = this.#held.has(door) !== on;
    if (on) this.#held.set(door, command);
    else this.#held.delete(door);
    if (isNew) this.record(door, at, { kind: 'relay', relay: 'hold', on, cause: 'command', command_id: id });
    this.record(door, at, { kind: 'result', command_id: id, outcome: 'confirmed' });
    return on && release_at !== null ? Date.parse(release_at) : null;
  }

  /** The lease of this hold ends, if it is still the one in force. */
  release(command: HoldCommand, at: number): void {
    if (this.#held.get(command.door) !== command) return;
    this.#held.delete(command.door);
    this.record(command.door, at, {
      kind: 'relay',
      relay: 'hold',
      on: false,
      cause: 'lease_end',
      command_id: null,
    });
  }

  /** What is recorded and not sent, if there is a link; null: nothing. */
  send(): Journal | null {
    if (!this.isLinked || this.#unsent.length === 0) return null;
    const records = this.#unsent;
    this.#unsent = [];
    return { kind: 'journal', gateway_id: this.id, journal: this.#journal, records };
  }

  #mono(at: number): number {
    return at - this.#began + MONO_AT_START_MS;
  }
}
