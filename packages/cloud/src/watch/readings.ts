import { feedOf } from '../changes/feed.js';
import { waitingSince } from '../changes/horizon.rules.js';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { DUTIES } from '../worker/duties.js';

/** More would cost a look at each of them, and is as bad. */
export const MAX_WAITING_COUNTED = 100_000;
const READ_EVERY_MS = 15_000;
const DEADLINE_MS = 5_000;

/**
 * In that order, the plan is the index on it, however large the table is. An event of a large write whose deliveries
 * are not made yet counts as one.
 */
const WAITING = sql.statement(
  'watch-deliveries-waiting',
  `select (select count(*) from (select from delivery where next_attempt_at is not null order by next_attempt_at limit $1) d)::int
     + (select coalesce(sum(cardinality(ids)), 0) from (select ids from outgoing order by id limit $1) o)::int as waiting`,
  { waiting: sql.present(sql.int) },
);

const BOARDS_FAILED = sql.statement(
  'watch-boards-failed',
  `select count(*)::int as failed from gateway g, jsonb_array_elements(g.heartbeat -> 'health' -> 'boards') b
   where g.online and g.revoked_at is null and jsonb_typeof(g.heartbeat -> 'health' -> 'boards') = 'array'
     and b -> 'ok' = 'false'`,
  { failed: sql.present(sql.int) },
);

/** As agents write it; PostgreSQL rejects some other times that the wire allows, and with them the whole reading. */
const WRITTEN = "'^[1-9][0-9]{3}-[-0-9:.T]+Z$'";

const CERTIFICATE_ENDS = sql.statement(
  'watch-certificate-ends',
  `select extract(epoch from min(ends::timestamptz) filter (where ends ~ ${WRITTEN}))::float8 as at
   from (select heartbeat #>> '{health,cert_expires_at}' as ends from gateway where online and revoked_at is null) g`,
  { at: sql.orNull(sql.float) },
);

const READERS = {
  async deliveriesWaiting({ pool }: Context) {
    return (await WAITING.one(pool, [MAX_WAITING_COUNTED])).waiting;
  },
  /** Each duty knows the earliest due time of its rows by an index. */
  async dueLagSeconds(context: Context) {
    let earliest = Number.POSITIVE_INFINITY;
    for (const duty of DUTIES) earliest = Math.min(earliest, (await duty.next(context)) ?? earliest);
    return Math.max(0, context.clock.now() - earliest) / 1_000;
  },
  /** How long a change has waited for an older transaction, which readers do not overtake. */
  async changesLagSeconds(context: Context) {
    const since = waitingSince(await feedOf(context).horizons.now());
    return since === null ? 0 : (context.clock.monotonic() - since) / 1_000;
  },
  async boardsFailed({ pool }: Context) {
    return (await BOARDS_FAILED.one(pool)).failed;
  },
  async gatewayCertificateEnds({ pool }: Context) {
    return (await CERTIFICATE_ENDS.one(pool)).at;
  },
};

type Name = keyof typeof READERS;

/** Values that the database gives, read at a pace of their own: however often they are asked for, it is asked as often. */
export class DatabaseReadings {
  readonly #context: Context;
  readonly #values = new Map<Name, number>();
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Null where the last reading failed, or took longer than its deadline. */
  value(name: Name): number | null {
    return this.#values.get(name) ?? null;
  }

  start(): void {
    this.#running = Promise.all((Object.keys(READERS) as Name[]).map((name) => this.#loop(name))).then(
      () => {},
    );
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #loop(name: Name): Promise<void> {
    const { clock, log } = this.#context;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const read = READERS[name](this.#context).catch((error: Error) => {
        log.debug({ metric: name, reason: error.message }, 'a metric could not be read');
        return null;
      });
      const over = new AbortController();
      const late = clock.sleep(DEADLINE_MS, AbortSignal.any([signal, over.signal])).then(
        () => null,
        () => null,
      );
      const value = await Promise.race([read, late]);
      over.abort();
      if (value === null) this.#values.delete(name);
      else this.#values.set(name, value);
      // The next one does not begin before this one is over, so that a slow database is asked no more.
      await read;
      await clock.sleep(READ_EVERY_MS, signal).catch(() => {});
    }
  }
}
