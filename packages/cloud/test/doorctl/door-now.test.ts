import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createWorld } from '../../../../test/world.js';
import { doorctl } from './run.js';

const world = await createWorld();
const before = { DATABASE_URL: process.env.DATABASE_URL, SECRET_KEY: process.env.SECRET_KEY };
const { main, side, archive } = world.ids;
const gateway = await world.connect();

beforeAll(() => {
  const { DATABASE_URL, SECRET_KEY } = world.context.config;
  Object.assign(process.env, { DATABASE_URL, SECRET_KEY });
});
afterAll(async () => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  await world.close();
});

const shown = async (lock: number) => (await world.call('GET', `/locks/${lock}`)).body;
const doorNow = async (lock: number, ...parameters: string[]) => {
  const { code, out, err } = await doorctl('door', String(lock), '--json', ...parameters);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
};
/** What both say of a lock. */
async function agree(lock: number) {
  const [api, now] = [await shown(lock), await doorNow(lock)];
  expect([now.door.value, now.held_open.value, now.online.value, now.mode.value]).toEqual([
    api.door_state,
    api.hold_open,
    api.online,
    api.door_mode?.mode ?? 'auto',
  ]);
  return now;
}

describe('doorctl door without --at', () => {
  test('says what GET /locks says before anything was heard, and of a lock of the locking system', async () => {
    expect(await agree(main)).toMatchObject({ door: { value: 'unknown', known_by: null } });
    expect(await agree(archive)).toMatchObject({ online: { value: null } });
    const { out } = await doorctl('door', String(archive));
    expect(out).toMatch(/online {8}not told of a lock of the locking system\n/);
  });
  test('reports a level that only the birth reported, and whose word it is', async () => {
    await gateway.birth([
      { door: 1, contact: 'closed' },
      { door: 2, contact: 'open', hold_relay: false },
    ]);
    expect(await agree(main)).toMatchObject({
      door: { value: 'closed', by: null, known_by: 'report' },
      online: { by: { type: 'lock.online', occurred_at: '2026-01-07T06:00:00.000Z' } },
    });
    await agree(side);
    const { out } = await doorctl('door', String(side));
    expect(out).toMatch(/door {10}open, by the report of its gateway; no event says so\n/);
  });
  test('reports a contact that cannot be read, since when and why', async () => {
    const fault = (ok: boolean) =>
      gateway.record({ kind: 'fault', input: 'contact', ok, error: ok ? null : 'no board' });
    await gateway.send([fault(false)]);
    const { door, contact_fault } = await agree(main);
    expect([door.value, contact_fault.error]).toEqual(['unknown', 'no board']);
    const { out } = await doorctl('door', String(main));
    expect(out).toMatch(/door {10}unknown; its contact has been unreadable since 2026-\S+Z: no board\n/);
    await gateway.send([fault(true), gateway.record({ kind: 'contact', state: 'closed', snapshot: true })]);
    expect((await agree(main)).contact_fault).toBeNull();
  });
  test('names the edge that says the same', async () => {
    await gateway.send([gateway.record({ kind: 'contact', state: 'open', snapshot: false })]);
    expect(await agree(main)).toMatchObject({
      door: { value: 'open', by: { type: 'door.opened' }, known_by: 'event' },
    });
  });
  test('reports a hold, the command behind it, and that it ran out', async () => {
    const hold = async (expires_at: string) => {
      await world.call('POST', `/locks/${main}/door-mode`, { body: { mode: 'stay_open', expires_at } });
      const { id: command_id } = await gateway.next('command');
      await gateway.send([
        gateway.record({ kind: 'relay', relay: 'hold', on: true, cause: 'command', command_id }),
        gateway.record({ kind: 'result', command_id, outcome: 'confirmed' }),
      ]);
    };
    await hold('2999-01-01T00:00:00.000Z');
    expect(await agree(main)).toMatchObject({
      held_open: { value: true, by: { type: 'lock.hold_open.started' } },
      mode: { known_by: 'order', by: { until: '2999-01-01T00:00:00.000Z', who: 'ERP', status: 'confirmed' } },
    });
    // By the world's clock it has an hour to go; by the terminal's it ran out long ago, and no service took it away.
    await hold('2026-01-07T07:00:00.000Z');
    expect(await doorNow(main)).toMatchObject({
      held_open: { value: true },
      mode: { value: 'auto', by: null, known_by: null },
    });
  });
});

describe('doorctl door --at', () => {
  test('knows nothing of the time before anything was heard', async () => {
    expect(await doorNow(main, '--at', '2026-01-07T05:59')).toMatchObject({
      at: '2026-01-07T05:59:00.000Z',
      door: { value: 'unknown', known_by: null },
      online: { value: 'unknown', known_by: null },
    });
  });
  test('refuses a moment that has not come yet', async () => {
    expect(await doorctl('door', String(main), '--at', '2999-01-01')).toMatchObject({
      code: 1,
      err: 'doorctl: --at 2999-01-01T00:00:00.000Z: that moment has not come yet\n',
    });
  });
});
