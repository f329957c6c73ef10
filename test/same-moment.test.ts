import { afterAll, expect, test } from '@jest/globals';
import { createWorld } from './world.js';

const world = await createWorld();
const gateway = await world.connect();
const { main } = world.ids;
await gateway.birth([{ door: 1 }]);
afterAll(() => world.close());

const begun = async () => {
  await world.call('POST', `/locks/${main}/unlock`, { body: {} });
  return (await gateway.next('command')).id;
};
const result = (command_id: unknown) =>
  gateway.record({ kind: 'result', command_id, outcome: 'confirmed', detail: null });

test('two unlocks at the same moment are two events, the first one known by its result alone', async () => {
  const [first, second] = [await begun(), await begun()];
  await gateway.send([result(first)]);
  await gateway.send([
    gateway.record({ kind: 'relay', relay: 'strike', on: true, cause: 'command', command_id: second }),
    result(second),
  ]);
  const { data } = (await world.call('GET', '/events')).body;
  expect(data.map(({ type }: { type: string }) => type)).toEqual(['access.granted', 'access.granted']);
  expect(world.edge.ingest.quarantined).toBe(0);
});
