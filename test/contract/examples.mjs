// The programs in examples/, as their first lines say to run them.
import { freePort, run } from './processes.mjs';

const SOON_MS = 15_000;

export async function runExamples(site) {
  const settings = { BASE_URL: site.base_url, API_KEY: site.api_keys.full.token };
  await expectSaid(
    run(['examples/open-a-door.mjs', String(site.locks.main)], settings),
    'Main entrance: unlocked',
  );
  await expectSaid(run(['examples/backfill-events.mjs'], settings), 'access.granted');

  const port = await freePort();
  const hook = await post(site, '/webhooks', { url: `http://127.0.0.1:${port}/`, events: ['*'] });
  const receiver = run(['examples/receive-webhooks.mjs'], {
    WEBHOOK_SECRET: hook.secret,
    PORT: String(port),
  });
  await expectSaid(receiver, 'Listening');
  const ping = await post(site, `/webhooks/${hook.id}/ping`, {});
  if (ping.status !== 'delivered') throw new Error(`the ping ended as ${ping.status}: ${ping.last_error}`);
  await expectSaid(receiver, 'ping {"message"');
  const forged = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' });
  if (forged.status !== 400) throw new Error(`the receiver answered ${forged.status} to a forged webhook`);
}

async function expectSaid(program, words) {
  const deadline = performance.now() + SOON_MS;
  while (!program.said.includes(words)) {
    if (performance.now() > deadline || program.child.exitCode > 0)
      throw new Error(`an example did not say "${words}" but: ${program.said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function post(site, route, body) {
  const answer = await fetch(`${site.base_url}${route}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.api_keys.full.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
}
