import { LAST_DRAWN } from '../changes/horizon.js';
import { MONTHS } from '../database/periods.rules.js';
import { unhurried } from '../database/pool.js';
import type { Kept } from './kept.js';

/*
 * Events and their scopes, and changes. A month of events is by when things occurred; what counts is when they were
 * recorded. So of a month that is dropped, what an offline gateway delivered late stays, before the months, until a later
 * drop finds it over too. A month of changes is by when they were recorded: with it goes nothing that is kept.
 */

/** More events than are written while any transaction lasts: what was found may lack those of transactions under way. */
const UNDER_WAY = 200_000;

interface Late {
  /** By partition: the events recorded since. */
  ids: ReadonlyMap<string, readonly number[]>;
  /** Events from this id on were not all seen. */
  from: number;
  /** The end of the last month that goes. */
  until: Date | null;
  /** The last change that goes, null where none does. */
  floor: number | null;
}

export const EVENTS: Kept<Late> = {
  name: 'events',
  tables: ['event', 'event_scope', 'change'],
  period: () => MONTHS,
  count: (config) => config.RETENTION_EVENTS_MONTHS,

  async find({ client, cutoff }, months) {
    const { rows } = await client.query(`select ${LAST_DRAWN} as last`);
    const ids = new Map<string, number[]>();
    const until = months.at(-1)?.ends_at;
    const floor = await client.query(
      unhurried('select max(seq) as seq from change where recorded_at < $1', [new Date(until ?? 0)]),
    );
    for (const { name } of months) {
      const late = await client.query(
        unhurried(`select array_agg(id) as ids from ${name} where recorded_at >= $1`, [cutoff]),
      );
      ids.set(name, (late.rows[0].ids ?? []).map(Number));
    }
    return {
      ids,
      from: Number(rows[0].last) - UNDER_WAY,
      until: until === undefined ? null : new Date(until),
      floor: floor.rows[0].seq,
    };
  },

  async carry({ client, cutoff }, aside, late) {
    const events = aside.get('event');
    const scopes = aside.get('event_scope');
    const changes = aside.get('change');
    for (const [month, ids] of late.ids) {
      const from = events?.months.find((name) => name.endsWith(month));
      await client.query(
        `insert into event select * from ${from} where (id = any($1) or id > $2) and recorded_at >= $3`,
        [ids, late.from, cutoff],
      );
    }
    if (events?.before)
      await client.query(`insert into event select * from ${events.before} where recorded_at >= $1`, [
        cutoff,
      ]);
    if (late.until) {
      await client.query(
        `insert into event_scope (location_id, type, occurred_at, event_id)
         select a.ancestor_id, e.type, e.occurred_at, e.id
         from event_before e join location_ancestor a on a.location_id = e.location_id`,
      );
      // An alarm was recorded before it was acknowledged.
      await client.query('delete from alarm_acknowledgement where acknowledged_at < $1', [late.until]);
      await client.query('delete from alarm_notice where at < $1', [late.until]);
      await client.query('delete from alarm where opened_at < $1 and due_at is null', [late.until]);
    }
    if (events?.after) await client.query(`insert into event select * from ${events.after}`);
    if (scopes?.after) await client.query(`insert into event_scope select * from ${scopes.after}`);
    if (late.floor !== null)
      await client.query('update change_floor set seq = greatest(seq, $1)', [late.floor]);
    if (changes?.after) await client.query(`insert into change select * from ${changes.after}`);
  },
};
