// Authenticated reads of one lock a second, against bare Express with one SELECT.
import { median, quick, report, say } from './lib/report.mjs';
import { furnish, issueTokens, withService } from './lib/service.mjs';
import { startWorker } from './lib/worker.mjs';

const ROUNDS = 3;
const SECONDS = quick ? 1 : 2;
const IN_FLIGHT = 32;
const MOST_REQUESTS = 20_000 * SECONDS * ROUNDS;

await withService(async (cloud) => {
  const { context } = cloud;
  const site = await furnish(context, { gateways: 1 });
  const tokens = await issueTokens(context, site, site.hq, MOST_REQUESTS);
  const caller = startWorker('http-load.mjs');
  const bare = startWorker('http-floor.mjs');
  try {
    const port = await bare.call({ task: 'listen', database: context.pool.options.connectionString });
    const path = `/locks/${site.locks[0]}`;
    const ask = (base, seconds) =>
      caller.call({ task: 'ask', url: `${base}${path}`, tokens, inFlight: IN_FLIGHT, seconds });
    const floorBase = `http://127.0.0.1:${port}/v1`;
    await ask(cloud.baseUrl, 0.5);
    await ask(floorBase, 0.5);
    const found = [];
    const floors = [];
    for (let round = 0; round < ROUNDS; round++) {
      found.push(await ask(cloud.baseUrl, SECONDS));
      floors.push(await ask(floorBase, SECONDS));
      say(`http: ${Math.round(found.at(-1))} requests/s, floor ${Math.round(floors.at(-1))}`);
    }
    report({
      bench: 'http',
      value: median(found),
      unit: 'requests/s',
      better: 'higher',
      floor: median(floors),
      floor_what: 'Express 5 with one indexed SELECT',
      goal: 0.5,
      in_flight: IN_FLIGHT,
    });
  } finally {
    await Promise.all([caller.stop(), bare.stop()]);
  }
});
