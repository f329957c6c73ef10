import type { Clock } from '@door-access/protocol';
import type { RelayName } from '../relay.rules.js';
import type { Driver, DriverListener, InputLevel, SafeAct } from './driver.js';
import { type Guard, type GuardAct, startGuard } from './guard.js';
import { findPort } from './serial-find.js';
import { type OpenSerial, openSerial, type SerialLink } from './serial-link.js';
import { coil, type PortMatch, portName, relayKey, type WiredRelay, type Wiring } from './wiring.js';

/* Doors on a board behind a serial port: polled, found again when it is replugged. */

/** What one kind of board speaks. Channels are as its manual counts them. */
export interface Board {
  readonly name: string;
  readonly baudRate: number;
  /** Milliseconds between two polls. */
  readonly pollMs: number;
  /** Checks a board just plugged in; rejects with what is wrong with it. */
  start?(link: SerialLink, relays: readonly number[]): Promise<void>;
  /** Levels of these input channels; rejects where the board does not answer. */
  poll(link: SerialLink, inputs: readonly number[]): Promise<boolean[]>;
  /** Resolves once the board has taken it, as far as it can tell. */
  setCoil(link: SerialLink, channel: number, on: boolean): Promise<void>;
  /** The coil on (or off) for a time that the board keeps. */
  pulseCoil?(link: SerialLink, channel: number, on: boolean, milliseconds: number): Promise<void>;
  /** The bytes of `setCoil`, for those who write when the agent is dead. */
  coilBytes(channel: number, on: boolean): Uint8Array;
}

export interface SerialOptions {
  readonly wiring: Wiring;
  readonly board: Board;
  readonly clock: Clock;
  readonly open?: OpenSerial;
  readonly find?: (match: PortMatch) => string;
  readonly guard?: typeof startGuard;
}

/** A board is gone after so many polls without an answer; one may be noise. */
const LOST_AFTER_POLLS = 2;
const LOOK_AGAIN_MS = 500;
const WRITE_ATTEMPTS = 2;

export class SerialBoardDriver implements Driver {
  readonly #options: SerialOptions;
  readonly #match: PortMatch;
  readonly #closing = new AbortController();
  readonly #relays = new Map<string, WiredRelay>();
  /** Holds that are to be on; a board back from a fault gets them again. */
  readonly #held = new Set<string>();
  #listener: DriverListener | null = null;
  #link: SerialLink | null = null;
  #path = '';
  #guard: Guard | null = null;
  #levels: boolean[] | null = null;
  #running: Promise<void> | null = null;

  constructor(options: SerialOptions) {
    if (!options.wiring.port) throw new Error(`${options.board.name} needs a port`);
    this.#options = options;
    this.#match = options.wiring.port;
    for (const relay of options.wiring.relays) this.#relays.set(relayKey(relay.door, relay.relay), relay);
  }

  async open(listener: DriverListener): Promise<void> {
    this.#listener = listener;
    try {
      await this.#plugIn();
    } catch (error) {
      throw new Error(`${this.#name}: ${(error as Error).message}`);
    }
    this.#running ??= this.#run();
  }

  async levels(): Promise<InputLevel[]> {
    const link = this.#requireLink();
    this.#levels = await this.#poll(link);
    return this.#options.wiring.inputs.map(({ door, input }, index) => ({
      door,
      input,
      active: this.#levels?.[index] ?? false,
    }));
  }

  async setRelay(door: number, relay: RelayName, on: boolean): Promise<void> {
    const key = relayKey(door, relay);
    this.#held.delete(key);
    await this.#switch(key, on);
    if (on && relay === 'hold') this.#held.add(key);
    if (!on) this.#guard?.disarm(key);
  }

  async pulse(door: number, milliseconds: number): Promise<void> {
    const key = relayKey(door, 'strike');
    const { board } = this.#options;
    if (!board.pulseCoil) {
      this.#guard?.arm(key, milliseconds);
      return this.#switch(key, true);
    }
    const { wired, channel } = this.#relay(key);
    const link = this.#requireLink();
    await this.#attempt(() => board.pulseCoil?.(link, channel, coil(wired, true), milliseconds));
  }

  safeActs(): SafeAct[] {
    const { board } = this.#options;
    if (!this.#link) return [];
    return [...this.#relays.values()].map((wired) => ({
      kind: 'serial',
      path: this.#path,
      baudRate: this.#baudRate,
      bytes: board.coilBytes(wired.point.channel ?? 0, coil(wired, false)),
    }));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#link) await this.#safe(this.#link).catch(() => undefined);
    await this.#unplug();
    await this.#running;
  }

  get #name(): string {
    return `${this.#options.board.name} on ${portName(this.#match)}`;
  }

  get #baudRate(): number {
    return this.#options.wiring.baudRate ?? this.#options.board.baudRate;
  }

  /** Finds the board, drives its relays safe, and then those on again that are to be on. */
  async #plugIn(): Promise<void> {
    const { board, wiring, clock, open = openSerial, find = findPort, guard = startGuard } = this.#options;
    await this.#unplug();
    const path = find(this.#match);
    const link = await open(path, this.#baudRate, clock);
    try {
      await this.#safe(link);
      await board.start?.(
        link,
        wiring.relays.map(({ point }) => point.channel ?? 0),
      );
      this.#levels = await this.#twice(() => this.#poll(link));
    } catch (error) {
      await link.close();
      throw error;
    }
    this.#path = path;
    this.#guard = link.fd !== null && this.#relays.size > 0 ? await guard(this.#guardActs(link.fd)) : null;
    this.#link = link;
    for (const key of this.#held) await this.#switch(key, true);
  }

  async #unplug(): Promise<void> {
    const link = this.#link;
    const guard = this.#guard;
    this.#link = null;
    this.#guard = null;
    await guard?.close();
    await link?.close();
  }

  async #safe(link: SerialLink): Promise<void> {
    const { board } = this.#options;
    for (const wired of this.#relays.values())
      await this.#twice(() => board.setCoil(link, wired.point.channel ?? 0, coil(wired, false)));
  }

  async #run(): Promise<void> {
    const { clock, board } = this.#options;
    const { signal } = this.#closing;
    for (let failures = 0; !signal.aborted; ) {
      const wait = this.#link ? board.pollMs : LOOK_AGAIN_MS;
      const slept = await clock.sleep(wait, signal).then(
        () => true,
        () => false,
      );
      if (!slept) return;
      const link = this.#link;
      if (!link) {
        await this.#lookAgain();
        continue;
      }
      try {
        await this.#pollOnce(link);
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        if (++failures < LOST_AFTER_POLLS && link.alive) continue;
        failures = 0;
        this.#listener?.onNotice?.(`${this.#name} does not answer: ${(error as Error).message}`);
        await this.#unplug();
      }
    }
  }

  async #lookAgain(): Promise<void> {
    try {
      await this.#plugIn();
    } catch {
      return;
    }
    this.#listener?.onNotice?.(`${this.#name} is back, on ${this.#path}`);
    this.#listener?.onMissedEdges();
  }

  async #pollOnce(link: SerialLink): Promise<void> {
    const { clock, wiring } = this.#options;
    const before = clock.monotonic();
    const levels = await this.#poll(link);
    const at = (before + clock.monotonic()) / 2;
    const known = this.#levels;
    this.#levels = levels;
    for (const [index, { door, input }] of wiring.inputs.entries()) {
      const active = levels[index] ?? false;
      if (known && active !== known[index]) this.#listener?.onEdge({ door, input, active, at });
    }
  }

  /** Logical levels of the wired inputs. A port whose plug is out may still be open: it is looked for, too. */
  async #poll(link: SerialLink): Promise<boolean[]> {
    const { board, wiring, find = findPort } = this.#options;
    if (!link.alive) throw new Error('the port is gone');
    const path = find(this.#match);
    if (this.#path && this.#link === link && path !== this.#path)
      throw new Error('the board moved to another port');
    const levels = await board.poll(
      link,
      wiring.inputs.map(({ point }) => point.channel ?? 0),
    );
    return levels.map((level, index) => level !== (wiring.inputs[index]?.point.activeLow ?? false));
  }

  async #switch(key: string, on: boolean): Promise<void> {
    const { wired, channel } = this.#relay(key);
    const link = this.#requireLink();
    await this.#attempt(() => this.#options.board.setCoil(link, channel, coil(wired, on)));
  }

  async #attempt(write: () => Promise<void> | undefined): Promise<void> {
    try {
      await this.#twice(async () => write());
    } catch (error) {
      throw new Error(`${this.#name}: ${(error as Error).message}`);
    }
  }

  /** One answer lost on the wire is no fault of the board. */
  async #twice<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (attempt >= WRITE_ATTEMPTS) throw error;
      }
    }
  }

  #relay(key: string): { wired: WiredRelay; channel: number } {
    const wired = this.#relays.get(key);
    if (!wired) throw new Error(`${this.#name} has no relay for ${key}`);
    return { wired, channel: wired.point.channel ?? 0 };
  }

  #requireLink(): SerialLink {
    if (!this.#link) throw new Error(`${this.#name} is not there`);
    return this.#link;
  }

  #guardActs(fd: number): Map<string, GuardAct> {
    const { board } = this.#options;
    return new Map(
      [...this.#relays].map(([key, wired]) => [
        key,
        { kind: 'tty', fd, bytes: board.coilBytes(wired.point.channel ?? 0, coil(wired, false)) },
      ]),
    );
  }
}
