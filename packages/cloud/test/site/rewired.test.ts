import { afterAll, expect, test } from '@jest/globals';
import { createWorld } from '../../../../test/world.js';
import { applySite } from '../../src/site/apply-site.js';
import { parseSiteFile } from '../../src/site/site-file.js';

const world = await createWorld();
afterAll(() => world.close());
const { main } = world.ids;

const site = parseSiteFile(
  `
account: { name: Acme }
locations:
  - { ref: hq, name: HQ, timezone: Europe/Helsinki }
gateways:
  - { ref: gw1, name: HQ gateway, location: hq }
  - { ref: gw2, name: Another, location: hq }
locks:
  - { ref: main, name: main, place: Ground floor, location: hq, type: remote, gateway: gw2, door: 1 }
`,
  'site.yaml',
  world.clock.now(),
);
/** The gateway comes again, as a good one does whose connection is ended, and resolves with its session message. */
async function comesAgain(hold_on: boolean) {
  const gateway = await world.connect();
  const session = await gateway.birth([
    { door: 1, hold_on },
    { door: 3, contact: 'open', hold_on: false },
    { door: 4 },
  ]);
  return { gateway, holds: session.holds };
}
const isEnded = ({ client }: Awaited<ReturnType<typeof world.connect>>) =>
  client.connected ? new Promise((resolve) => client.once('close', () => resolve(true))) : true;

test('a lock that goes to another gateway while it is held leaves no hold behind', async () => {
  const { gateway } = await comesAgain(false);
  await world.call('POST', `/locks/${main}/door-mode`, { body: { mode: 'stay_open' } });
  const { id: command_id } = await gateway.next('command');
  await gateway.send([
    gateway.record({ kind: 'relay', relay: 'hold', on: true, cause: 'command', command_id }),
    gateway.record({ kind: 'result', command_id, outcome: 'confirmed' }),
  ]);
  const ended = isEnded(gateway);
  await applySite(world.context, site);
  expect(await ended).toBe(true);
  // A door that the session message does not name is off.
  expect((await comesAgain(true)).holds).toEqual([]);
});
