import type { Context } from '../context.js';
import { type LeasedQueue, type LeasedWork, type Look, startLeasedQueue } from '../queue/leased-queue.js';
import { FIRST_SUBSCRIPTION } from './claim.js';
import { type FinishedAttempt, recordOutcomes } from './outcomes.js';
import { type PlaceLimits, Places } from './places.js';
import { type AttemptOutcome, createSender, type Sender, SenderClosedError } from './send.js';
import { type ClaimedDelivery, type ClaimLimits, type OnAutoPaused, SHARES } from './store.js';

export type DeliveryWorker = LeasedQueue;

export interface DeliveryWorkerOptions {
  sender?: Sender;
  /** Notifies people of an automatic pause, in the transaction that pauses. */
  onAutoPaused?: OnAutoPaused;
  limits?: Partial<DeliveryLimits>;
}

export interface DeliveryLimits extends ClaimLimits, PlaceLimits {}

const LIMITS: DeliveryLimits = { slots: 200, perSubscription: 5, perFailing: 2, perOrigin: 20, failing: 100 };
/** Three times an attempt's deadline: after it, the worker that claimed the delivery is gone. */
const LEASE_MS = 30_000;
/** Between looks when nothing calls; shorter where events are written by another process, whose calls are not heard. */
const LONGEST_REST_MS = 30_000;
const LONGEST_REST_APART_MS = 1_000;
/** What waits longer for a place is handed back: a subscription that is paused hears nothing that begins later. */
const LONGEST_WAIT_MS = 1_000;
/** Secrets that are kept open, of the subscriptions served last. */
const OPEN_SECRETS = 1_000;
/** Subscriptions looked at in one claim, at least; otherwise twice as many as there is room for deliveries. */
const FEWEST_TURNS = 100;
const STRAYS_EVERY_MS = 30_000;
/** Retries that begin later than this after their due time are counted. */
const LATE_MS = 10_000;
const LOG_LATE_EVERY_MS = 60_000;

/** The outcome of an attempt that throws, as when a secret cannot be opened. */
const UNPREPARED: AttemptOutcome = { ok: false, response_status: null, error: 'could not be prepared' };

/** Sends what is due until it is stopped. Any number of processes may run one. */
export function startDeliveryWorker(context: Context, options: DeliveryWorkerOptions = {}): DeliveryWorker {
  return startLeasedQueue(context, new Deliveries(context, options));
}

class Deliveries implements LeasedWork<ClaimedDelivery, AttemptOutcome> {
  readonly table = 'delivery';
  readonly name = 'webhook deliveries';
  readonly leaseMs = LEASE_MS;
  readonly unprepared = UNPREPARED;
  readonly longestRestMs: number;
  readonly #context: Context;
  readonly #sender: Sender;
  readonly #onAutoPaused: OnAutoPaused | undefined;
  readonly #limits: DeliveryLimits;
  readonly #places: Places;
  /** By what they were sealed to. */
  readonly #secrets = new Map<string, string>();
  /** The position of the round, and whether another must follow it before a rest. */
  #turn = FIRST_SUBSCRIPTION;
  #another = true;
  /** The last look made deliveries of what large writes kept, and when the next one may, by the monotonic clock. */
  #isSpreading = false;
  #spreadAgainAt = Number.NEGATIVE_INFINITY;
  #strayLook = Number.NEGATIVE_INFINITY;
  /** Late retries since the start, and the longest delay that has not been logged yet. */
  #lateRetries = 0;
  #latestMs = 0;
  #lateLoggedAt = Number.NEGATIVE_INFINITY;

  constructor(context: Context, options: DeliveryWorkerOptions) {
    this.#context = context;
    this.#sender = options.sender ?? createSender(context);
    this.#onAutoPaused = options.onAutoPaused;
    this.#limits = { ...LIMITS, ...options.limits };
    this.#places = new Places(this.#limits);
    const { ROLES } = context.config;
    const heard = ROLES.includes('api') && ROLES.includes('edge');
    this.longestRestMs = heard ? LONGEST_REST_MS : LONGEST_REST_APART_MS;
  }

  /**
   * Claims for the subscriptions whose turn it is, round by round, so that a look costs what it may claim, however many
   * subscriptions there are.
   */
  async claim({ now, leaseUntil, held, called }: Look<ClaimedDelivery>) {
    if (called) this.#another = true;
    const isSpread = await this.#spread();
    const limit = SHARES * this.#limits.slots - sharesOf(held);
    if (limit <= 0) return { rows: [], more: !isSpread };
    const { deliveries } = this.#context;
    if (this.#turn === FIRST_SUBSCRIPTION) this.#another = false;
    const turns = Math.max(FEWEST_TURNS, 2 * Math.ceil(limit / SHARES));
    const subscriptions = await deliveries.waiting(this.#turn, turns);
    const roundEnds = subscriptions.length < turns;
    this.#turn = roundEnds ? FIRST_SUBSCRIPTION : (subscriptions.at(-1) ?? FIRST_SUBSCRIPTION);
    if (subscriptions.length === 0) return { rows: [], more: this.#another || !isSpread };
    const rows = await deliveries.claim({
      ...this.#limits,
      now,
      leaseUntil,
      limit,
      subscriptions: subscriptions.map((id) => ({ id, fast: this.#places.isFast(id) })),
    });
    this.#countLate(rows, now.getTime());
    if (sharesOf(rows) > limit - SHARES) this.#another = true;
    return { rows, more: this.#another || !roundEnds || !isSpread };
  }

  /**
   * Makes deliveries of what large writes have kept, for a third of the time at the maximum: recording comes first.
   * @returns whether nothing is left that may be made now
   */
  async #spread(): Promise<boolean> {
    const { clock, deliveries } = this.#context;
    const began = clock.monotonic();
    if (began < this.#spreadAgainAt) return true;
    const made = await deliveries.spread();
    const rest = made === 0 ? 0 : 2 * (clock.monotonic() - began);
    this.#spreadAgainAt = clock.monotonic() + rest;
    this.#isSpreading = made > 0;
    return made === 0 || rest > 0;
  }

  async attempt(delivery: ClaimedDelivery): Promise<AttemptOutcome | null> {
    const { clock } = this.#context;
    const { subscription_id, url } = delivery;
    const origin = originOf(url);
    const claimed = clock.monotonic();
    const place = this.#places.take(subscription_id, origin);
    if (place !== true && !(await place)) return null;
    const began = clock.monotonic();
    let ok = false;
    try {
      if (began - claimed > LONGEST_WAIT_MS) return null;
      const outcome = await this.#send(delivery);
      ok = outcome?.ok ?? false;
      if (outcome) this.#trace(delivery, outcome, clock.monotonic() - began);
      return outcome;
    } finally {
      this.#places.release(subscription_id, origin, { ok, milliseconds: clock.monotonic() - began });
    }
  }

  async #send(delivery: ClaimedDelivery): Promise<AttemptOutcome | null> {
    const { id, event_type: type, created_at, payload, url, format } = delivery;
    const { subscription_id, previous_secret: previous } = delivery;
    const secret = this.#open(delivery.secret, subscription_id);
    const previousSecret = previous === null ? null : this.#open(previous, subscription_id);
    try {
      return await this.#sender.send({ id, type, created_at, payload, url, format, secret, previousSecret });
    } catch (error) {
      if (error instanceof SenderClosedError) return null;
      throw error;
    }
  }

  /** Without the URL: it may hold a secret of the receiver's. */
  #trace({ id, event_type, attempt }: ClaimedDelivery, outcome: AttemptOutcome, milliseconds: number): void {
    this.#context.traces?.ended({
      name: 'delivery',
      kind: 'client',
      milliseconds,
      hasFailed: !outcome.ok,
      attributes: {
        'door.delivery_id': id,
        'door.event_type': event_type,
        'door.attempt': attempt + 1,
        ...(outcome.response_status === null ? {} : { 'http.response.status_code': outcome.response_status }),
      },
    });
  }

  #open(sealed: Buffer, subscriptionId: string): string {
    const name = sealed.toString('latin1');
    const known = this.#secrets.get(name);
    if (known !== undefined) return known;
    const secret = this.#context.secrets.open(sealed, subscriptionId);
    if (this.#secrets.size >= OPEN_SECRETS) this.#secrets.clear();
    this.#secrets.set(name, secret);
    return secret;
  }

  record(finished: readonly FinishedAttempt[]): Promise<void> {
    return recordOutcomes(this.#context, finished, this.#onAutoPaused);
  }

  async tidy(): Promise<void> {
    await this.#giveUpStrays();
    this.#logLate();
  }

  async nextAt(now: Date): Promise<number | null> {
    const next = await this.#context.deliveries.nextAt(now);
    if (!this.#isSpreading) return next;
    const { clock } = this.#context;
    const again = clock.now() + Math.max(0, this.#spreadAgainAt - clock.monotonic());
    return next === null ? again : Math.min(next, again);
  }

  giveUp(): Promise<void> {
    this.#places.close();
    return this.#sender.close();
  }

  handBack(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    return this.#context.deliveries.handBack(deliveries);
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

  async #giveUpStrays(): Promise<void> {
    const { clock, deliveries } = this.#context;
    if (clock.monotonic() - this.#strayLook < STRAYS_EVERY_MS) return;
    this.#strayLook = clock.monotonic();
    for (const id of await deliveries.strays()) await deliveries.giveUp(id, clock.now());
  }
}

const sharesOf = (deliveries: Iterable<ClaimedDelivery>): number => {
  let sum = 0;
  for (const { shares } of deliveries) sum += shares;
  return sum;
};

/** As the claim names it. */
const originOf = (url: string): string => url.toLowerCase().split('/', 3)[2] ?? '';
