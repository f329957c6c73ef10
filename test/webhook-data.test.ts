import { afterAll, expect, test } from '@jest/globals';
import { eventsById } from '../packages/cloud/src/events/read.js';
import { eventually } from './cluster/processes.js';
import { createWorld } from './world.js';

/* A webhook says of an event what the interface says of it, though its data is written with the event itself. */

const world = await createWorld();
afterAll(() => world.close());
const { context, ids, clock } = world;

test('every event of a door is delivered as it is read', async () => {
  await context.prisma.subscription.create({
    data: {
      id: context.ids.uuid(),
      account_id: ids.account,
      location_id: ids.hq,
      url: 'http://127.0.0.1:9/',
      events: ['*'],
      secret: Buffer.alloc(1),
    },
  });
  const gateway = await world.connect();
  await gateway.birth([{ door: 1 }, { door: 2 }]);
  const contact = (state: 'open' | 'closed') => gateway.record({ kind: 'contact', state, snapshot: false });
  // An unexplained opening, a key's opening and close, an unlock that nothing answers, a mode, and the end of the connection.
  await gateway.send([contact('open'), contact('closed')]);
  const granted = await world.call('POST', `/locks/${ids.main}/unlock`, { body: { reason: 'parcel' } });
  const strike = { kind: 'relay', relay: 'strike', on: true, cause: 'command', command_id: granted.body.id };
  await gateway.send([gateway.record(strike), contact('open')]);
  await clock.advance(1_000);
  await gateway.send([contact('closed'), gateway.record({ kind: 'exit_button', pressed: true })]);
  await world.call('POST', `/locks/${ids.side}/unlock`, { body: {} });
  await world.call('POST', `/locks/${ids.main}/door-mode`, { body: { mode: 'stay_open' } });
  await clock.advance(120_000);
  await world.due.runDue();
  await gateway.end(true);
  await clock.advance(120_000);
  await world.due.runDue();

  // The end of the connection is recorded behind its close.
  await eventually(
    async () => (await context.pool.query("select from event where type = 'lock.offline'")).rowCount === 2,
  );

  const { rows } = await context.pool.query<{ event_id: string; event_type: string; payload: unknown }>(
    'select event_id, event_type, payload from delivery order by event_id::bigint',
  );
  const events = await eventsById(
    context.pool,
    rows.map(({ event_id }) => Number(event_id)),
  );
  expect(rows).toEqual(
    events.map(({ id, type, data }) => ({ event_id: String(id), event_type: type, payload: data })),
  );
  const { rows: all } = await context.pool.query('select id from event');
  expect(all).toHaveLength(rows.length);
  expect([...new Set(rows.map(({ event_type }) => event_type))].sort()).toEqual(
    expect.arrayContaining([
      'access.granted',
      'door.closed',
      'door.forced',
      'door.opened',
      'lock.online',
      'unlock.failed',
    ]),
  );
  const by = events.find(({ type }) => type === 'access.granted')?.data.api_key;
  expect(by).toEqual({ id: expect.any(Number), name: 'ERP' });
});
