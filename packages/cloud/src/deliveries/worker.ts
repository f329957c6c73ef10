import type { Context } from '../context.js';
import {
  type ClaimedDelivery,
  type ClaimLimits,
  claimDue,
  FIRST_SUBSCRIPTION,
  nextDueAt,
  release,
  subscriptionsWithStrays,
  waitingSubscriptions,
} from './claim.js';
import { giveUpWaiting } from './give-up.js';
import { type FinishedAttempt, type OnAutoPaused, recordOutcomes } from './outcomes.js';
import { type AttemptOutcome, createSender, type Sender, SenderClosedError } from './send.js';

export interface DeliveryWorker {
  /** Takes no more, gives attempts under way a short while to end, and hands back those that do not. */
  stop(): Promise<void>;
  /** Resolves when nothing is under way and, at the last look, nothing was due. */
  idle(): Promise<void>;
  /** Looks now, and resolves as `idle` does. */
  runDue(): Promise<void>;
}

export interface DeliveryWorkerOptions {
  sender?: Sender;
  /** Tells people of an automatic pause, in the transaction that pauses. */
  onAutoPaused?: OnAutoPaused;
  limits?: Partial<DeliveryLimits>;
}

export interface DeliveryLimits extends ClaimLimits {
  /** Attempts under way in this process. */
  slots: number;
}

const LIMITS: DeliveryLimits = { slots: 200, perSubscription: 5, perFailing: 2, perOrigin: 20, failing: 100 };
/** Three times an attempt's deadline: past it the worker that took the delivery is gone. */
const LEASE_MS = 30_000;
/** Between looks when nothing calls; shorter where events are written by another process, whose calls are not heard. */
const LONGEST_SLEEP_MS = 30_000;
const LONGEST_SLEEP_APART_MS = 1_000;
/** Subscriptions looked at in one claim, at least; otherwise twice as many as there is room for deliveries. */
const FEWEST_TURNS = 100;
const STRAYS_EVERY_MS = 30_000;
/** Retries that begin later than this after their due time are counted. */
const LATE_MS = 10_000;
const LOG_LATE_EVERY_MS = 60_000;
const AFTER_ERROR_MS = 1_000;
const STOP_GRACE_MS = 3_000;

/** Sends what is due until it is stopped. Any number of processes may run one. */
export function startDeliveryWorker(context: Context, options: DeliveryWorkerOptions = {}): DeliveryWorker {
  const loop = new DeliveryLoop(context, options);
  const ended = loop.run();
  return {
    stop: () => loop.stop(ended),
    idle: () => loop.idle(),
    runDue() {
      loop.wake();
      return loop.idle();
    },
  };
}

class DeliveryLoop {
  readonly #context: Context;
  readonly #sender: Sender;
  readonly #onAutoPaused: OnAutoPaused | undefined;
  readonly #limits: DeliveryLimits;
  readonly #longestSleep: number;
  /** Claimed, and its outcome not yet written. */
  #held = 0;
  #finished: FinishedAttempt[] = [];
  #unsent: ClaimedDelivery[] = [];
  /** Something happened since the last look. */
  #called = true;
  /** Where the round stands, and whether another must follow it before there is rest. */
  #turn = FIRST_SUBSCRIPTION;
  #another = true;
  #sleep: AbortController | null = null;
  #stopping = false;
  #ended = false;
  #strayLook = Number.NEGATIVE_INFINITY;
  /** Late retries since the start, and the longest delay that has not been logged yet. */
  #lateRetries = 0;
  #latestMs = 0;
  #lateLoggedAt = Number.NEGATIVE_INFINITY;
  #idlers: (() => void)[] = [];
  #onHeldChange: (() => void) | null = null;
  readonly #onNudge = () => this.wake();

  constructor(context: Context, options: DeliveryWorkerOptions) {
    this.#context = context;
    this.#sender = options.sender ?? createSender(context);
    this.#onAutoPaused = options.onAutoPaused;
    this.#limits = { ...LIMITS, ...options.limits };
    const { ROLES } = context.config;
    const heard = ROLES.includes('api') && ROLES.includes('edge');
    this.#longestSleep = heard ? LONGEST_SLEEP_MS : LONGEST_SLEEP_APART_MS;
    context.nudge.on('delivery', this.#onNudge);
  }

  wake(): void {
    this.#called = true;
    this.#another = true;
    this.#sleep?.abort();
  }

  async idle(): Promise<void> {
    if (this.#ended || (this.#sleep && this.#isIdle())) return;
    await new Promise<void>((resolve) => this.#idlers.push(resolve));
  }

  async run(): Promise<void> {
    while (!this.#stopping) {
      this.#called = false;
      try {
        await this.#record();
        const full = await this.#take();
        if (full || this.#called) continue;
        await this.#giveUpStrays();
        this.#logLate();
        const now = this.#context.clock.now();
        const next = await nextDueAt(this.#context.pool, new Date(now));
        await this.#rest(Math.min(next === null ? Number.POSITIVE_INFINITY : next - now, this.#longestSleep));
      } catch (error) {
        this.#context.log.error({ err: error }, 'webhook deliveries: the database failed; trying again');
        this.#called = false;
        await this.#rest(AFTER_ERROR_MS);
      }
    }
  }

  async stop(ended: Promise<void>): Promise<void> {
    if (this.#stopping) return;
    const { clock, log, nudge } = this.#context;
    this.#stopping = true;
    nudge.off('delivery', this.#onNudge);
    const grace = new AbortController();
    const graceOver = clock.sleep(STOP_GRACE_MS, grace.signal).catch(() => {});
    this.wake();
    await ended;
    await Promise.race([this.#settled(), graceOver]);
    grace.abort();
    await this.#sender.close();
    await this.#settled();
    try {
      await this.#record();
    } catch (error) {
      log.error({ err: error }, 'webhook deliveries: outcomes could not be written; their leases run out');
    }
    this.#ended = true;
    this.#letIdlersGo();
  }

  /** Resolves when no attempt is under way, though its outcome may not be written. */
  async #settled(): Promise<void> {
    while (this.#held > this.#finished.length + this.#unsent.length) {
      await new Promise<void>((resolve) => {
        this.#onHeldChange = resolve;
      });
    }
  }

  /**
   * Claims for the subscriptions whose turn it is, round by round, so that a look costs what it may claim, however many
   * subscriptions there are. True when there may be more to claim at once.
   */
  async #take(): Promise<boolean> {
    const limit = this.#limits.slots - this.#held;
    if (limit <= 0) return false;
    const { clock, pool } = this.#context;
    if (this.#turn === FIRST_SUBSCRIPTION) this.#another = false;
    const turns = Math.max(FEWEST_TURNS, 2 * limit);
    const subscriptions = await waitingSubscriptions(pool, this.#turn, turns);
    const roundEnds = subscriptions.length < turns;
    this.#turn = roundEnds ? FIRST_SUBSCRIPTION : (subscriptions.at(-1) ?? FIRST_SUBSCRIPTION);
    if (subscriptions.length === 0) return this.#another;
    const now = clock.now();
    const claimed = await claimDue(pool, {
      ...this.#limits,
      now: new Date(now),
      leaseUntil: new Date(now + LEASE_MS),
      limit,
      subscriptions,
    });
    this.#held += claimed.length;
    this.#countLate(claimed, now);
    for (const delivery of claimed) void this.#attempt(delivery);
    if (claimed.length === limit) this.#another = true;
    return this.#another || !roundEnds;
  }

  #countLate(claimed: readonly ClaimedDelivery[], now: number): void {
    for (const { attempt, next_attempt_at } of claimed) {
      const late = now - next_attempt_at.getTime();
      if (attempt === 0 || late <= LATE_MS) continue;
      this.#lateRetries += 1;
      this.#latestMs = Math.max(this.#latestMs, late);
    }
  }

  /** At most once a minute, because a receiver may hang for hours. */
  #logLate(): void {
    const { clock, log } = this.#context;
    if (this.#latestMs === 0 || clock.monotonic() - this.#lateLoggedAt < LOG_LATE_EVERY_MS) return;
    log.warn(
      { late_retries: this.#lateRetries, latest_ms: this.#latestMs },
      'webhook retries began more than 10 seconds after they were due',
    );
    this.#lateLoggedAt = clock.monotonic();
    this.#latestMs = 0;
  }

  /** Never rejects. */
  async #attempt(delivery: ClaimedDelivery): Promise<void> {
    const { clock, log, secrets } = this.#context;
    let outcome: AttemptOutcome | null;
    try {
      const { id, event_type: type, created_at, payload, url, subscription_id } = delivery;
      const secret = secrets.open(delivery.secret, subscription_id);
      outcome = await this.#sender.send({ id, type, created_at, payload, url, secret });
    } catch (error) {
      const closed = error instanceof SenderClosedError;
      if (!closed) log.error({ err: error, delivery_id: delivery.id }, 'a webhook could not be prepared');
      outcome = closed ? null : { ok: false, response_status: null, error: 'could not be prepared' };
    }
    if (outcome) this.#finished.push({ delivery, outcome, at: clock.now() });
    else this.#unsent.push(delivery);
    this.wake();
    this.#onHeldChange?.();
  }

  /** Writes all that has ended since the last time; what cannot be written is kept and tried again. */
  async #record(): Promise<void> {
    const finished = [...this.#finished];
    const unsent = [...this.#unsent];
    await recordOutcomes(this.#context, finished, this.#onAutoPaused);
    this.#finished = this.#finished.slice(finished.length);
    this.#held -= finished.length;
    await release(this.#context.pool, unsent);
    this.#unsent = this.#unsent.slice(unsent.length);
    this.#held -= unsent.length;
  }

  async #giveUpStrays(): Promise<void> {
    const { clock, pool } = this.#context;
    if (clock.monotonic() - this.#strayLook < STRAYS_EVERY_MS) return;
    this.#strayLook = clock.monotonic();
    for (const id of await subscriptionsWithStrays(pool)) await giveUpWaiting(pool, id, clock.now());
  }

  async #rest(milliseconds: number): Promise<void> {
    if (this.#called || this.#stopping) return;
    const sleep = new AbortController();
    this.#sleep = sleep;
    if (this.#isIdle()) this.#letIdlersGo();
    await this.#context.clock.sleep(milliseconds, sleep.signal).catch(() => {});
    this.#sleep = null;
  }

  #isIdle(): boolean {
    return this.#held === 0 && !this.#called;
  }

  #letIdlersGo(): void {
    const idlers = this.#idlers;
    this.#idlers = [];
    for (const resolve of idlers) resolve();
  }
}
