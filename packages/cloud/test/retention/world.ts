import { randomUUID } from 'node:crypto';
import { partitionsOf } from '../../src/database/partitions.js';
import { monthOf, nameOfMonth } from '../../src/database/periods.rules.js';
import type * as sql from '../../src/database/statement.js';
import { emptyContext } from '../site/site-context.js';

/** A department below HQ with a door, and events written as `apply` writes them. */
export async function retentionWorld() {
  const context = await emptyContext();
  const { pool, clock } = context;
  const one = async (text: string, values: unknown[]) => (await pool.query(text, values)).rows[0].id;
  const account: number = await one('insert into account (name) values ($1) returning id', ['Acme']);
  const place = (ref: string, parent: number | null): Promise<number> =>
    one(
      `insert into location (account_id, parent_id, ref, name, timezone) values ($1, $2, $3, $3, 'UTC') returning id`,
      [account, parent, ref],
    );
  const hq = await place('hq', null);
  const lab = await place('lab', hq);
  await pool.query(
    'insert into location_ancestor (location_id, ancestor_id, depth) values ($1, $1, 0), ($2, $2, 0), ($2, $1, 1)',
    [hq, lab],
  );
  const gateway = randomUUID();
  await pool.query(
    `insert into gateway (id, account_id, location_id, ref, name, secret_hash) values ($1, $2, $3, 'gw', 'gw', $4)`,
    [gateway, account, lab, randomUUID()],
  );
  const lock = await one(
    `insert into lock (account_id, location_id, ref, name, type, gateway_id, door)
     values ($1, $2, 'main', 'Main', 'remote', $3, 1) returning id`,
    [account, lab, gateway],
  );
  const months = await partitionsOf(pool, 'event');
  const first = months[1]?.starts_at as number;

  return {
    context,
    pool,
    clock,
    ids: { account, hq, lab, lock, gateway },
    /** The start of a month, counted from the first one of the database, and its days. */
    day: (month: number, day = 0): number => monthOf(first, month) + day * 24 * 3_600_000,
    /** The name of the partition of such a month. */
    named: (month: number): string => `event_${nameOfMonth(monthOf(first, month))}`,
    moveTo: (at: number) => clock.stepWall(at - clock.now()),
    async happened(
      at: number,
      { type = 'door.opened', recorded_at = at, database = pool as sql.Database } = {},
    ): Promise<number> {
      const { rows } = await database.query(
        `with e as (insert into event (account_id, location_id, lock_id, type, occurred_at, source, recorded_at)
           values ($1, $2, $3, $4, $5, 'device', $6) returning id)
         , s as (insert into event_scope (location_id, type, occurred_at, event_id)
           select a.ancestor_id, $4, $5, e.id from e, location_ancestor a where a.location_id = $2)
         , c as (insert into change (account_id, seq, location_id, type, occurred_at, recorded_at)
           select $1, e.id, $2, $4, $5, $6 from e)
         select id from e`,
        [account, lab, lock, type, new Date(at), new Date(recorded_at)],
      );
      return rows[0].id;
    },
    /** The events there are, each with how many locations see it. */
    async seen(): Promise<[number, number][]> {
      const { rows } = await pool.query(
        `select e.id, (select count(*) from event_scope s where s.event_id = e.id and s.occurred_at = e.occurred_at) as scopes
         from event e order by e.id`,
      );
      return rows.map(({ id, scopes }) => [id, scopes]);
    },
    /** Which partition an event lies in. */
    async liesIn(id: number): Promise<string> {
      const { rows } = await pool.query('select tableoid::regclass::text as name from event where id = $1', [
        id,
      ]);
      return rows[0]?.name;
    },
    async names(table = 'event'): Promise<string[]> {
      return (await partitionsOf(pool, table)).map(({ name }) => name);
    },
  };
}
