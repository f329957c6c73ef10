import type { Clock, Decision, DoorReport } from '@door-access/protocol';
import { type CommandResult, isPast, LATE, notWired } from './command.rules.js';
import { type Debounce, debounceDue, decideDebounce, type Edge, settledAt } from './debounce.rules.js';
import { faultNote, isInput, relayNote } from './door.notes.js';
import { type DoorSetup, terminalsOf } from './door.setup.js';
import type { Driver, InputName, RawEdge, TerminalName } from './drivers/driver.js';
import type { NewRecord } from './journal/journal.js';
import type { StoreOperation } from './journal/store.js';
import type { Log } from './log.js';
import {
  decideRelays,
  type HoldWish,
  type Moment,
  RESTING,
  type RelayDecision,
  type RelayInput,
  type RelayName,
  type Relays,
  rest,
  type Switch,
  wakeAt,
} from './relay.rules.js';
import type { CorrectedClock } from './time.js';

export interface DoorContext {
  readonly driverOf: (terminal: TerminalName) => Driver;
  readonly clock: Clock;
  readonly time: CorrectedClock;
  readonly boot: string;
  readonly log: Log;
  readonly append: (records: NewRecord[], notes?: StoreOperation[]) => void;
  readonly note: (name: string) => string | undefined;
  readonly onChange: () => void;
}

const OFF_RETRY_MS = 1000;
const OFF_LOG_MS = 60_000;
const MAX_DETAIL = 500;
const MAX_FAULT = 200;

export type Conclude = (result: CommandResult) => void;

type Fields<T> = T extends unknown ? Omit<T, 'boot' | 'mono_ms' | 'at' | 'clock' | 'door'> : never;
type DoorFields = Fields<NewRecord>;

/** One door: inputs become records, relays follow commands. Nothing here waits for the cloud or the disk. */
export class Door {
  readonly setup: DoorSetup;
  readonly #context: DoorContext;
  readonly #inputs = new Map<InputName, Debounce>();
  readonly #timers = { inputs: new AbortController(), relays: new AbortController() };
  #relays: Relays = RESTING;
  /** What the hardware last confirmed. */
  readonly #on = { strike: false, hold: false };
  /** Relays whose last write failed: the relay may or may not have moved. */
  readonly #doubtful = new Set<RelayName>();
  /** Why a terminal cannot be read or driven. */
  readonly #faults = new Map<TerminalName, string>();
  /** When it was last logged that a relay does not go off. */
  readonly #saidOn = new Map<RelayName, number>();
  #strikeMs: number;
  #pressed = false;
  /** The writes of one door run one after another. */
  #turn: Promise<unknown> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(setup: DoorSetup, context: DoorContext) {
    this.setup = setup;
    this.#context = context;
    this.#strikeMs = setup.strikeMs;
  }

  get relays(): Relays {
    return this.#relays;
  }

  report(): DoorReport {
    const contact = this.#contactState();
    return {
      door: this.setup.door,
      contact,
      // Null alone would mean that no contact is wired.
      ...(this.setup.contact && contact === null
        ? { contact_fault: this.#faults.get('contact') ?? 'the contact has not been read yet' }
        : {}),
      exit_button: this.setup.exitButton !== null,
      hold_relay: this.setup.hold,
      // The state of an unreachable relay is unknown: its fault says so.
      strike_on: this.#on.strike && !this.#faults.has('strike'),
      hold_on: this.#on.hold && !this.#faults.has('hold'),
    };
  }

  /** A terminal cannot be read or driven; null if it can again. The journal records changes only. */
  setFault(terminal: TerminalName, error: string | null): void {
    if (this.#stopping.signal.aborted || !terminalsOf(this.setup).includes(terminal)) return;
    if (error === null) this.#faults.delete(terminal);
    else this.#faults.set(terminal, error);
    // The last level is no longer known, and an edge that had not settled is dropped.
    if (error !== null && isInput(terminal)) this.#inputs.delete(terminal);
    const key = faultNote(this.setup.door, terminal);
    if ((this.#context.note(key) !== undefined) === (error !== null)) return;
    const which = isInput(terminal) ? { input: terminal } : { relay: terminal };
    const why = error === null ? {} : { error: error.slice(0, MAX_FAULT) };
    this.#record({ kind: 'fault', ...which, ok: error === null, ...why }, [
      { key, value: error === null ? null : 'reported' },
    ]);
    this.#context.onChange();
  }

  /** Strike time by the cloud's setting, for releases without the cloud. */
  setStrikeMs(milliseconds: number): void {
    this.#strikeMs = milliseconds;
  }

  /**
   * Drives these relays off, by default both. A record (cause `boot`) is written only where the last entry in the journal was
   * on: otherwise nothing moved, and the birth reports the state anyway.
   */
  driveSafe(relays: readonly RelayName[] = ['strike', 'hold']): Promise<void> {
    return this.#inTurn(async () => {
      this.#relays = rest(this.#relays, relays);
      this.#schedule();
      for (const relay of relays) {
        if (!this.setup[relay]) continue;
        const wasOn = this.#context.note(relayNote(this.setup.door, relay)) !== undefined;
        await this.#switchOff({ relay, on: false, cause: 'boot', commandId: null }, wasOn);
      }
    });
  }

  /** Takes a level read from the hardware; it is reported as a snapshot, never as an edge. */
  readLevel(input: InputName, active: boolean): void {
    if (!this.#window(input)) return;
    this.setFault(input, null);
    this.#inputs.set(input, settledAt(active));
    if (input === 'contact') this.reportSnapshot();
    // The release was one of the missed edges.
    else if (this.#pressed && !active) this.#reportPress(false);
  }

  /** Journals the level of the contact as a snapshot, not as an edge. */
  reportSnapshot(): void {
    const state = this.#contactState();
    if (state) this.#record({ kind: 'contact', state, snapshot: true });
  }

  rawEdge({ input, active, at }: RawEdge): void {
    const window = this.#window(input);
    if (!window || this.#stopping.signal.aborted || this.#faults.has(input)) return;
    const before = this.#inputs.get(input) ?? settledAt(!active);
    this.#debounced(input, decideDebounce(before, { kind: 'transition', level: active, at }, { window }));
    this.#settleInputs();
  }

  /** A momentary release: the strike switches on, and off after its time. */
  async unlock(
    strikeMs: number,
    cause: 'command' | 'exit_button' | 'bench',
    commandId: string | null,
    conclude: Conclude,
    expiresAt?: string,
  ): Promise<void> {
    await this.#commanded('strike', expiresAt, conclude, () =>
      this.#carryOut(this.#decide({ kind: 'unlock', strikeMs, cause, commandId }), conclude, strikeMs),
    );
  }

  async hold(
    wish: HoldWish,
    commandId: string,
    by: 'command' | 'session',
    conclude: Conclude,
    expiresAt?: string,
  ): Promise<void> {
    await this.#commanded('hold', expiresAt, conclude, () => {
      const { state, effects } = this.#decide({ kind: 'hold', by, wish, commandId });
      // Where the hardware failed to switch, or has still to, it is written: to say that it is so would be a guess.
      const isSure = this.#on.hold === state.holdOn && !this.#doubtful.has('hold');
      if (isSure || effects.some(({ kind }) => kind === 'switch'))
        return this.#carryOut({ state, effects }, conclude);
      const again = { kind: 'switch', relay: 'hold', on: state.holdOn, cause: 'command', commandId } as const;
      return this.#carryOut({ state, effects: [again, ...effects] }, conclude);
    });
  }

  /** The session message names no hold for this door. */
  endHold(): Promise<void> {
    return this.#inTurn(() => this.#carryOutOffs(this.#decide({ kind: 'unnamed' })));
  }

  /** A relay lost power and the driver has switched it on again: both changes are reported. */
  relayCut(relay: RelayName): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#on[relay]) return;
      // No command caused it, so the record names none.
      for (const on of [false, true]) this.#reportSwitch({ relay, on, cause: 'boot', commandId: null });
    });
  }

  /** Writes to the journal that the door is under test for this time; 0 ends the test. */
  reportTest(milliseconds: number): void {
    this.#record({ kind: 'door_test', for_ms: milliseconds });
  }

  /** Stops all timers and ignores further edges. */
  stop(): void {
    this.#stopping.abort();
    this.#timers.inputs.abort();
    this.#timers.relays.abort();
  }

  /** In its turn, unless that comes too late: the hardware may have been slow with what was before. */
  async #commanded(
    relay: RelayName,
    expiresAt: string | undefined,
    conclude: Conclude,
    work: () => Promise<void>,
  ): Promise<void> {
    if (!this.setup[relay]) return conclude(notWired(relay));
    const isLate = () => expiresAt !== undefined && isPast(expiresAt, this.#context.time.latest());
    await this.#inTurn(async () => (isLate() ? conclude(LATE) : work()));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Switches as a command wants; where the hardware fails, the state stays what it was. */
  async #carryOut({ state, effects }: RelayDecision, conclude: Conclude, pulseMs = 0): Promise<void> {
    for (const effect of effects) {
      if (effect.kind === 'answer') {
        this.#relays = state;
        // In the same tick as the records of the switching, so that one synced write has both.
        conclude(effect.result);
        continue;
      }
      try {
        await this.#drive(effect, pulseMs);
      } catch (error) {
        const detail = (error as Error).message.slice(0, MAX_DETAIL);
        this.#context.log.warn(`door ${this.setup.door}: the ${effect.relay} relay failed: ${detail}`);
        // Half a switch may have moved something: off is made sure of, unless an earlier command keeps it on.
        if (effect.on) this.#offLater({ ...effect, on: false, cause: 'boot' }, false);
        return conclude({ outcome: 'device_error', detail });
      }
      this.#reportSwitch(effect);
    }
    this.#schedule();
  }

  /** Switches off what has ended, for as long as the hardware needs to take it. */
  async #carryOutOffs({ state, effects }: RelayDecision): Promise<void> {
    this.#relays = state;
    this.#schedule();
    for (const effect of effects) if (effect.kind === 'switch') await this.#switchOff(effect, true);
  }

  readonly #decide = (input: RelayInput) => decideRelays(this.#relays, input, this.#moment());

  async #switchOff(off: Switch, isReported: boolean): Promise<void> {
    try {
      await this.#drive(off, 0);
    } catch (error) {
      this.#sayOn(off.relay, (error as Error).message);
      return this.#offLater(off, isReported);
    }
    if (isReported) this.#reportSwitch(off);
  }

  #sayOn(relay: RelayName, message: string): void {
    const now = this.#context.clock.monotonic();
    if (now - (this.#saidOn.get(relay) ?? Number.NEGATIVE_INFINITY) < OFF_LOG_MS) return;
    this.#saidOn.set(relay, now);
    this.#context.log.warn(`door ${this.setup.door}: the ${relay} relay does not go off: ${message}`);
  }

  /** Tries again until it works or something wants the relay on. */
  #offLater(off: Switch, isReported: boolean): void {
    const again = () =>
      this.#inTurn(async () => {
        const wanted = off.relay === 'strike' ? this.#relays.pulseUntil !== null : this.#relays.holdOn;
        // A command may have switched and reported it meanwhile.
        const isDone = isReported && off.cause !== 'boot' && !this.#on[off.relay];
        if (!wanted && !isDone && !this.#stopping.signal.aborted) await this.#switchOff(off, isReported);
      });
    void this.#context.clock.sleep(OFF_RETRY_MS, this.#stopping.signal).then(again, () => undefined);
  }

  async #drive({ relay, on }: Switch, pulseMs: number): Promise<void> {
    const driver = this.#context.driverOf(relay);
    this.#doubtful.add(relay);
    try {
      if (relay === 'strike' && on && driver.pulse) await driver.pulse(this.setup.door, pulseMs);
      else await driver.setRelay(this.setup.door, relay, on);
    } catch (error) {
      this.setFault(relay, (error as Error).message);
      throw error;
    }
    this.setFault(relay, null);
    this.#saidOn.delete(relay);
    this.#doubtful.delete(relay);
    this.#on[relay] = on;
  }

  /** A note keeps the last recorded state of the relay for the next start. */
  #reportSwitch({ relay, on, cause, commandId }: Switch): void {
    const note = { key: relayNote(this.setup.door, relay), value: on ? 'on' : null };
    this.#record({ kind: 'relay', relay, on, cause, command_id: commandId }, [note]);
  }

  #schedule(): void {
    this.#timer('relays', wakeAt(this.#relays), () =>
      this.#inTurn(() => this.#carryOutOffs(this.#decide({ kind: 'wake' }))),
    );
    this.#context.onChange();
  }

  #settleInputs(): void {
    const { clock } = this.#context;
    const now = clock.monotonic();
    let due: number | null = null;
    // The button first: a press before an opening is reported before it, though both settle at their own pace.
    for (const input of ['exit_button', 'contact'] as const) {
      const window = this.#window(input);
      const before = this.#inputs.get(input);
      if (!window || !before || (input === 'contact' && this.#pressComesFirst())) continue;
      const decision = decideDebounce(before, { kind: 'settle', at: now }, { window });
      this.#debounced(input, decision);
      const next = debounceDue(decision.state, window);
      if (next !== null) due = due === null ? next : Math.min(due, next);
    }
    this.#timer('inputs', due, async () => this.#settleInputs());
  }

  #debounced(input: InputName, { state, effects }: Decision<Debounce, Edge>): void {
    this.#inputs.set(input, state);
    for (const edge of effects) this.#reportEdge(input, edge);
  }

  #pressComesFirst(): boolean {
    const press = this.#inputs.get('exit_button')?.pending;
    const opening = this.#inputs.get('contact')?.pending;
    return press != null && opening != null && press.since <= opening.since;
  }

  #reportEdge(input: InputName, { level, at }: Edge): void {
    if (input === 'contact')
      this.#record({ kind: 'contact', state: this.#stateOf(level), snapshot: false }, [], at);
    else this.#reportPress(level, at);
    this.#context.onChange();
  }

  #reportPress(pressed: boolean, at?: number): void {
    this.#pressed = pressed;
    this.#record({ kind: 'exit_button', pressed, ...(pressed && { release_follows: true }) }, [], at);
    if (pressed && this.setup.exitReleases)
      void this.unlock(this.#strikeMs, 'exit_button', null, () => undefined);
  }

  #timer(name: 'inputs' | 'relays', due: number | null, work: () => Promise<void>): void {
    const { clock } = this.#context;
    this.#timers[name].abort();
    if (due === null || this.#stopping.signal.aborted) return;
    const timer = new AbortController();
    this.#timers[name] = timer;
    clock.sleep(Math.max(0, due - clock.monotonic()), timer.signal).then(work, () => undefined);
  }

  #record(fields: DoorFields, notes: StoreOperation[] = [], at?: number): void {
    const { append, boot, time } = this.#context;
    append([{ boot, ...time.stamp(at), door: this.setup.door, ...fields }], notes);
  }

  #window(input: InputName): number | undefined {
    return (input === 'contact' ? this.setup.contact : this.setup.exitButton)?.debounceMs;
  }

  #contactState(): 'open' | 'closed' | null {
    const input = this.#inputs.get('contact');
    return this.setup.contact && input ? this.#stateOf(input.level) : null;
  }

  #stateOf(active: boolean): 'open' | 'closed' {
    return active === (this.setup.contact?.normally === 'closed') ? 'closed' : 'open';
  }

  #moment(): Moment {
    const monotonic = this.#context.clock.monotonic();
    return { monotonic, wall: this.#context.time.forEnds(monotonic) };
  }
}
