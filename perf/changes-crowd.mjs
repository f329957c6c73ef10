// Writes changes and reads them, and notes each commit.
import { transaction } from '../packages/cloud/dist/context.js';
import { createPool } from '../packages/cloud/dist/database/pool.js';
import { enqueueDeliveries } from '../packages/cloud/dist/deliveries/enqueue.js';
import { crowd } from './lib/crowd.mjs';
import { percentiles } from './lib/report.mjs';
import { note, serve } from './lib/worker.mjs';

serve({
  async crowd({ baseUrl, tokens, changes, pace, warmUp, url, location }) {
    const pool = createPool(url, { applicationName: 'perf', max: 16, onError: () => {} });
    try {
      const { delays, added, ...found } = await crowd({
        baseUrl,
        tokens,
        changes,
        pace,
        warmUp,
        random: Math.random,
        transact: (work) => transaction(pool, work),
        write: (client, numbers) =>
          enqueueDeliveries(
            client,
            numbers.map((number) => ({
              type: 'person.updated',
              location_id: location,
              data: { number },
              created_at: new Date(),
            })),
          ),
        nudge: () => note('committed'),
      });
      return { ...found, ...percentiles(delays), added: percentiles(added) };
    } finally {
      await pool.end();
    }
  },
});
