import type { Clock } from '@door-access/protocol';
import type { RelayName } from '../../relay.rules.js';
import type { BoardState, Driver, DriverListener, InputLevel, SafeAct } from '../driver.js';
import type { GuardAct, startGuard } from '../guard.js';
import { GuardKeeper } from '../guard-keeper.js';
import { type PortMatch, portName, relayKey, type Wiring } from '../wiring.js';
import { type Board, NotThere, SerialBoard } from './serial-board.js';
import { findPort } from './serial-find.js';
import { type OpenSerial, openSerial, type SerialLink } from './serial-link.js';

/*
 * Doors on the boards behind one serial port: polled in turn. Each silent board is looked for on its own, all of them
 * after the port was replugged.
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
  readonly #boards: readonly SerialBoard[];
  readonly #pollMs: number;
  /** When each silent board is looked for again. */
  readonly #looks = new Map<SerialBoard, number>();
  /** The error with which each missing board was lost. */
  readonly #errors = new Map<SerialBoard, string>();
  #listener: DriverListener | null = null;
  #link: SerialLink | null = null;
  #path = '';
  readonly #guard: GuardKeeper;
  #running: Promise<void> | null = null;

  constructor(options: SerialOptions) {
    const { wiring, board, clock, guard } = options;
    const addresses = new Set([...wiring.inputs, ...wiring.relays].map(({ point }) => point.address));
    if (addresses.size === 0) addresses.add(1);
    this.#boards = [...addresses]
      .sort((a, b) => a - b)
      .map(
        (address) =>
          new SerialBoard({
            address,
            kind: board(address),
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
    this.#pollMs = Math.min(...this.#boards.map((board) => board.kind.pollMs));
    if (!wiring.port) throw new Error(`${this.#boards[0]?.kind.name} needs a port`);
    this.#options = options;
    this.#match = wiring.port;
  }

  async open(listener: DriverListener): Promise<void> {
    this.#listener = listener;
    await this.#plugIn();
    this.#running ??= this.#run();
  }

  /** Of the present boards only. */
  async levels(): Promise<InputLevel[]> {
    const link = this.#link;
    const there = this.#boards.filter(({ present }) => present);
    if (!link || there.length === 0) throw new Error(`${this.#nameOf(this.#boards[0])} is not there`);
    const levels: InputLevel[] = [];
    for (const board of there) levels.push(...(await board.levels(link)));
    return levels;
  }

  async setRelay(door: number, relay: RelayName, on: boolean): Promise<void> {
    const key = relayKey(door, relay);
    await this.#report(key, (board) => board.setRelay(this.#link, door, relay, on));
    if (!on) this.#guard.disarm(key);
  }

  async pulse(door: number, milliseconds: number): Promise<void> {
    const key = relayKey(door, 'strike');
    if (!this.#boardOf(key).kind.pulseCoil) await this.#guard.arm(key, milliseconds);
    await this.#report(key, (board) => board.pulse(this.#link, door, milliseconds));
  }

  boards(): BoardState[] {
    return this.#boards.map((board) => ({
      id: this.#nameOf(board),
      ok: board.present,
      error: board.present ? null : (this.#errors.get(board) ?? 'is not there'),
    }));
  }

  guardAlive(): boolean | null {
    return this.#guard.alive;
  }

  safeActs(): SafeAct[] {
    if (!this.#link) return [];
    return this.#boards.flatMap((board) =>
      board.safeBytes().map(([, bytes]) => ({
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
    for (const board of this.#boards)
      if (link && board.present) await board.safe(link).catch(() => undefined);
    await this.#guard.close();
    await this.#unplug();
    await this.#running;
  }

  get #baudRate(): number {
    return this.#options.wiring.baudRate ?? this.#boards[0]?.kind.baudRate ?? 9600;
  }

  #nameOf(board: SerialBoard | undefined): string {
    const which = this.#boards.length > 1 ? ` ${board?.address}` : '';
    return `${board?.kind.name}${which} on ${portName(this.#match)}`;
  }

  #boardOf(key: string): SerialBoard {
    const board = this.#boards.find(({ relays }) => relays.has(key));
    if (!board) throw new Error(`${this.#nameOf(this.#boards[0])} has no relay for ${key}`);
    return board;
  }

  async #report(key: string, work: (board: SerialBoard) => Promise<void>): Promise<void> {
    const board = this.#boardOf(key);
    try {
      await work(board);
    } catch (error) {
      const between = error instanceof NotThere ? ' ' : ': ';
      throw new Error(`${this.#nameOf(board)}${between}${(error as Error).message}`);
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
      for (const board of this.#boards)
        await board.greet(link).catch((error) => {
          silent.push(`${this.#nameOf(board)}: ${error.message}`);
          this.#errors.set(board, error.message);
        });
      if (silent.length === this.#boards.length) throw new Error(silent.join('; '));
      this.#path = path;
    } catch (error) {
      for (const board of this.#boards) board.present = false;
      await link?.close();
      const { message } = error as Error;
      throw silent.length > 0 ? error : new Error(`${this.#nameOf(this.#boards[0])}: ${message}`);
    }
    await this.#guard.watch(this.#guardActs(link.fd));
    this.#link = link;
    for (const line of silent) this.#listener?.onNotice?.(line);
    this.#reportFaults();
  }

  async #unplug(): Promise<void> {
    const link = this.#link;
    this.#link = null;
    for (const board of this.#boards) board.present = false;
    this.#looks.clear();
    // It ends pulses under way, as no one else can now; boards that kept their power keep their holds.
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
      else for (const board of this.#boards) if (this.#link === link) await this.#visit(board, link);
    }
  }

  async #findAgain(): Promise<void> {
    try {
      await this.#plugIn();
    } catch {
      return;
    }
    for (const board of this.#boards.filter(({ present }) => present)) this.#saysBack(board);
    this.#listener?.onMissedEdges();
  }

  /** One turn of a board: polls it, or looks whether it is back. */
  async #visit(board: SerialBoard, link: SerialLink): Promise<void> {
    const { clock } = this.#options;
    if (!board.present) return this.#lookFor(board, link);
    const before = clock.monotonic();
    try {
      // A port may stay open after its plug is out, so the plug is checked too.
      this.#requirePort(link);
      const changes = await board.poll(link);
      const at = (before + clock.monotonic()) / 2;
      for (const change of changes) this.#listener?.onEdge({ ...change, at });
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.#listener?.onNotice?.(`${this.#nameOf(board)} does not answer: ${(error as Error).message}`);
      board.present = false;
      this.#errors.set(board, (error as Error).message);
      const othersAnswer = this.#boards.some(({ present }) => present) && this.#hasPort(link);
      if (!othersAnswer) for (const each of this.#boards) each.present = false;
      // Reported first, because the guard's last acts take time.
      this.#reportFaults();
      if (!othersAnswer) await this.#unplug();
    }
  }

  async #lookFor(board: SerialBoard, link: SerialLink): Promise<void> {
    const { clock } = this.#options;
    if (clock.monotonic() < (this.#looks.get(board) ?? 0)) return;
    try {
      await board.kind.probe?.(link);
      await board.greet(link);
    } catch {
      this.#looks.set(board, clock.monotonic() + LOOK_AGAIN_MS);
      return;
    }
    this.#saysBack(board);
    this.#reportFaults();
    this.#listener?.onMissedEdges();
  }

  /** Reports for each board whether its terminals can be read and driven. */
  #reportFaults(): void {
    for (const board of this.#boards) {
      if (board.present) this.#errors.delete(board);
      const error = board.present
        ? null
        : `${this.#nameOf(board)}: ${this.#errors.get(board) ?? 'is not there'}`;
      for (const terminal of board.terminals) this.#listener?.onFault?.(terminal, error);
    }
  }

  #saysBack(board: SerialBoard): void {
    this.#listener?.onNotice?.(`${this.#nameOf(board)} is back, on ${this.#path}`);
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
    const acts = this.#boards.flatMap((board) => board.safeBytes());
    return new Map(acts.map(([key, bytes]) => [key, { kind: 'tty', fd, bytes }]));
  }
}
