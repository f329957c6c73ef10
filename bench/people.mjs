// People created a second, with their event and audit entry, against bare Express with one INSERT.
import { median, quick, report, say } from './lib/report.mjs';
import { furnish, issueTokens, withService } from './lib/service.mjs';
import { startWorker } from './lib/worker.mjs';

const ROUNDS = 3;
const SECONDS = quick ? 1 : 2;
const IN_FLIGHT = 32;
const MOST_REQUESTS = 8_000 * SECONDS * ROUNDS;

await withService(async (cloud) => {
  const { context } = cloud;
  const site = await furnish(context, { gateways: 1 });
  const tokens = await issueTokens(context, site, site.hq, MOST_REQUESTS);
  const caller = startWorker('http-load.mjs');
  const bare = startWorker('http-floor.mjs');
  try {
    const port = await bare.call({ task: 'listen', database: context.pool.options.connectionString });
    const body = JSON.stringify({ name: 'Somebody' });
    const ask = (base, seconds) =>
      caller.call({ task: 'ask', url: `${base}/people`, tokens, inFlight: IN_FLIGHT, seconds, body });
    const floorBase = `http://127.0.0.1:${port}/v1`;
    await ask(cloud.baseUrl, 0.5);
    await ask(floorBase, 0.5);
    const found = [];
    const floors = [];
    for (let round = 0; round < ROUNDS; round++) {
      found.push(await ask(cloud.baseUrl, SECONDS));
      floors.push(await ask(floorBase, SECONDS));
      say(`people: ${Math.round(found.at(-1))} requests/s, floor ${Math.round(floors.at(-1))}`);
    }
    report({
      bench: 'people',
      value: median(found),
      unit: 'people/s',
      better: 'higher',
      floor: median(floors),
      floor_what: 'Express 5 with one INSERT into the same table',
      goal: 0.4,
      in_flight: IN_FLIGHT,
    });
  } finally {
    await Promise.all([caller.stop(), bare.stop()]);
  }
});
