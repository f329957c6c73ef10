import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { createWorld } from './world.js';

/* Another implementation may write its ids in upper case: they are the same ids. */

const world = await createWorld();
afterAll(() => world.close());
const upper = (id: string) => id.toUpperCase();
const journal = randomUUID();
const shouting = await world.connect({
  id: upper(world.gateway.id),
  boot: upper(randomUUID()),
  journal: upper(journal),
});

test('a gateway whose id is in upper case is answered on the topics that it takes', async () => {
  expect(await shouting.birth()).toMatchObject({ session: shouting.session });
  expect((await world.call('GET', `/locks/${world.ids.main}`)).body.online).toBe(true);
});

test('its result counts, though it writes the id of the command in upper case', async () => {
  const { body } = await world.call('POST', `/locks/${world.ids.main}/unlock`, { body: {} });
  const { id } = (await shouting.next('command')) as { id: string };
  const command_id = upper(id);
  const strike = { kind: 'relay', relay: 'strike', on: true, cause: 'command', command_id };
  await shouting.send([
    shouting.record(strike),
    shouting.record({ kind: 'result', command_id, outcome: 'confirmed' }),
  ]);
  const { status } = (await world.call('GET', `/locks/${world.ids.main}/commands/${body.id}`)).body;
  expect(status).toBe('confirmed');
});

test('a journal is one journal in either case: what was had is not taken again', async () => {
  const record = shouting.record({ kind: 'contact', state: 'open', snapshot: false });
  await shouting.send([record]);
  const message = JSON.stringify({ v: 1, journal, records: [record] });
  await shouting.publish(`gateways/${shouting.id}/up/journal`, message);
  expect((await world.call('GET', '/door_events?type=door.opened')).body.data).toHaveLength(1);
});

test('one gateway has one connection, however its id is spelled', async () => {
  const gone = new Promise<void>((resolve) => shouting.client.once('close', () => resolve()));
  const plain = await world.connect();
  await gone;
  await plain.birth();
  expect((await world.call('GET', `/locks/${world.ids.main}`)).body.online).toBe(true);
});

test('the topics of another gateway stay closed in either case', async () => {
  const one = await world.connect();
  const foreign = `gateways/${upper(randomUUID())}/down/+`;
  await expect(one.client.subscribeAsync(foreign, { qos: 1 })).rejects.toThrow();
});
