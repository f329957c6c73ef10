import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import type { Caller } from '../http/endpoint.js';
import { Horizons } from './horizon.js';
import { NO_HORIZON, pauseAfter, SHORTEST_PAUSE_MS } from './horizon.rules.js';
import { positionOf, type Reading, recordedSince } from './page.js';
import { cursorOf, endAt, type Position } from './position.js';
import { type Change, changesOf, TAIL } from './rows.js';

/*
 * Hands what is committed to all readers of this process that wait for it: one look and one statement, however many they
 * are. Nudges say when; a process that writes without nudging, such as a command beside the service, is found by a look
 * at the last number every few seconds.
 */

/** A change that a reader wants. */
export interface Handed {
  cursor: string;
  change: Change;
  /** Its text without the opening brace. */
  rest: string;
  position: Position;
}

/** Someone who waits at the end. */
export interface Reader extends Reading {
  caller: Caller;
  /** Up to where it has everything. */
  position: Position;
  /** What it wants of what came, at least one, up to its new position. */
  take(changes: readonly Handed[]): void;
  /** Its API key is over, or the service stops. */
  end(reason: 'key' | 'stop'): void;
  /** Every 15 seconds. */
  beat?(): void;
}

type TailRow = sql.Row<typeof TAIL>;

interface Tail {
  position: Position;
  readers: Set<Reader>;
}

const LOOK_EVERY_MS = 5_000;
/** A revoked key has no stream any more within 5 seconds. */
const CHECK_KEYS_EVERY_MS = 4_000;
const BEAT_EVERY_MS = 15_000;
const ACCOUNTS_AT_ONCE = 100;
const CHANGES_AT_ONCE = 500;

const LIVING = sql.statement(
  'changes-living-keys',
  `select k.id, k.location_id, k.scopes from api_key k join account a on a.id = k.account_id
   where k.id = any($1::int[]) and k.revoked_at is null and k.expires_at > $2 and not a.platform_mode`,
  { id: sql.int, location_id: sql.int, scopes: sql.arrayOf(sql.text) },
);

type Tools = Pick<Context, 'pool' | 'clock' | 'nudge' | 'log' | 'secrets'>;

export class ChangeFeed {
  readonly horizons: Horizons;
  readonly #context: Tools;
  readonly #tails = new Map<number, Tail>();
  /** Accounts in which something may have come, up to this number; null: up to the last one. */
  readonly #called = new Map<number, number | null>();
  #horizon = NO_HORIZON;
  /** While someone reads. */
  #open: AbortController | null = null;
  #wake = () => {};
  /** The loop that hands out, and the one before it: one at a time, as they share the bell. */
  #handing: Promise<void> = Promise.resolve();
  #count = 0;
  #isStopped = false;

  constructor(context: Tools) {
    this.#context = context;
    this.horizons = new Horizons(context);
    context.nudge.on('change', (account) => this.#call([account]));
    context.nudge.on('missed', () => this.#call(this.#tails.keys()));
  }

  /** False where something came behind the reader's position already: it has to read on first. */
  join(reader: Reader): boolean {
    if (this.#isStopped) throw new ApiError('server_error');
    const { accountId } = reader.caller;
    const tail = this.#tails.get(accountId) ?? { position: reader.position, readers: new Set() };
    if (reader.position.seq < tail.position.seq) return false;
    this.#tails.set(accountId, tail);
    tail.readers.add(reader);
    this.#count++;
    if (this.#open === null) this.#begin();
    // What came since its last page has nudged no one who listened.
    if (tail.readers.size === 1) this.#call([accountId]);
    return true;
  }

  leave(reader: Reader): void {
    const { accountId } = reader.caller;
    const tail = this.#tails.get(accountId);
    if (!tail?.readers.delete(reader)) return;
    this.#count--;
    if (tail.readers.size === 0) this.#tails.delete(accountId);
    if (this.#count === 0) {
      this.#open?.abort();
      this.#open = null;
    }
  }

  stop(): void {
    this.#isStopped = true;
    for (const reader of this.#readers()) this.#end(reader, 'stop');
  }

  *#readers(): Iterable<Reader> {
    for (const { readers } of [...this.#tails.values()]) yield* [...readers];
  }

  #end(reader: Reader, reason: 'key' | 'stop'): void {
    this.leave(reader);
    reader.end(reason);
  }

  #call(accounts: Iterable<number>): void {
    for (const account of accounts) if (this.#tails.has(account)) this.#called.set(account, null);
    if (this.#called.size > 0) this.#wake();
  }

  #begin(): void {
    this.#open = new AbortController();
    const { signal } = this.#open;
    this.#handing = this.#handing.then(() => this.#handOut(signal));
    void this.#every(CHECK_KEYS_EVERY_MS, signal, () => this.#checkKeys());
    void this.#every(LOOK_EVERY_MS, signal, () => this.#look());
    void this.#every(BEAT_EVERY_MS, signal, async () => {
      for (const reader of this.#readers()) reader.beat?.();
    });
  }

  async #every(ms: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await this.#context.clock.sleep(ms, signal).catch(() => {});
      if (signal.aborted) return;
      await work().catch((error: Error) =>
        this.#context.log.warn({ reason: error.message }, 'changes could not be looked for; trying again'),
      );
    }
  }

  async #look(): Promise<void> {
    const last = await this.horizons.last();
    this.#call([...this.#tails].filter(([, { position }]) => position.seq < last).map(([id]) => id));
  }

  async #checkKeys(): Promise<void> {
    const { pool, clock } = this.#context;
    const ids = new Set([...this.#readers()].map(({ caller }) => caller.apiKey.id));
    const rows = await LIVING.rows(pool, [[...ids], new Date(clock.now())]);
    const living = new Map(rows.map((row) => [row.id, row]));
    for (const reader of this.#readers()) {
      const { apiKey, locationId, scopes } = reader.caller;
      const key = living.get(apiKey.id);
      const isSame = key?.location_id === locationId && key.scopes.length === scopes.size;
      if (!isSame) this.#end(reader, 'key');
    }
  }

  async #handOut(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#context;
    signal.addEventListener('abort', () => this.#wake(), { once: true });
    let stuckSince = clock.monotonic();
    while (!signal.aborted) {
      if (this.#called.size === 0) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        stuckSince = clock.monotonic();
        continue;
      }
      const { safe } = this.#horizon;
      const isDone = await this.#handOutOnce().catch((error: Error) => {
        log.warn({ reason: error.message }, 'changes could not be handed out; trying again');
        return false;
      });
      if (signal.aborted) return;
      const now = clock.monotonic();
      if (isDone || this.#horizon.safe > safe) stuckSince = now;
      await this.#pause(pauseAfter(now - stuckSince), signal);
    }
  }

  /** What is waited for may be what a nudge is of, so that the shortest pause is enough. */
  async #pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#context;
    const nudged = new AbortController();
    this.#wake = () => nudged.abort();
    await clock.sleep(SHORTEST_PAUSE_MS, signal).catch(() => {});
    const rest = milliseconds - SHORTEST_PAUSE_MS;
    if (rest > 0) await clock.sleep(rest, AbortSignal.any([signal, nudged.signal])).catch(() => {});
  }

  /** @returns whether all that was called for is handed out */
  async #handOutOnce(): Promise<boolean> {
    const called = [...this.#called].slice(0, ACCOUNTS_AT_ONCE);
    for (const [account] of called) this.#called.delete(account);
    try {
      this.#horizon = await this.horizons.now();
      await this.#give(called.map(([account]) => account));
    } catch (error) {
      for (const [account] of called) this.#called.set(account, null);
      throw error;
    }
    const { safe, last } = this.#horizon;
    for (const [account, until] of called)
      if ((until ?? last) > safe && !this.#called.has(account)) this.#called.set(account, until ?? last);
    return this.#called.size === 0;
  }

  async #give(accounts: readonly number[]): Promise<void> {
    const { safe, epoch } = this.#horizon;
    const asked = accounts.flatMap((account) => {
      const tail = this.#tails.get(account);
      return tail && tail.position.seq < safe ? [{ account, tail, from: tail.position }] : [];
    });
    if (asked.length === 0) return;
    const since = Math.min(...asked.map(({ from }) => recordedSince(from).getTime()));
    const rows = await TAIL.rows(this.#context.pool, [
      asked.map(({ account }) => account),
      asked.map(({ from }) => from.seq),
      safe,
      new Date(since),
      CHANGES_AT_ONCE,
    ]);
    const changes = await changesOf(this.#context.pool, rows);
    for (const { account, tail, from } of asked) {
      const theirs = rows.filter((row) => row.account_id === account);
      const last = theirs.at(CHANGES_AT_ONCE - 1);
      tail.position = last
        ? positionOf(last, epoch)
        : endAt(this.#context, this.#horizon, theirs.at(-1)?.recorded_at.getTime() ?? from.at);
      // There is more.
      if (last && this.#tails.get(account) === tail) this.#called.set(account, null);
      handTo(tail, from, this.#handed(changes.filter(({ row }) => row.account_id === account)));
    }
  }

  /** What readers at one location want of these types: the same texts for all of them. */
  #handed(changes: Awaited<ReturnType<typeof changesOf<TailRow>>>) {
    const { epoch } = this.#horizon;
    const texts = changes.map(({ change }) => JSON.stringify(change).slice(1));
    const made = new Map<string, Handed[]>();
    return ({ caller, types }: Reader): readonly Handed[] => {
      const key = `${caller.locationId} ${types.join()}`;
      const known = made.get(key);
      if (known) return known;
      const handed = changes.flatMap(({ row, change }, index) => {
        if (!row.above.includes(caller.locationId) || !types.includes(row.type)) return [];
        const position = positionOf(row, epoch);
        const cursor = cursorOf(this.#context, caller, position);
        return [{ cursor, change, position, rest: texts[index] as string }];
      });
      made.set(key, handed);
      return handed;
    };
  }
}

/** A reader may have read on by itself, beyond where the others were. */
function handTo(tail: Tail, from: Position, handedTo: (reader: Reader) => readonly Handed[]): void {
  for (const reader of [...tail.readers]) {
    const all = handedTo(reader);
    const { seq } = reader.position;
    const handed = seq > from.seq ? all.filter(({ position }) => position.seq > seq) : all;
    if (tail.position.seq > seq) reader.position = tail.position;
    if (handed.length > 0) reader.take(handed);
  }
}

const feeds = new WeakMap<Context['nudge'], ChangeFeed>();

/** The one of a process. */
export function feedOf(context: Context): ChangeFeed {
  const known = feeds.get(context.nudge);
  if (known) return known;
  const feed = new ChangeFeed(context);
  feeds.set(context.nudge, feed);
  return feed;
}
