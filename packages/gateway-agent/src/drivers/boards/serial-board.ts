import type { Clock } from '@door-access/protocol';
import type { RelayName } from '../../relay.rules.js';
import type { Cut, InputLevel, Terminal } from '../driver.js';
import { coil, relayKey, type WiredInput, type WiredRelay } from '../wiring.js';
import type { SerialLink } from './serial-link.js';

/* One board on a serial port, of which there may be others. */

/** What one kind of board speaks. Channels are as its manual counts them. */
export interface Board {
  readonly name: string;
  readonly baudRate: number;
  /** Milliseconds between two polls. */
  readonly pollMs: number;
  /** Asks shortly whether the board is there, so that a silent one does not hold up others on its port. */
  probe?(link: SerialLink): Promise<void>;
  /** Inspects a board just plugged in, its model and its settings; rejects with what is wrong. */
  start?(link: SerialLink, relays: readonly number[]): Promise<void>;
  /** Relays must be made safe after `start`, too: it may switch them, or only it finds out how to confirm a state. */
  readonly safeAfterStart?: boolean;
  /** Levels of these input channels; rejects where the board does not answer. */
  poll(link: SerialLink, inputs: readonly number[]): Promise<boolean[]>;
  /** The state of these coils now; null for a board that does not answer this query. */
  coils(link: SerialLink, channels: readonly number[]): Promise<boolean[] | null>;
  /** Resolves once the board has accepted it, if it confirms writes at all. */
  setCoil(link: SerialLink, channel: number, on: boolean): Promise<void>;
  /** The coil on (or off) for a time that the board keeps. */
  pulseCoil?(link: SerialLink, channel: number, on: boolean, milliseconds: number): Promise<void>;
  /** The bytes of `setCoil`, for those who write when the agent is dead. */
  coilBytes(channel: number, on: boolean): Uint8Array;
}

/**
 * A noisy line (a starting motor, a lightning arrester) is silent for well below a second, which is waited out. A
 * board silent for longer is away: people who command or watch a door learn it within seconds.
 */
const AWAY_AFTER_MS = 2000;
const ATTEMPTS = 2;
/** A shorter rest of a pulse is not worth a second click; a board's own timer is this inexact. */
const SHORT_REST_MS = 500;

export interface SerialBoardOptions {
  readonly address: number;
  readonly kind: Board;
  readonly inputs: readonly WiredInput[];
  readonly relays: readonly WiredRelay[];
  readonly clock: Clock;
  readonly onCut: (cut: Cut) => void;
}

/** A board that has not answered yet, or has stopped answering. */
export class NotThere extends Error {
  override readonly name = 'NotThere';

  constructor() {
    super('is not there');
  }
}

export class SerialBoard {
  readonly address: number;
  readonly kind: Board;
  readonly relays: ReadonlyMap<string, WiredRelay>;
  readonly #inputs: readonly WiredInput[];
  readonly #clock: Clock;
  readonly #onCut: (cut: Cut) => void;
  /** Relays that are to be on, and until when (monotonic milliseconds); null for one without an end. */
  readonly #wanted = new Map<string, number | null>();
  #levels: boolean[] | null = null;
  /** All its relays were safe once, and every state since then is known. */
  #isKnown = false;
  /** When the first unanswered question was sent; null while it answers. */
  #silentSince: number | null = null;
  /** It has answered, and is not away since. */
  present = false;

  constructor({ address, kind, inputs, relays, clock, onCut }: SerialBoardOptions) {
    this.address = address;
    this.kind = kind;
    this.#clock = clock;
    this.#onCut = onCut;
    this.#inputs = inputs.filter(({ point }) => point.address === address);
    this.relays = new Map(
      relays
        .filter(({ point }) => point.address === address)
        .map((each) => [relayKey(each.door, each.relay), each]),
    );
  }

  get terminals(): Terminal[] {
    return [
      ...this.#inputs.map(({ door, input }) => ({ door, terminal: input })),
      ...[...this.relays.values()].map(({ door, relay }) => ({ door, terminal: relay })),
    ];
  }

  /** A board seen for the first time has its relays made safe; one that returns, set as they are wanted. */
  async greet(link: SerialLink): Promise<void> {
    if (this.#isKnown) {
      await this.kind.start?.(link, this.#channels());
      await this.#restore(link);
    } else await this.#meet(link);
    this.#levels = await this.#twice(() => this.#read(link));
    this.#isKnown = true;
    this.#silentSince = null;
    this.present = true;
  }

  /** Makes the relays safe before and after the board is inspected. */
  async #meet(link: SerialLink): Promise<void> {
    const isSafe = await this.safe(link).then(
      () => true,
      () => false,
    );
    if (!isSafe) await this.kind.probe?.(link);
    // An error about the board explains more than a relay that did not switch.
    await this.kind.start?.(link, this.#channels());
    if (!isSafe || this.kind.safeAfterStart) await this.safe(link);
  }

  async safe(link: SerialLink): Promise<void> {
    for (const wired of this.relays.values())
      await this.#twice(() => this.kind.setCoil(link, wired.point.channel ?? 0, coil(wired, false)));
  }

  /** Reads the inputs; returns those that have changed. Rejects once the board is away. */
  async poll(link: SerialLink): Promise<InputLevel[]> {
    const known = this.#levels;
    const asked = this.#clock.monotonic();
    try {
      if (this.#silentSince !== null) {
        // With a short deadline, so that other boards on the line are not delayed.
        await this.kind.probe?.(link);
        await this.#restore(link);
      }
      this.#levels = await this.#read(link);
      this.#silentSince = null;
    } catch (error) {
      this.#silentSince ??= asked;
      if (link.alive && this.#clock.monotonic() - this.#silentSince < AWAY_AFTER_MS) return [];
      this.present = false;
      throw error;
    }
    const now = this.#levels;
    return this.#inputs.flatMap(({ door, input }, index) => {
      const active = now[index] ?? false;
      return known && active !== known[index] ? [{ door, input, active }] : [];
    });
  }

  async levels(link: SerialLink): Promise<InputLevel[]> {
    this.#levels = await this.#read(link);
    return this.#inputs.map(({ door, input }, index) => ({
      door,
      input,
      active: this.#levels?.[index] ?? false,
    }));
  }

  async setRelay(link: SerialLink | null, door: number, relay: RelayName, on: boolean): Promise<void> {
    const key = relayKey(door, relay);
    // From now on it is to be off, even if the board hears of it only when it is back.
    if (!on) this.#wanted.delete(key);
    await this.#switch(this.#require(link), key, on);
    if (on) this.#wanted.set(key, null);
  }

  /** Uses the board's own timer if it has one; otherwise the caller ends the pulse. */
  async pulse(link: SerialLink | null, door: number, milliseconds: number): Promise<void> {
    const key = relayKey(door, 'strike');
    const until = this.#clock.monotonic() + milliseconds;
    await this.#pulse(this.#require(link), key, milliseconds);
    this.#wanted.set(key, until);
  }

  async #pulse(link: SerialLink, key: string, milliseconds: number): Promise<void> {
    const { kind } = this;
    const wired = this.#wired(key);
    if (!kind.pulseCoil) return this.#switch(link, key, true);
    await this.#twice(async () =>
      kind.pulseCoil?.(link, wired.point.channel ?? 0, coil(wired, true), milliseconds),
    );
  }

  /** Writes only what differs from what is wanted: a loss of power or a lost command may have changed it. */
  async #restore(link: SerialLink): Promise<void> {
    const keys = [...this.relays.keys()];
    const coils = await this.#twice(() => this.kind.coils(link, this.#channels()));
    const differs = keys.filter((key, index) => {
      const is = coils?.[index];
      return is === undefined || is !== coil(this.#wired(key), this.#left(key) > 0);
    });
    // Off first.
    for (const key of differs.filter((each) => this.#left(each) <= 0)) await this.#switch(link, key, false);
    for (const key of differs) {
      const left = this.#left(key);
      if (left < SHORT_REST_MS) continue;
      if (left === Number.POSITIVE_INFINITY) await this.#switch(link, key, true);
      else await this.#pulse(link, key, left);
      const { door, relay } = this.#wired(key);
      this.#onCut({ door, relay });
    }
  }

  /** Milliseconds for which a relay is to be on; 0 where it is to be off. */
  #left(key: string): number {
    const until = this.#wanted.get(key);
    if (until === undefined) return 0;
    return until === null ? Number.POSITIVE_INFINITY : Math.max(0, until - this.#clock.monotonic());
  }

  #channels(): number[] {
    return [...this.relays.values()].map(({ point }) => point.channel ?? 0);
  }

  /** The bytes that drive each relay safe. */
  safeBytes(): [key: string, bytes: Uint8Array][] {
    return [...this.relays].map(([key, wired]) => [
      key,
      this.kind.coilBytes(wired.point.channel ?? 0, coil(wired, false)),
    ]);
  }

  async #read(link: SerialLink): Promise<boolean[]> {
    const channels = this.#inputs.map(({ point }) => point.channel ?? 0);
    const levels = await this.kind.poll(link, channels);
    return levels.map((level, index) => level !== (this.#inputs[index]?.point.activeLow ?? false));
  }

  async #switch(link: SerialLink, key: string, on: boolean): Promise<void> {
    const wired = this.#wired(key);
    await this.#twice(() => this.kind.setCoil(link, wired.point.channel ?? 0, coil(wired, on)));
  }

  /** One answer lost on the wire is no fault of the board. */
  async #twice<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (attempt >= ATTEMPTS) throw error;
      }
    }
  }

  #wired(key: string): WiredRelay {
    const wired = this.relays.get(key);
    if (!wired) throw new Error(`no relay for ${key}`);
    return wired;
  }

  #require(link: SerialLink | null): SerialLink {
    if (!link || !this.present) throw new NotThere();
    return link;
  }
}
