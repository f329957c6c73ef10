import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import { afterLook, type Horizon, type Look, NO_HORIZON } from './horizon.rules.js';

/** The last number drawn. Nothing else is read: the transactions under way are looked at after it. */
const LAST = sql.statement(
  'changes-last',
  `select case when s.is_called then s.last_value else s.last_value - 1 end as last,
          coalesce((select max(e.id) from change_epoch e), 0) as epoch
   from event_id_seq s`,
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
 * The same without those of other databases of the cluster, which can hold back nothing here; one that cannot be recognised
 * counts. Dearer than the first, as it looks at locks: a transaction with a number has one on it.
 */
const UNDER_WAY_HERE = sql.statement(
  'changes-under-way-here',
  `with looked as materialized (select s.ended, ${NEXT} as next from ${SNAPSHOT}),
   other as materialized (
     select l.transactionid::text::bigint as xid from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted
       and a.datid <> (select d.oid from pg_database d where d.datname = current_database())
   ), under_way as (
     select x::text::bigint as xid from pg_snapshot_xip(pg_current_snapshot()) x
     union all select generate_series(k.ended, k.next - 1) from looked k
   )
   select coalesce((select min(u.xid) from under_way u where u.xid % 4294967296 not in (select xid from other)),
     k.next) as xmin, k.next
   from looked k`,
  { xmin: sql.present(sql.bigint), next: sql.present(sql.bigint) },
  { brief: true },
);

/** Looks in a row for what was drawn at the first to be decided; beyond them, some transaction takes its time. */
const LOOKS = 6;
/** After so many of them, those of other databases are recognised. */
const PLAIN_LOOKS = 2;

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
    const horizon = await this.now();
    if (horizon.safe === 0 && horizon.last > 0) throw new ApiError('server_error', { message: UNKNOWN });
    return horizon;
  }

  /** A cursor says that numbers up to it were decided when it was given. */
  learn(epoch: number, seq: number): void {
    if (epoch === this.#horizon.epoch && seq > this.#horizon.safe && seq <= this.#horizon.last)
      this.#horizon = { ...this.#horizon, safe: seq };
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
    for (let looks = 0; looks < LOOKS; looks++) {
      const underWay = looks < PLAIN_LOOKS ? UNDER_WAY : UNDER_WAY_HERE;
      const look: Look = { ...drawn, ...(await underWay.one(pool)) };
      this.#horizon = afterLook(this.#horizon, look, clock.monotonic());
      if (this.#horizon.safe >= drawn.last) break;
    }
    return this.#horizon;
  }
}
