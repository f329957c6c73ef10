import { afterAll, expect, test } from '@jest/globals';
import { createWorld } from '../../../../test/world.js';
import { applySite } from '../../src/site/apply-site.js';
import { parseSiteFile, type SiteFile } from '../../src/site/site-file.js';

const world = await createWorld();
afterAll(() => world.close());
const { main } = world.ids;

const siteWith = (gateway: string, door: number) =>
  parseSiteFile(
    `
account: { name: Acme }
locations:
  - { ref: hq, name: HQ, timezone: Europe/Helsinki }
gateways:
  - { ref: gw1, name: HQ gateway, location: hq }
  - { ref: gw2, name: Another, location: hq }
locks:
  - { ref: main, name: main, place: Ground floor, location: hq, type: remote, gateway: ${gateway}, door: ${door} }
`,
    'site.yaml',
    world.clock.now(),
  );

/** The world's rows were made by no file, so that the first one has to take them. */
const rewire = (file: SiteFile) => applySite(world.context, file, { takeBack: true });

/** The gateway comes again, as a good one does whose connection is ended, and resolves with its session message. */
async function comesAgain(hold_on = false) {
  const gateway = await world.connect();
  const session = await gateway.birth([
    { door: 1, hold_on },
    { door: 3, contact: 'open', hold_on: false },
    { door: 4 },
    { door: 9 },
  ]);
  return { gateway, holds: session.holds };
}
const isEnded = ({ client }: Awaited<ReturnType<typeof world.connect>>) =>
  client.connected ? new Promise((resolve) => client.once('close', () => resolve(true))) : true;

test('a lock that goes to another gateway while it is held leaves no hold behind', async () => {
  const { gateway } = await comesAgain();
  await world.call('POST', `/locks/${main}/door-mode`, { body: { mode: 'stay_open' } });
  const { id: command_id } = await gateway.next('command');
  await gateway.send([
    gateway.record({ kind: 'relay', relay: 'hold', on: true, cause: 'command', command_id }),
    gateway.record({ kind: 'result', command_id, outcome: 'confirmed' }),
  ]);
  const ended = isEnded(gateway);
  await rewire(siteWith('gw2', 1));
  expect(await ended).toBe(true);
  // A door that the session message does not name is off.
  expect((await comesAgain(true)).holds).toEqual([]);
});

test('an edge at a new door that bears the time of one at the old door is reported a moment later, not set aside', async () => {
  const opens = async (door: number, seq: number) => {
    await rewire(siteWith('gw1', door));
    const { gateway } = await comesAgain();
    await gateway.send([
      { ...gateway.record({ door, kind: 'contact', state: 'open', snapshot: false }), seq },
    ]);
    await gateway.end();
  };
  await opens(1, 1);
  await opens(9, 1);
  const { rows } = await world.context.pool.query(
    "select occurred_at from event where type = 'door.opened' and lock_id = $1 order by occurred_at",
    [main],
  );
  const [first, second] = rows.map(({ occurred_at }) => occurred_at.getTime());
  expect(second - first).toBe(1);
});

test('a lock that comes below a location with an emergency is under it, and is not once it has left', async () => {
  const site = (place: string, door: number) =>
    parseSiteFile(
      `
account: { name: Acme }
locations:
  - { ref: hq, name: HQ, timezone: Europe/Helsinki }
  - { ref: yard, name: Yard, parent: hq }
gateways:
  - { ref: gw1, name: HQ gateway, location: hq }
locks:
  - { ref: gate, name: gate, place: Yard, location: ${place}, type: remote, gateway: gw1, door: ${door} }
`,
      'site.yaml',
      world.clock.now(),
    );
  const { result } = await applySite(world.context, site('hq', 21));
  const { yard } = result.locations as { yard: number };
  const { gate } = result.locks as { gate: number };
  const emergency = async () => (await world.call('GET', `/locks/${gate}`)).body.emergency;
  const wanted = { mode: 'lockdown', reason: 'Wolves' };
  const { body } = await world.call('POST', `/locations/${yard}/emergency`, { body: wanted });
  expect([body.doors, await emergency()]).toEqual([[], undefined]);
  await applySite(world.context, site('yard', 21));
  expect(await emergency()).toBe('lockdown');
  // At another door, too, of which nothing is known.
  await applySite(world.context, site('yard', 22));
  expect(await emergency()).toBe('lockdown');
  await applySite(world.context, site('hq', 22));
  expect(await emergency()).toBeUndefined();
  const left = (await world.call('GET', `/emergencies/${body.id}`)).body;
  expect(left.doors).toMatchObject([{ lock: { id: gate, name: 'gate' } }]);
});
