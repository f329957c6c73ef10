import { afterAll, expect, test } from '@jest/globals';
import { createWorld } from '../world.js';

/* A gateway whose clock is wrong, by accident or on purpose, must not pin its events above all later ones. */

const world = await createWorld();
afterAll(() => world.close());
const gateway = await world.connect();
await gateway.birth();

const FAR = '9999-12-31T23:59:59.999Z';
const iso = (at: number) => new Date(at).toISOString();
const contact = (state: 'open' | 'closed', at?: string) =>
  gateway.record({ kind: 'contact', state, snapshot: false, ...(at === undefined ? {} : { at }) });
const newest = async (path: string) => (await world.call('GET', path)).body.data[0];

test('an event of the year 9999 gets its time of receipt, and the time of the clock is kept with it', async () => {
  const received = world.clock.now();
  await gateway.send([contact('open', FAR)]);
  const forced = await newest('/door_events?type=door.forced');
  expect(forced).toMatchObject({
    occurred_at: iso(received),
    explanation: { verdict: 'forced', reported_at: FAR },
  });
  expect(forced.explanation.text).toContain(`The gateway's clock said ${FAR}`);
  expect((await newest('/door_events?type=door.opened')).occurred_at).toBe(iso(received));
});

test('later events are newer in every list', async () => {
  await gateway.send([
    gateway.record({ kind: 'exit_button', pressed: true, at: FAR }),
    contact('closed', FAR),
  ]);
  await world.clock.advance(2_000);
  await gateway.send([
    gateway.record({ kind: 'exit_button', pressed: true }),
    contact('open'),
    contact('closed'),
  ]);
  const now = iso(world.clock.now());
  for (const path of ['/events', '/door_events', '/door_events?type=door.exit_button'])
    expect((await newest(path)).occurred_at).toBe(now);
  const { rows } = await world.context.pool.query('select max(occurred_at) as last from event');
  expect(rows[0].last.toISOString()).toBe(now);
});

test('an unlock and a hold of the year 9999 are reported with their time of receipt', async () => {
  const { body } = await world.call('POST', `/locks/${world.ids.main}/unlock`, { body: {} });
  await gateway.next('command');
  const record = { kind: 'relay', on: true, cause: 'command', at: FAR };
  await gateway.send([gateway.record({ ...record, relay: 'strike', command_id: body.id })]);
  expect((await newest('/events?type=access.granted')).occurred_at).toBe(iso(world.clock.now()));
  await world.call('POST', `/locks/${world.ids.main}/door-mode`, { body: { mode: 'stay_open' } });
  const { id } = await gateway.next('command');
  await gateway.send([gateway.record({ ...record, relay: 'hold', command_id: id })]);
  expect(await newest('/door_events?type=lock.hold_open.started')).toMatchObject({
    occurred_at: iso(world.clock.now()),
    explanation: { reported_at: FAR },
  });
});

test('a clock that is ahead by a minute is accepted, by a millisecond more it is not', async () => {
  await world.clock.advance(60_000);
  const now = world.clock.now();
  await gateway.send([contact('open', iso(now + 60_000))]);
  expect(await newest('/door_events?type=door.opened')).toMatchObject({ occurred_at: iso(now + 60_000) });
  await gateway.send([contact('closed', iso(now + 60_001))]);
  expect(await newest('/events?type=door.closed')).toMatchObject({ occurred_at: iso(now) });
});
