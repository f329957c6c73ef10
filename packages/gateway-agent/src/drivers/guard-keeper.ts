import type { Clock } from '@door-access/protocol';
import { type Guard, type GuardAct, startGuard } from './guard.js';

/* Keeps a guard running over the relays of one driver: one that dies is replaced and learns the pulses under way. */

export interface GuardKeeperOptions {
  readonly clock: Clock;
  /** A line for the gateway's operator. */
  readonly notice: (line: string) => void;
  readonly start?: typeof startGuard;
}

/** A strike waits this long for a replacement guard: Perl is ready within 10 to 100 ms. */
const BACK_WITHIN_MS = 1500;
/** The pause between failed attempts to start a guard. */
const RETRY_MS = 5000;
/** A guard that dies sooner than this is not replaced at once: something keeps killing it. */
const SHORT_LIFE_MS = 1000;
/** Why a pulse is refused. */
const NONE_ON_WATCH = 'no guard process is on watch to end the pulse';
const NO_GUARD = `${NONE_ON_WATCH}: no perl runs here, and no strike goes on until one does (apt install perl-base)`;

export class GuardKeeper {
  readonly #options: GuardKeeperOptions;
  /** Monotonic milliseconds at which each pulse under way ends. */
  readonly #due = new Map<string, number>();
  #guard: Guard | null = null;
  #watch = new AbortController();
  /** Set if the last attempt to start a guard failed. */
  #isMissing = false;
  /** Pulses that wait for a guard. */
  #waiting: (() => void)[] = [];

  constructor(options: GuardKeeperOptions) {
    this.#options = options;
    this.#watch.abort();
  }

  /** Whether a guard runs; null if none is needed. */
  get alive(): boolean | null {
    return this.#watch.signal.aborted ? null : (this.#guard?.alive ?? false);
  }

  /** Starts a guard for these relays; a failure is reported, and the start is retried. */
  async watch(acts: ReadonlyMap<string, GuardAct>): Promise<void> {
    await this.leave();
    if (acts.size === 0) return;
    const watch = new AbortController();
    this.#watch = watch;
    await this.#begin(acts, watch.signal);
  }

  /** Resolves once a guard will end this pulse; rejects if none runs. */
  async arm(key: string, milliseconds: number): Promise<void> {
    if (!this.#guard?.alive) await this.#back();
    if (!this.#guard?.alive) throw new Error(this.#isMissing ? NO_GUARD : NONE_ON_WATCH);
    this.#due.set(key, this.#options.clock.monotonic() + milliseconds);
    this.#guard.arm(key, milliseconds);
  }

  disarm(key: string): void {
    this.#due.delete(key);
    this.#guard?.disarm(key);
  }

  /** Ends the guard: it ends pulses under way, and nothing else moves. */
  async leave(): Promise<void> {
    await this.#take()?.leave();
  }

  /** Ends the guard: it drives every relay safe. */
  async close(): Promise<void> {
    await this.#take()?.close();
  }

  #take(): Guard | null {
    const guard = this.#guard;
    this.#guard = null;
    this.#watch.abort();
    return guard;
  }

  async #begin(acts: ReadonlyMap<string, GuardAct>, signal: AbortSignal): Promise<void> {
    const { clock, notice, start = startGuard } = this.#options;
    const guard = await start(acts, clock).catch(() => null);
    if (signal.aborted) return guard?.leave();
    if (!guard) {
      if (!this.#isMissing) notice(NO_GUARD);
      this.#isMissing = true;
      return this.#again(acts, signal, RETRY_MS);
    }
    if (this.#isMissing) notice('a guard process is on watch now');
    this.#isMissing = false;
    this.#guard = guard;
    const began = clock.monotonic();
    for (const [key, due] of this.#due) guard.arm(key, Math.max(0, due - began));
    for (const goOn of this.#waiting.splice(0)) goOn();
    void guard.gone.then(() => {
      if (signal.aborted) return;
      this.#guard = null;
      notice('the guard process died: another takes its place, and no strike goes on until then');
      const lived = clock.monotonic() - began;
      return this.#again(acts, signal, lived < SHORT_LIFE_MS ? SHORT_LIFE_MS : 0);
    });
  }

  #again(acts: ReadonlyMap<string, GuardAct>, signal: AbortSignal, milliseconds: number): void {
    this.#options.clock.sleep(milliseconds, signal).then(
      () => this.#begin(acts, signal),
      () => undefined,
    );
  }

  /** Resolves once a guard runs again, or when the strike's waiting time is over. */
  async #back(): Promise<void> {
    if (this.#isMissing || this.#watch.signal.aborted) return;
    const waiting = new AbortController();
    const late = this.#options.clock.sleep(BACK_WITHIN_MS, waiting.signal).catch(() => undefined);
    await Promise.race([new Promise<void>((resolve) => this.#waiting.push(resolve)), late]);
    waiting.abort();
  }
}
