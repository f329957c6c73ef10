import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import { afterLook, type Horizon, type Look, NO_HORIZON, waitingSince } from './horizon.rules.js';

/**
 * SQL: the last number drawn. `last_value` of the sequence's own row would be up to 32 ahead for a moment: while `nextval` logs
 * numbers in advance, the row has the last of them, and a select reads it without the lock (PostgreSQL, `nextval_internal`).
 */
export const LAST_DRAWN = "coalesce(pg_sequence_last_value('event_id_seq'), 0)";

/** Nothing else is read: the transactions under way are looked at after it. */
const LAST = sql.statement(
  'changes-last',
  `select ${LAST_DRAWN} as last, coalesce((select max(e.id) from change_epoch e), 0) as epoch`,
  { last: sql.present(sql.bigint), epoch: sql.present(sql.bigint) },
  { brief: true },
);

/**
 * SQL: the next number of a transaction. The end of a snapshot is only behind the last that has ended; `age` counts from the
 * next one, in 32 bits.
 */
const NEXT = `s.ended + mod(mod(age('3'::xid)::bigint + 3 - s.ended, 4294967296) + 4294967296, 4294967296)`;
const SNAPSHOT = `(select pg_snapshot_xmin(s)::text::bigint as xmin, pg_snapshot_xmax(s)::text::bigint as ended
   from pg_current_snapshot() s) s`;

/** Transactions with a number, of the whole cluster; one that only reads has none. */
const UNDER_WAY = sql.statement(
  'changes-under-way',
  `select s.xmin, ${NEXT} as next from ${SNAPSHOT}`,
  { xmin: sql.present(sql.bigint), next: sql.present(sql.bigint) },
  { brief: true },
);

/**
 * Only those that have drawn a number, which they keep a lock on the sequence for until they end. Dearer than the first, as
 * it looks at all locks. Locks are not looked at in one moment: one whose number is not seen any more has ended meanwhile, as
 * numbers of changes are drawn by transactions that have one.
 */
const DRAWING = sql.statement(
  'changes-drawing',
  `with held as materialized (
     select l.locktype, l.mode, l.relation, l.transactionid, l.virtualtransaction from pg_locks l
     where l.granted and (l.locktype = 'transactionid' or l.relation = 'event_id_seq'::regclass
       and l.database = (select d.oid from pg_database d where d.datname = current_database()))
   ), drawing as (
     select min(x.transactionid::text::bigint - mod(s.ended, 4294967296)) as ahead, s.ended
     from (select distinct h.virtualtransaction from held h where h.mode = 'RowExclusiveLock' and h.relation is not null) h
       join held x on x.virtualtransaction = h.virtualtransaction and x.locktype = 'transactionid'
         and x.mode = 'ExclusiveLock'
       cross join ${SNAPSHOT}
     group by h.virtualtransaction, s.ended
   )
   select coalesce((select min(d.ended + case when d.ahead > 2147483647 then d.ahead - 4294967296
       when d.ahead < -2147483648 then d.ahead + 4294967296 else d.ahead end) from drawing d), ${NEXT}) as xmin,
     ${NEXT} as next
   from ${SNAPSHOT}`,
  { xmin: sql.present(sql.bigint), next: sql.present(sql.bigint) },
  { brief: true },
);

/** Looks in a row for what was drawn at the first to be decided; beyond them, some transaction takes its time. */
const LOOKS = 6;
/** After so many of them, those that have drawn nothing are left out. */
const PLAIN_LOOKS = 2;

/** How long those who ask for the end wait for transactions that are older than this process. */
const KNOWN_WITHIN_MS = 10_000;
export const LOOK_AGAIN_MS = 100;
const UNKNOWN =
  'A transaction that began before this process did has not ended yet; retry with backoff, and see the metric door_changes_lag_seconds.';

/** How far changes are decided, as a process knows it. */
export class Horizons {
  readonly #context: Pick<Context, 'pool' | 'clock'>;
  #horizon: Horizon = NO_HORIZON;
  #looking: Promise<Horizon> | null = null;
  #next: Promise<Horizon> | null = null;

  constructor(context: Pick<Context, 'pool' | 'clock'>) {
    this.#context = context;
  }

  /** The last number that was drawn. */
  async last(): Promise<number> {
    return (await LAST.one(this.#context.pool)).last;
  }

  /** All that was committed before the call, unless an older transaction takes its time. */
  now(): Promise<Horizon> {
    if (this.#looking === null) return this.#begin();
    // Callers at the same time share one look, which begins after they have called.
    this.#next ??= this.#looking.then(
      () => this.#begin(),
      () => this.#begin(),
    );
    return this.#next;
  }

  /** The same, for those who take it for the end. @throws 500 while an older transaction hides where that is */
  async known(): Promise<Horizon> {
    const { clock } = this.#context;
    const until = clock.monotonic() + KNOWN_WITHIN_MS;
    for (;;) {
      const horizon = await this.now();
      if (horizon.safe > 0 || horizon.last === 0) return horizon;
      if (clock.monotonic() >= until) throw new ApiError('server_error', { message: UNKNOWN });
      await clock.sleep(LOOK_AGAIN_MS);
    }
  }

  #begin(): Promise<Horizon> {
    this.#next = null;
    this.#looking = this.#ask().finally(() => {
      if (this.#next === null) this.#looking = null;
    });
    return this.#looking;
  }

  async #ask(): Promise<Horizon> {
    const { pool, clock } = this.#context;
    const drawn = await LAST.one(pool);
    // What was waited for before takes its time, and who waits for it looks again.
    const atMost = waitingSince(this.#horizon) === null ? LOOKS : PLAIN_LOOKS + 1;
    for (let looks = 0; looks < atMost; looks++) {
      const underWay = looks < PLAIN_LOOKS ? UNDER_WAY : DRAWING;
      const look: Look = { ...drawn, ...(await underWay.one(pool)) };
      this.#horizon = afterLook(this.#horizon, look, clock.monotonic());
      if (this.#horizon.safe >= drawn.last) break;
    }
    return this.#horizon;
  }
}
