import { afterAll, expect, test } from '@jest/globals';
import { createWorld } from './world.js';

/* A press of the exit button that lasts: what a gateway reports of it, and what the interface says. */

const world = await createWorld();
afterAll(() => world.close());
const gateway = await world.connect();
await gateway.birth();

const button = (pressed: boolean) =>
  gateway.record({ kind: 'exit_button', pressed, ...(pressed ? { release_follows: true } : {}) });
const contact = (state: 'open' | 'closed') => gateway.record({ kind: 'contact', state, snapshot: false });
const events = async (type: string) => (await world.call('GET', `/door_events?type=${type}`)).body.data;

test('a door opened under a held button, and ten seconds after its release, is not forced; then it is', async () => {
  await gateway.send([button(true)]);
  await world.clock.advance(45_000);
  await gateway.send([contact('open'), contact('closed')]);
  const [held] = await events('door.opened');
  expect(held.explanation).toMatchObject({
    verdict: 'exit_button',
    text: 'Opened while the exit button was held, 45.000 s after it was pressed.',
  });
  await gateway.send([button(false)]);
  await world.clock.advance(10_000);
  await gateway.send([contact('open'), contact('closed')]);
  expect((await events('door.opened'))[0].explanation.text).toBe(
    'Opened after the exit button was held: it was released 10.000 s before.',
  );
  expect(await events('door.forced')).toEqual([]);
  await world.clock.advance(1);
  await gateway.send([contact('open'), contact('closed')]);
  expect(await events('door.forced')).toHaveLength(1);
  expect(await events('door.exit_button')).toHaveLength(1);
});

test('a release lost in a gap leaves the press its ten seconds, and the evidence incomplete', async () => {
  await gateway.send([button(true)]);
  gateway.record({});
  await world.clock.advance(30_000);
  await gateway.send([gateway.record({ kind: 'relay', relay: 'strike', on: false, cause: 'pulse_end' })]);
  await gateway.send([contact('open'), contact('closed')]);
  const [forced] = await events('door.forced');
  expect(forced.explanation).toMatchObject({ verdict: 'forced', evidence_incomplete: true });
});
