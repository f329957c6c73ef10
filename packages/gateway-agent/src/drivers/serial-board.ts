import type { RelayName } from '../relay.rules.js';
import type { InputLevel } from './driver.js';
import type { SerialLink } from './serial-link.js';
import { coil, relayKey, type WiredInput, type WiredRelay } from './wiring.js';

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
  /** Resolves once the board has taken it, as far as it can tell. */
  setCoil(link: SerialLink, channel: number, on: boolean): Promise<void>;
  /** The coil on (or off) for a time that the board keeps. */
  pulseCoil?(link: SerialLink, channel: number, on: boolean, milliseconds: number): Promise<void>;
  /** The bytes of `setCoil`, for those who write when the agent is dead. */
  coilBytes(channel: number, on: boolean): Uint8Array;
}

/** A board is gone after so many polls without an answer; one may be noise. */
const LOST_AFTER_POLLS = 2;
const ATTEMPTS = 2;

/** A board that has not answered yet, or has stopped answering. */
export class NotThere extends Error {
  override readonly name = 'NotThere';

  constructor() {
    super('is not there');
  }
}

export class BoardUnit {
  readonly address: number;
  readonly board: Board;
  readonly relays: ReadonlyMap<string, WiredRelay>;
  readonly #inputs: readonly WiredInput[];
  /** Holds that are to be on; a board back from a fault gets them again. */
  readonly #held = new Set<string>();
  #levels: boolean[] | null = null;
  #failures = 0;
  /** It has answered, and not stopped answering since. */
  present = false;

  constructor(
    address: number,
    board: Board,
    { inputs, relays }: { inputs: readonly WiredInput[]; relays: readonly WiredRelay[] },
  ) {
    this.address = address;
    this.board = board;
    this.#inputs = inputs.filter(({ point }) => point.address === address);
    this.relays = new Map(
      relays
        .filter(({ point }) => point.address === address)
        .map((each) => [relayKey(each.door, each.relay), each]),
    );
  }

  /** Relays safe, the board looked at, its levels read, and then those relays on again that are to be on. */
  async greet(link: SerialLink): Promise<void> {
    const isSafe = await this.safe(link).then(
      () => true,
      () => false,
    );
    if (!isSafe) await this.board.probe?.(link);
    // An error about the board explains more than a relay that did not switch.
    await this.board.start?.(
      link,
      [...this.relays.values()].map(({ point }) => point.channel ?? 0),
    );
    if (!isSafe || this.board.safeAfterStart) await this.safe(link);
    this.#levels = await this.#twice(() => this.#read(link));
    for (const key of this.#held) await this.#switch(link, key, true);
    this.#failures = 0;
    this.present = true;
  }

  async safe(link: SerialLink): Promise<void> {
    for (const wired of this.relays.values())
      await this.#twice(() => this.board.setCoil(link, wired.point.channel ?? 0, coil(wired, false)));
  }

  /** Reads the inputs; returns those that have changed. Rejects once the board has been silent for too long. */
  async poll(link: SerialLink): Promise<InputLevel[]> {
    const known = this.#levels;
    try {
      this.#levels = await this.#read(link);
      this.#failures = 0;
    } catch (error) {
      if (++this.#failures < LOST_AFTER_POLLS && link.alive) return [];
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
    this.#held.delete(key);
    await this.#switch(this.#require(link), key, on);
    if (on && relay === 'hold') this.#held.add(key);
  }

  /** By the board's own time where it has one; else it is the caller's to end it. */
  async pulse(link: SerialLink | null, door: number, milliseconds: number): Promise<void> {
    const key = relayKey(door, 'strike');
    const { board } = this;
    const there = this.#require(link);
    const wired = this.#wired(key);
    if (!board.pulseCoil) return this.#switch(there, key, true);
    await this.#twice(async () =>
      board.pulseCoil?.(there, wired.point.channel ?? 0, coil(wired, true), milliseconds),
    );
  }

  /** The bytes that drive each relay safe. */
  safeBytes(): [key: string, bytes: Uint8Array][] {
    return [...this.relays].map(([key, wired]) => [
      key,
      this.board.coilBytes(wired.point.channel ?? 0, coil(wired, false)),
    ]);
  }

  async #read(link: SerialLink): Promise<boolean[]> {
    const channels = this.#inputs.map(({ point }) => point.channel ?? 0);
    const levels = await this.board.poll(link, channels);
    return levels.map((level, index) => level !== (this.#inputs[index]?.point.activeLow ?? false));
  }

  async #switch(link: SerialLink, key: string, on: boolean): Promise<void> {
    const wired = this.#wired(key);
    await this.#twice(() => this.board.setCoil(link, wired.point.channel ?? 0, coil(wired, on)));
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
