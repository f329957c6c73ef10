// What the real agent costs on a gateway: time from spawn to its session, and memory at the start and after 1,000 records.
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startAgent } from './lib/agent.mjs';
import { median, quick, report, say } from './lib/report.mjs';
import { furnish, withService } from './lib/service.mjs';

const STARTS = quick ? 2 : 5;
const RECORDS = 1_000;
const MAX_RSS_MB = 90;
const LONGEST_START_MS = 1_500;
const DEADLINE_MS = 30_000;

await withService(async (cloud, dir) => {
  const { context } = cloud;
  const site = await furnish(context, { gateways: STARTS, doors: 4 });
  const starts = [];
  const fresh = [];
  let used = null;
  for (const gateway of site.gateways) {
    const home = path.join(dir, `home-${gateway.id}`);
    await mkdir(home);
    const agent = await startAgent({ url: cloud.mqttUrl, gateway, dir: home });
    try {
      starts.push(agent.readyMs);
      await sleep(500);
      fresh.push(agent.rssMb());
      say(`agent: ready after ${Math.round(agent.readyMs)} ms, ${fresh.at(-1)?.toFixed(1)} MB`);
      if (gateway === site.gateways.at(-1)) {
        await makeRecords(context, gateway);
        used = agent.rssMb();
      }
    } finally {
      await agent.stop();
    }
  }
  const shared = { measure: 'agent', better: 'lower' };
  const figures = { rss_mb_start: median(fresh), records: RECORDS };
  report({ ...shared, value: used, unit: 'MB RSS', valueGoal: MAX_RSS_MB, ...figures });
  report({ ...shared, value: median(starts), unit: 'ms to session', valueGoal: LONGEST_START_MS, starts });
});

/** Sends unlock commands to all doors, as the service does, until the journal has brought this many records. */
async function makeRecords({ pool, downlink, clock }, gateway) {
  const { rows } = await pool.query('select session from gateway where id = $1', [gateway.id]);
  const { session } = rows[0];
  const began = performance.now();
  for (let index = 0; ; index++) {
    const { rows: marks } = await pool.query('select last_seq from journal_mark where gateway_id = $1', [
      gateway.id,
    ]);
    if (marks[0]?.last_seq >= RECORDS) return;
    if (performance.now() - began > DEADLINE_MS) throw new Error('the agent made too few records');
    const now = clock.now();
    await downlink.publish(gateway.id, session, 'command', {
      v: 1,
      id: randomUUID(),
      session,
      door: 1 + (index % gateway.doors),
      type: 'unlock',
      strike_ms: 1000,
      issued_at: new Date(now).toISOString(),
      expires_at: new Date(now + 10_000).toISOString(),
    });
    await sleep(1);
  }
}
