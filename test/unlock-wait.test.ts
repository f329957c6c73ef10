import { afterAll, describe, expect, test } from '@jest/globals';
import { createWorld } from './world.js';

const world = await createWorld();
const gateway = await world.connect();
const { main } = world.ids;
await gateway.birth([{ door: 1 }]);
afterAll(() => world.close());

const unlock = (query: string) => world.call('POST', `/locks/${main}/unlock${query}`, { body: {} });
const read = async (id: string) => (await world.call('GET', `/locks/${main}/commands/${id}`)).body;
/** Lets time pass until the service answers. */
const passing = async <T>(answer: Promise<T>): Promise<T> => {
  let isOver = false;
  const over = answer.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await world.clock.advance(100);
    // A request of its own, so that this one gets on.
    await world.call('GET', `/locks/${main}`);
  }
  return over;
};

describe('an unlock with `wait`', () => {
  test('is answered with the confirmation, as the record reads then', async () => {
    const answer = unlock('?wait=5');
    const { id } = await gateway.next('command');
    await gateway.send([
      gateway.record({ kind: 'relay', relay: 'strike', on: true, cause: 'command', command_id: id }),
      gateway.record({ kind: 'result', command_id: id, outcome: 'confirmed', detail: null }),
    ]);
    const { status, body } = await answer;
    expect([status, body.id, body.status, body.reason]).toEqual([202, id, 'confirmed', null]);
    expect(body.sent_at).not.toBeNull();
    expect(body.confirmed_at).not.toBeNull();
    expect(await read(id as string)).toEqual(body);
  });

  test('is answered with the failure that the gateway reports', async () => {
    const answer = unlock('?wait=5');
    const { id } = await gateway.next('command');
    await gateway.send([
      gateway.record({ kind: 'result', command_id: id, outcome: 'device_error', detail: 'relay' }),
    ]);
    const { body } = await answer;
    expect(body).toMatchObject({ id, status: 'failed', reason: 'device_error', confirmed_at: null });
    expect(await read(id as string)).toEqual(body);
  });

  test('is answered as sent when the time is over, and the command still counts', async () => {
    const answer = unlock('?wait=1');
    const { id } = await gateway.next('command');
    const { status, body } = await passing(answer);
    expect([status, body.id, body.status]).toEqual([202, id, 'sent']);
    await gateway.send([
      gateway.record({ kind: 'result', command_id: id, outcome: 'confirmed', detail: null }),
    ]);
    expect(await read(id as string)).toMatchObject({ status: 'confirmed' });
  });

  test('reads as pending until its end or half a second later, whichever comes first', async () => {
    const answer = unlock('?wait=5');
    const { id } = await gateway.next('command');
    expect(await read(id as string)).toMatchObject({ status: 'pending', sent_at: null });
    const sentBy = async (): Promise<number> => {
      await world.clock.advance(100);
      return (await read(id as string)).status === 'sent' ? 100 : 100 + (await sentBy());
    };
    expect(await sentBy()).toBeLessThanOrEqual(600);
    await gateway.send([
      gateway.record({ kind: 'result', command_id: id, outcome: 'confirmed', detail: null }),
    ]);
    const { body } = await answer;
    expect(Date.parse(body.sent_at)).toBeLessThan(Date.parse(body.confirmed_at));
    expect(await read(id as string)).toEqual(body);
  });

  test('reads as sent as soon as the relay is known to have switched', async () => {
    const answer = unlock('?wait=5');
    const { id } = await gateway.next('command');
    await gateway.send([
      gateway.record({ kind: 'relay', relay: 'strike', on: true, cause: 'command', command_id: id }),
    ]);
    const sent = await read(id as string);
    expect(sent).toMatchObject({ status: 'sent', sent_at: expect.any(String), confirmed_at: null });
    await gateway.send([
      gateway.record({ kind: 'result', command_id: id, outcome: 'confirmed', detail: null }),
    ]);
    const { body } = await answer;
    expect(body).toMatchObject({ status: 'confirmed', sent_at: sent.sent_at });
    expect(await read(id as string)).toEqual(body);
  });

  test.each([
    ['?wait=11', 'wait'],
    ['?wait=-1', 'wait'],
    ['?wait=soon', 'wait'],
    ['?waits=1', 'waits'],
  ])('%s is refused by name, and nothing is sent', async (query, name) => {
    const { status, body } = await unlock(query);
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.message).toContain(name);
  });
});
