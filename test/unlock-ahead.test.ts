import { afterAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { createWorld } from './world.js';

/* What the end of an unlock is decided on is read while the gateway carries it out, and counts only where it is still so. */

const world = await createWorld();
const gateway = await world.connect();
const { main } = world.ids;
const { pool } = world.context;
await gateway.birth([{ door: 1 }]);
afterAll(() => world.close());

const query = jest.spyOn(pg.Client.prototype, 'query');
/** The statements of `apply` since then, by their names. */
const asked = (): string[] =>
  query.mock.calls
    .map(([config]) => (config as unknown as { name?: string }).name ?? '')
    .filter((name) => name.startsWith('apply-'));
beforeEach(async () => {
  await gateway.send([gateway.record({ kind: 'contact', state: 'closed', snapshot: true })]);
  query.mockClear();
});

/** Sent, and what its end will be decided on is read. */
async function begun(): Promise<{ id: string; answer: ReturnType<typeof world.call> }> {
  const answer = world.call('POST', `/locks/${main}/unlock?wait=5`, { body: {} });
  const { id } = await gateway.next('command');
  // Brief statements are answered in sequence.
  while (!asked().includes('apply-load-ahead')) await world.call('GET', `/locks/${main}`);
  await world.call('GET', `/locks/${main}`);
  return { id: id as string, answer };
}

const confirmation = (command_id: string) =>
  [
    gateway.record({ kind: 'relay', relay: 'strike', on: true, cause: 'command', command_id }),
    gateway.record({ kind: 'result', command_id, outcome: 'confirmed', detail: null }),
  ] as [{ seq: number }, { seq: number }];
/** The events of its relay's record. */
const eventsOf = async ([{ seq }]: ReturnType<typeof confirmation>): Promise<string[]> => {
  const { rows } = await pool.query('select type from event where journal_seq = $1', [seq]);
  return rows.map(({ type }) => type);
};

test('nothing is loaded where nothing has changed', async () => {
  const { id, answer } = await begun();
  const records = confirmation(id);
  await gateway.send(records);
  expect((await answer).body).toMatchObject({ id, status: 'confirmed' });
  expect(asked()).toEqual(['apply-load-ahead', 'apply-write-ahead']);
  expect(await eventsOf(records)).toEqual(['access.granted']);
});

test('records of other commands and doors are loaded', async () => {
  const { id, answer } = await begun();
  await gateway.send([
    gateway.record({ kind: 'contact', state: 'closed', snapshot: true, door: 2 }),
    ...confirmation(id),
  ]);
  expect((await answer).body).toMatchObject({ id, status: 'confirmed' });
  expect(asked()).toEqual(['apply-load-ahead', 'apply-load-named', 'apply-write']);
});

describe('all is loaded and decided anew where meanwhile', () => {
  test.each([
    ['the door', 'update door_state set due_at = now() where lock_id = $1'],
    ['the settings of the lock', `update lock set left_open_ms = left_open_ms + 1 where id = $1`],
    [
      'the location',
      `update location set name = 'Headquarters' where id = (select location_id from lock where id = $1)`,
    ],
    [
      'the gateway',
      'update gateway set last_heard_at = now() where id = (select gateway_id from lock where id = $1)',
    ],
    [
      'the name of the key',
      `update api_key set name = name || '.' where id in (select api_key_id from api_key_lock where lock_id = $1)`,
    ],
    ['the command', `update command set note = 'seen' where lock_id = $1`],
  ])('%s has changed', async (_what, change) => {
    const { id, answer } = await begun();
    await pool.query(change, [main]);
    const records = confirmation(id);
    await gateway.send(records);
    expect((await answer).body).toMatchObject({ id, status: 'confirmed' });
    expect(asked()).toEqual(['apply-load-ahead', 'apply-write-ahead', 'apply-load-named', 'apply-write']);
    expect(await eventsOf(records)).toEqual(['access.granted']);
  });

  test('the account has subscribed', async () => {
    const { id, answer } = await begun();
    const body = { url: 'http://127.0.0.1:9/', events: ['access.granted'] };
    const { status, body: subscription } = await world.call('POST', '/webhooks', { body });
    expect(status).toBe(201);
    await gateway.send(confirmation(id));
    await answer;
    expect(asked()).toContain('apply-write-deliver');
    const { rows } = await pool.query('select event_id from delivery where subscription_id = $1', [
      subscription.id,
    ]);
    expect(rows).toHaveLength(1);
    await world.call('DELETE', `/webhooks/${subscription.id}`);
  });

  test('the records were taken by another process', async () => {
    const { id, answer } = await begun();
    const records = confirmation(id);
    const taken = `update journal_mark set last_seq = $1 where journal = $2`;
    await pool.query(taken, [records[1].seq, gateway.journal]);
    await gateway.send(records);
    expect(await eventsOf(records)).toEqual([]);
    // That it was sent is written half a second behind.
    await world.clock.advance(1_000);
    const isSent = () => pool.query(`select from command where id = $1 and status = 'sent'`, [id]);
    while ((await isSent()).rowCount === 0) await world.call('GET', `/locks/${main}`);
    await world.clock.advance(4_000);
    expect((await answer).body).toMatchObject({ id, status: 'sent' });
  });

  test('the door is being changed, and the write has waited for it', async () => {
    const { id, answer } = await begun();
    const other = await pool.connect();
    await other.query('begin');
    await other.query(`update door_state set contact = 'open' where lock_id = $1`, [main]);
    const sent = gateway.send(confirmation(id));
    const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    while ((await other.query(waits)).rowCount === 0) await world.call('GET', `/locks/${main}`);
    await other.query('commit');
    other.release();
    await sent;
    expect((await answer).body).toMatchObject({ id, status: 'confirmed' });
    expect(asked()).toEqual(['apply-load-ahead', 'apply-write-ahead', 'apply-load-named', 'apply-write']);
    const { rows } = await pool.query('select contact, strike_on from door_state where lock_id = $1', [main]);
    expect(rows).toEqual([{ contact: 'open', strike_on: true }]);
  });
});
