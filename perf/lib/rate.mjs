// Requests a second through the service, in turns with a minimal bare Express.
import { median, quick, report, say } from './report.mjs';
import { furnish, issueTokens, withService } from './service.mjs';
import { startWorker } from './worker.mjs';

const ROUNDS = 3;
const SECONDS = quick ? 1 : 2;
const IN_FLIGHT = 32;
/** A key may ask 600 times a minute, so there are as many keys as the quickest machine needs. */
const MAX_REQUESTS = 20_000 * SECONDS * ROUNDS;

/** `request(site)` gives the path below /v1, and the body where it is to be posted; `prepare` what must be there first. */
export async function measureRate({ measure, unit, goal, floor_what, request, prepare }) {
  await withService(async (cloud) => {
    const { context } = cloud;
    const site = await furnish(context, { gateways: 1 });
    await prepare?.(context.pool);
    const tokens = await issueTokens(context, site, site.hq, MAX_REQUESTS);
    const caller = startWorker('http-load.mjs');
    const bare = startWorker('http-floor.mjs');
    try {
      const port = await bare.call({ task: 'listen', database: context.pool.options.connectionString });
      const { path, body } = request(site);
      const ask = (base, seconds) =>
        caller.call({ task: 'ask', url: `${base}${path}`, tokens, inFlight: IN_FLIGHT, seconds, body });
      const floorBase = `http://127.0.0.1:${port}/v1`;
      await ask(cloud.baseUrl, 0.5);
      await ask(floorBase, 0.5);
      const found = [];
      const floors = [];
      for (let round = 0; round < ROUNDS; round++) {
        found.push(await ask(cloud.baseUrl, SECONDS));
        floors.push(await ask(floorBase, SECONDS));
        say(`${measure}: ${Math.round(found.at(-1))} ${unit}, floor ${Math.round(floors.at(-1))}`);
      }
      const [value, floor] = [median(found), median(floors)];
      report({ measure, value, unit, better: 'higher', floor, floor_what, goal, in_flight: IN_FLIGHT });
    } finally {
      await Promise.all([caller.stop(), bare.stop()]);
    }
  });
}
