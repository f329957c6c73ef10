import { DAYS, MONTHS } from '../database/periods.rules.js';
import { ENDED_COLUMNS, INTO_ENDED } from '../deliveries/ended.js';
import type { Kept } from './kept.js';

/* Deliveries that have ended: a day is by when they were created. One that waits is kept until it has ended. */

export const DELIVERIES: Kept<null> = {
  name: 'deliveries',
  tables: ['delivery_ended'],
  // For ever, there would be too many days.
  period: (config) => (config.RETENTION_DELIVERIES_DAYS === 0 ? MONTHS : DAYS),
  count: (config) => config.RETENTION_DELIVERIES_DAYS,

  /** A process of an earlier version ends deliveries where they wait. */
  async find({ client }) {
    await client.query(
      `with ended as (delete from delivery where next_attempt_at is null returning *)
       ${INTO_ENDED} select ${ENDED_COLUMNS} from ended`,
    );
    return null;
  },

  async carry({ client, cutoff }, aside) {
    const { before, after } = aside.get('delivery_ended') ?? {};
    if (before)
      await client.query(`insert into delivery_ended select * from ${before} where created_at >= $1`, [
        cutoff,
      ]);
    if (after) await client.query(`insert into delivery_ended select * from ${after}`);
  },
};
