import { MONTHS } from '../database/periods.rules.js';
import type { Kept } from './kept.js';

/* Commands: a month is by when they were requested, which is when they were recorded. */

export const COMMANDS: Kept<null> = {
  name: 'commands',
  tables: ['command'],
  period: () => MONTHS,
  count: (config) => config.RETENTION_COMMANDS_MONTHS,
  find: async () => null,
  async carry({ client, cutoff }, aside) {
    const { before, after } = aside.get('command') ?? {};
    if (before)
      await client.query(`insert into command select * from ${before} where requested_at >= $1`, [cutoff]);
    if (after) await client.query(`insert into command select * from ${after}`);
  },
};
