import type { Clock } from '@door-access/protocol';
import type { RelayName } from '../../relay.rules.js';
import type { BoardState, Driver, DriverListener, InputLevel, SafeAct } from '../driver.js';
import type { GuardAct, startGuard } from '../guard.js';
import { GuardKeeper } from '../guard-keeper.js';
import { type PortMatch, portName, relayKey, type Wiring } from '../wiring.js';
import { type Board, BoardUnit, NotThere } from './serial-board.js';
import { findPort } from './serial-find.js';
import { type OpenSerial, openSerial, type SerialLink } from './serial-link.js';

/*
 * Doors on the boards behind one serial port: polled in turn, each found again by itself when it falls silent, all of
 * them when the port is replugged.
 */

export interface SerialOptions {
  readonly wiring: Wiring;
  /** The board at an address. */
  readonly board: (address: number) => Board;
  readonly clock: Clock;
  readonly open?: OpenSerial;
  readonly find?: (match: PortMatch) => string;
  readonly guard?: typeof startGuard;
}

const LOOK_AGAIN_MS = 500;

export class SerialBoardDriver implements Driver {
  readonly #options: SerialOptions;
  readonly #match: PortMatch;
  readonly #closing = new AbortController();
  readonly #units: readonly BoardUnit[];
  readonly #pollMs: number;
  /** When each silent board is looked for again. */
  readonly #looks = new Map<BoardUnit, number>();
  /** What each board that is away was found away with. */
  readonly #errors = new Map<BoardUnit, string>();
  #listener: DriverListener | null = null;
  #link: SerialLink | null = null;
  #path = '';
  readonly #guard: GuardKeeper;
  #running: Promise<void> | null = null;

  constructor(options: SerialOptions) {
    const { wiring, board, clock, guard } = options;
    const addresses = new Set([...wiring.inputs, ...wiring.relays].map(({ point }) => point.address));
    if (addresses.size === 0) addresses.add(1);
    this.#units = [...addresses]
      .sort((a, b) => a - b)
      .map(
        (address) =>
          new BoardUnit({
            address,
            board: board(address),
            inputs: wiring.inputs,
            relays: wiring.relays,
            clock,
            onCut: (cut) => {
              this.#listener?.onNotice?.(
                `door ${cut.door}: the ${cut.relay} relay was off for a time and is on again`,
              );
              this.#listener?.onCut?.(cut);
            },
          }),
      );
    this.#guard = new GuardKeeper({
      clock,
      notice: (line) => this.#listener?.onNotice?.(line),
      ...(guard ? { start: guard } : {}),
    });
    this.#pollMs = Math.min(...this.#units.map((unit) => unit.board.pollMs));
    if (!wiring.port) throw new Error(`${this.#units[0]?.board.name} needs a port`);
    this.#options = options;
    this.#match = wiring.port;
  }

  async open(listener: DriverListener): Promise<void> {
    this.#listener = listener;
    await this.#plugIn();
    this.#running ??= this.#run();
  }

  /** Of the boards that are there. */
  async levels(): Promise<InputLevel[]> {
    const link = this.#link;
    const there = this.#units.filter(({ present }) => present);
    if (!link || there.length === 0) throw new Error(`${this.#nameOf(this.#units[0])} is not there`);
    const levels: InputLevel[] = [];
    for (const unit of there) levels.push(...(await unit.levels(link)));
    return levels;
  }

  async setRelay(door: number, relay: RelayName, on: boolean): Promise<void> {
    const key = relayKey(door, relay);
    await this.#told(key, (unit) => unit.setRelay(this.#link, door, relay, on));
    if (!on) this.#guard.disarm(key);
  }

  async pulse(door: number, milliseconds: number): Promise<void> {
    const key = relayKey(door, 'strike');
    if (!this.#unitOf(key).board.pulseCoil) await this.#guard.arm(key, milliseconds);
    await this.#told(key, (unit) => unit.pulse(this.#link, door, milliseconds));
  }

  boards(): BoardState[] {
    return this.#units.map((unit) => ({
      id: this.#nameOf(unit),
      ok: unit.present,
      error: unit.present ? null : (this.#errors.get(unit) ?? 'is not there'),
    }));
  }

  guardAlive(): boolean | null {
    return this.#guard.alive;
  }

  safeActs(): SafeAct[] {
    if (!this.#link) return [];
    return this.#units.flatMap((unit) =>
      unit.safeBytes().map(([, bytes]) => ({
        kind: 'serial' as const,
        path: this.#path,
        baudRate: this.#baudRate,
        bytes,
      })),
    );
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const link = this.#link;
    for (const unit of this.#units) if (link && unit.present) await unit.safe(link).catch(() => undefined);
    await this.#guard.close();
    await this.#unplug();
    await this.#running;
  }

  get #baudRate(): number {
    return this.#options.wiring.baudRate ?? this.#units[0]?.board.baudRate ?? 9600;
  }

  #nameOf(unit: BoardUnit | undefined): string {
    const which = this.#units.length > 1 ? ` ${unit?.address}` : '';
    return `${unit?.board.name}${which} on ${portName(this.#match)}`;
  }

  #unitOf(key: string): BoardUnit {
    const unit = this.#units.find(({ relays }) => relays.has(key));
    if (!unit) throw new Error(`${this.#nameOf(this.#units[0])} has no relay for ${key}`);
    return unit;
  }

  async #told(key: string, work: (unit: BoardUnit) => Promise<void>): Promise<void> {
    const unit = this.#unitOf(key);
    try {
      await work(unit);
    } catch (error) {
      const between = error instanceof NotThere ? ' ' : ': ';
      throw new Error(`${this.#nameOf(unit)}${between}${(error as Error).message}`);
    }
  }

  /** Opens the port and greets every board; rejects where none answers. */
  async #plugIn(): Promise<void> {
    const { clock, open = openSerial, find = findPort } = this.#options;
    await this.#unplug();
    let link: SerialLink | null = null;
    const silent: string[] = [];
    try {
      const path = find(this.#match);
      link = await open(path, this.#baudRate, clock);
      for (const unit of this.#units)
        await unit.greet(link).catch((error) => {
          silent.push(`${this.#nameOf(unit)}: ${error.message}`);
          this.#errors.set(unit, error.message);
        });
      if (silent.length === this.#units.length) throw new Error(silent.join('; '));
      this.#path = path;
    } catch (error) {
      for (const unit of this.#units) unit.present = false;
      await link?.close();
      const { message } = error as Error;
      throw silent.length > 0 ? error : new Error(`${this.#nameOf(this.#units[0])}: ${message}`);
    }
    await this.#guard.watch(this.#guardActs(link.fd));
    this.#link = link;
    for (const line of silent) this.#listener?.onNotice?.(line);
    this.#tellFaults();
  }

  async #unplug(): Promise<void> {
    const link = this.#link;
    this.#link = null;
    for (const unit of this.#units) unit.present = false;
    this.#looks.clear();
    // It ends pulses under way, as nothing else can end them now; boards that kept their power keep their holds.
    await this.#guard.leave();
    await link?.close();
  }

  async #run(): Promise<void> {
    const { clock } = this.#options;
    const { signal } = this.#closing;
    for (;;) {
      await clock.sleep(this.#link ? this.#pollMs : LOOK_AGAIN_MS, signal).catch(() => undefined);
      if (signal.aborted) return;
      const link = this.#link;
      if (!link) await this.#findAgain();
      else for (const unit of this.#units) if (this.#link === link) await this.#visit(unit, link);
    }
  }

  async #findAgain(): Promise<void> {
    try {
      await this.#plugIn();
    } catch {
      return;
    }
    for (const unit of this.#units.filter(({ present }) => present)) this.#saysBack(unit);
    this.#listener?.onMissedEdges();
  }

  /** A turn of one board: asked for its levels, or whether it is there again. */
  async #visit(unit: BoardUnit, link: SerialLink): Promise<void> {
    const { clock } = this.#options;
    if (!unit.present) return this.#lookFor(unit, link);
    const before = clock.monotonic();
    try {
      // A port whose plug is out may still be open: it is looked for, too.
      this.#requirePort(link);
      const changes = await unit.poll(link);
      const at = (before + clock.monotonic()) / 2;
      for (const change of changes) this.#listener?.onEdge({ ...change, at });
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.#listener?.onNotice?.(`${this.#nameOf(unit)} does not answer: ${(error as Error).message}`);
      unit.present = false;
      this.#errors.set(unit, (error as Error).message);
      const othersAnswer = this.#units.some(({ present }) => present) && this.#hasPort(link);
      if (!othersAnswer) for (const each of this.#units) each.present = false;
      // Before the guard's last acts, which take their time.
      this.#tellFaults();
      if (!othersAnswer) await this.#unplug();
    }
  }

  async #lookFor(unit: BoardUnit, link: SerialLink): Promise<void> {
    const { clock } = this.#options;
    if (clock.monotonic() < (this.#looks.get(unit) ?? 0)) return;
    try {
      await unit.board.probe?.(link);
      await unit.greet(link);
    } catch {
      this.#looks.set(unit, clock.monotonic() + LOOK_AGAIN_MS);
      return;
    }
    this.#saysBack(unit);
    this.#tellFaults();
    this.#listener?.onMissedEdges();
  }

  /** Of each board whether its terminals can be read and driven. */
  #tellFaults(): void {
    for (const unit of this.#units) {
      if (unit.present) this.#errors.delete(unit);
      const error = unit.present
        ? null
        : `${this.#nameOf(unit)}: ${this.#errors.get(unit) ?? 'is not there'}`;
      for (const terminal of unit.terminals) this.#listener?.onFault?.(terminal, error);
    }
  }

  #saysBack(unit: BoardUnit): void {
    this.#listener?.onNotice?.(`${this.#nameOf(unit)} is back, on ${this.#path}`);
  }

  #requirePort(link: SerialLink): void {
    const { find = findPort } = this.#options;
    if (!link.alive) throw new Error('the port is gone');
    if (find(this.#match) !== this.#path) throw new Error('the board moved to another port');
  }

  #hasPort(link: SerialLink): boolean {
    try {
      this.#requirePort(link);
      return true;
    } catch {
      return false;
    }
  }

  #guardActs(fd: number | null): Map<string, GuardAct> {
    if (fd === null) return new Map();
    const acts = this.#units.flatMap((unit) => unit.safeBytes());
    return new Map(acts.map(([key, bytes]) => [key, { kind: 'tty', fd, bytes }]));
  }
}
