import type { Clock } from '@door-access/protocol';
import type { RelayName } from '../relay.rules.js';
import type { Driver, DriverListener, InputLevel, SafeAct, Terminal } from './driver.js';
import type { GuardAct, startGuard } from './guard.js';
import { GuardKeeper } from './guard-keeper.js';
import { coil, relayKey, terminalKey, type WiredInput, type WiredRelay, type Wiring } from './wiring.js';

/*
 * Doors on GPIO lines, through either kernel interface. Each terminal is acquired separately: a line that cannot be used
 * is reported and tried again while the others work.
 */

/** An acquired line. Values are logical: the source applies active_low. */
export interface TakenInput {
  get(): boolean;
  release(): void;
}
export interface TakenRelay extends TakenInput {
  set(value: boolean): void;
  /** How the guard, and how the supervisor's script, drive it safe. */
  readonly guardAct: GuardAct;
  readonly safeAct: SafeAct;
}

/** Acquires lines. Both methods throw with the reason if a line cannot be used. */
export interface LineSource {
  /** Acquires a line and drives its relay safe at once. */
  relay(wired: WiredRelay): TakenRelay;
  input(wired: WiredInput, listener: DriverListener): TakenInput;
}

export interface LineOptions {
  readonly wiring: Wiring;
  readonly clock: Clock;
  readonly guard?: typeof startGuard;
}

interface Trouble extends Terminal {
  readonly reason: string;
}

/** As in `contact of door 1`. */
const named = ({ door, terminal }: Terminal): string => `${terminal} of door ${door}`;

const TRY_AGAIN_MS = 1000;
const MAX_NAMED = 3;

export class LineDriver implements Driver {
  readonly #options: LineOptions;
  readonly #source: () => Promise<LineSource>;
  readonly #inputs = new Map<string, WiredInput & { readonly line: TakenInput }>();
  readonly #relays = new Map<string, WiredRelay & { readonly line: TakenRelay }>();
  /** The terminals whose lines cannot be used. */
  readonly #troubles = new Map<string, Trouble>();
  /** A relay that is acquired late gets its own guard: ending the first guard would switch the others off. */
  readonly #guards = new Map<string, GuardKeeper>();
  #closing = new AbortController();
  #retrying: Promise<void> = Promise.resolve();

  constructor(options: LineOptions, source: () => Promise<LineSource>) {
    this.#options = options;
    this.#source = source;
  }

  /** Rejects if no line at all can be used. */
  async open(listener: DriverListener): Promise<void> {
    this.#letGo();
    this.#closing = new AbortController();
    this.#take(await this.#source(), listener);
    const troubles = reasons([...this.#troubles.values()]);
    if (troubles.length > 0 && this.#inputs.size + this.#relays.size === 0)
      throw new Error(troubles.join('; '));
    for (const each of troubles) listener.onNotice?.(each);
    await this.#guardRelays(listener);
    this.#retrying = this.#tryAgain(listener);
  }

  async levels(): Promise<InputLevel[]> {
    return [...this.#inputs.values()].map(({ door, input, line }) => ({ door, input, active: line.get() }));
  }

  async setRelay(door: number, relay: RelayName, on: boolean): Promise<void> {
    const key = relayKey(door, relay);
    this.#switch(key, on);
    if (!on) this.#guards.get(key)?.disarm(key);
  }

  async pulse(door: number, milliseconds: number): Promise<void> {
    const key = relayKey(door, 'strike');
    await this.#guards.get(key)?.arm(key, milliseconds);
    this.#switch(key, true);
  }

  safeActs(): SafeAct[] {
    return [...this.#relays.values()].map(({ line }) => line.safeAct);
  }

  guardAlive(): boolean | null {
    if (this.#relays.size === 0) return null;
    return [...this.#relays.keys()].every((key) => this.#guards.get(key)?.alive ?? false);
  }

  /** Continues past a relay that fails, and rejects with its error at the end. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#retrying;
    const failed: string[] = [];
    for (const [key, { door, relay }] of this.#relays) {
      try {
        this.#switch(key, false);
      } catch (error) {
        failed.push(`${relay} of door ${door} does not go off: ${(error as Error).message}`);
      }
    }
    await Promise.all([...new Set(this.#guards.values())].map((guard) => guard.close()));
    this.#letGo();
    if (failed.length > 0) throw new Error(failed.join('; '));
  }

  /** Relays first: acquiring a line drives it safe. */
  #take(source: LineSource, listener: DriverListener): void {
    const { relays, inputs } = this.#options.wiring;
    for (const wired of relays)
      this.#takeOne(relayKey(wired.door, wired.relay), { ...wired, terminal: wired.relay }, listener, (key) =>
        this.#relays.set(key, { ...wired, line: source.relay(wired) }),
      );
    for (const wired of inputs)
      this.#takeOne(
        terminalKey(wired.door, wired.input),
        { ...wired, terminal: wired.input },
        listener,
        (key) => this.#inputs.set(key, { ...wired, line: source.input(wired, listener) }),
      );
  }

  #takeOne(
    key: string,
    { door, terminal }: Terminal,
    listener: DriverListener,
    take: (key: string) => void,
  ): void {
    if (this.#relays.has(key) || this.#inputs.has(key)) return;
    try {
      take(key);
      if (this.#troubles.delete(key)) listener.onFault?.({ door, terminal }, null);
    } catch (error) {
      const reason = (error as Error).message;
      this.#troubles.set(key, { door, terminal, reason });
      listener.onFault?.({ door, terminal }, reason);
    }
  }

  async #tryAgain(listener: DriverListener): Promise<void> {
    const { signal } = this.#closing;
    let said = '';
    while (this.#troubles.size > 0) {
      await this.#options.clock.sleep(TRY_AGAIN_MS, signal).catch(() => undefined);
      if (signal.aborted) return;
      const before = new Map(this.#troubles);
      try {
        this.#take(await this.#source(), listener);
        await this.#guardRelays(listener);
        said = '';
      } catch (error) {
        const { message } = error as Error;
        if (message !== said) listener.onNotice?.(message);
        said = message;
      }
      const isNew = ([key, { reason }]: [string, Trouble]) => before.get(key)?.reason !== reason;
      for (const each of reasons([...this.#troubles].filter(isNew).map(([, trouble]) => trouble)))
        listener.onNotice?.(each);
      const back = [...before].filter(([key]) => !this.#troubles.has(key));
      for (const [, trouble] of back) listener.onNotice?.(`${named(trouble)} is available now`);
      if (back.length > 0) listener.onMissedEdges();
    }
  }

  /** Guards the relays that have no guard yet. */
  async #guardRelays(listener: DriverListener): Promise<void> {
    const { clock, guard } = this.#options;
    const acts = [...this.#relays].filter(([key]) => !this.#guards.has(key));
    if (acts.length === 0) return;
    const keeper = new GuardKeeper({
      clock,
      notice: (line) => listener.onNotice?.(line),
      ...(guard ? { start: guard } : {}),
    });
    for (const [key] of acts) this.#guards.set(key, keeper);
    await keeper.watch(new Map(acts.map(([key, { line }]) => [key, line.guardAct])));
  }

  /** Writes and reads back: a line that does not follow is reported as a fault. */
  #switch(key: string, on: boolean): void {
    const relay = this.#relays.get(key);
    if (!relay) throw new Error(this.#troubles.get(key)?.reason ?? 'the GPIO lines are not open');
    const value = coil(relay, on);
    relay.line.set(value);
    if (relay.line.get() !== value) throw new Error('the line reads back a different level than was written');
  }

  #letGo(): void {
    for (const { line } of [...this.#inputs.values(), ...this.#relays.values()]) line.release();
    this.#inputs.clear();
    this.#relays.clear();
    this.#troubles.clear();
    this.#guards.clear();
  }
}

/** One sentence for each reason, with the terminals that it applies to. */
function reasons(troubles: readonly Trouble[]): string[] {
  return [...new Set(troubles.map(({ reason }) => reason))].map((reason) => {
    const names = troubles.filter((each) => each.reason === reason).map(named);
    const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
    return `${names.slice(0, MAX_NAMED).join(', ')}${more}: ${reason}`;
  });
}
