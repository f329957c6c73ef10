import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DOORCTL } from '../../src/audit/record.js';
import { handOverKey } from '../../src/keys/manage.js';
import { scheduleFeed } from '../../src/locking-feed/reconcile.js';
import {
  actAtReader,
  cutLine,
  isLineCut,
  listReaderKeys,
  listReaders,
} from '../../src/locking-feed/simulated.js';
import { createPeopleWorld } from '../people/world.js';

const world = await createPeopleWorld({ LOG_LEVEL: 'error' });
afterAll(() => world.close());
await world.context.prisma.gateway.updateMany({ data: { bench: true } });

const { account, archive, hq, lab, main } = world.ids;
const NONE = { data: [], hasMore: false };
const ALL = { accountId: null, locationId: null };
const act = async (wanted: Parameters<typeof actAtReader>[3], lockId = archive) => {
  const answer = await actAtReader(world.context, ALL, lockId, wanted, DOORCTL);
  await world.due.runDue();
  return answer;
};
const present = (key_id: number | null) => act({ act: 'present', key_id });
const close = () => act({ act: 'close' });
const events = async () => (await world.call('GET', '/events')).body.data;
const handedOver = async (fields: object = {}) => {
  await world.clock.advance(61_000);
  const { id } = (await world.issue(fields)).body;
  await handOverKey(world.context, null, id, DOORCTL);
  return (await world.call('GET', `/keys/${id}`)).body;
};

describe('at the reader of a locking-system lock', () => {
  test('a key handed over opens, and the event says whose it is', async () => {
    const key = await handedOver();
    expect(await present(key.id)).toEqual({ granted: true, reason: null, door: 'open' });
    const [event] = await events();
    expect(event).toEqual({
      id: expect.any(Number),
      type: 'access.granted',
      occurred_at: new Date(world.clock.now()).toISOString(),
      result: 'success',
      reason: null,
      source: 'locksys',
      api_key: null,
      command_id: null,
      lock: { id: archive, name: 'archive', place: 'Ground floor' },
      location: { id: lab, name: 'Lab' },
      person: key.person,
      key: { id: key.id, name: 'Front doors' },
    });
    expect((await world.reported('access.granted')).at(-1)?.data).toEqual(event);
  });

  test('its close inherits the person and the key', async () => {
    const key = await handedOver();
    await present(key.id);
    await world.clock.advance(4_000);
    await close();
    expect((await events())[0]).toMatchObject({
      type: 'door.closed',
      result: 'success',
      person: key.person,
      key: { id: key.id },
    });
    await world.clock.advance(120_000);
    await world.due.runDue();
    expect((await events())[0].type).toBe('door.closed');
  });

  test('a close that does not come is reported as left open, once', async () => {
    const key = await handedOver();
    await present(key.id);
    await world.clock.advance(59_999);
    await world.due.runDue();
    expect((await events())[0].type).toBe('access.granted');
    await world.clock.advance(1);
    await world.due.runDue();
    await world.due.runDue();
    const [left, granted] = await events();
    expect([left.type, left.key.id, granted.type]).toEqual(['door.left_open', key.id, 'access.granted']);
  });

  test('what does not open is reported with its reason', async () => {
    const reasons = [];
    for (const key of [
      await handedOver({ security_groups: ['CLEANING'] }),
      await handedOver({ starts_at: new Date(world.clock.now() + 3_600_000).toISOString() }),
    ]) {
      reasons.push((await present(key.id)).reason);
      expect((await events())[0]).toMatchObject({
        type: 'access.denied',
        result: 'denied',
        reason: reasons.at(-1),
        key: { id: key.id },
      });
    }
    const returned = await handedOver();
    await world.call('DELETE', `/keys/${returned.id}`);
    reasons.push((await present(returned.id)).reason);
    reasons.push((await present(null)).reason);
    expect((await events())[0]).toMatchObject({ reason: 'unknown_key', person: null, key: null });
    expect(reasons).toEqual(['no_access', 'outside_time_window', 'no_access', 'unknown_key']);
  });

  test('events of one moment keep a time of their own each', async () => {
    await Promise.all(Array.from({ length: 4 }, () => present(null)));
    const times = (await events()).slice(0, 4).map(({ occurred_at }: { occurred_at: string }) => occurred_at);
    expect(new Set(times).size).toBe(4);
  });

  test('a door that stays open is reported as left open at once, and as closed later', async () => {
    const key = await handedOver();
    await present(key.id);
    await world.clock.advance(3_000);
    expect(await act({ act: 'leave_open' })).toEqual({ granted: null, reason: null, door: 'left_open' });
    expect((await events())[0]).toMatchObject({ type: 'door.left_open', key: { id: key.id } });
    await expect(act({ act: 'leave_open' })).rejects.toThrow('validation');
    await world.clock.advance(3_000);
    await close();
    expect((await events())[0]).toMatchObject({ type: 'door.closed', key: { id: key.id } });
    await expect(close()).rejects.toThrow('validation');
  });

  test('a remote lock has no such reader', async () => {
    const remote = () => act({ act: 'present', key_id: null }, main);
    await expect(remote()).rejects.toThrow('no simulated reader');
    await expect(act({ act: 'close' }, 999_999)).rejects.toThrow('no simulated reader');
  });
});

describe('the connection to the simulated system', () => {
  test('can be cut; reports made meanwhile are read once after it is restored', async () => {
    await scheduleFeed(world.context);
    await cutLine(world.context, account, true);
    await world.due.runDue();
    const before = (await events()).length;
    await present(null);
    await present(null);
    expect((await events()).length).toBe(before);
    const { rows } = await world.context.pool.query('select failures, fault from locksys_feed where id = 2');
    expect(rows[0].failures).toBeGreaterThan(0);
    expect(rows[0].fault).toContain('is cut');
    await cutLine(world.context, account, false);
    await world.due.runDue();
    await world.due.runDue();
    expect((await events()).length).toBe(before + 2);
  });
});

describe('the connection that several accounts use', () => {
  const { pool } = world.context;
  const other = account + 1;
  const asOther = (isBench: boolean) =>
    pool.query('update gateway set account_id = $1, bench = $2 where ref = $3', [other, isBench, 'foreign']);

  beforeAll(async () => {
    await pool.query("insert into account (id, name) values ($1, 'Other') on conflict do nothing", [other]);
    await pool.query(
      `insert into gateway (id, account_id, location_id, ref, name, secret_hash, bench)
       select gen_random_uuid(), $1, location_id, 'foreign', 'Foreign', secret_hash, false from gateway limit 1`,
      [other],
    );
  });
  afterAll(() => pool.query("delete from gateway where ref = 'foreign'"));

  test('cannot be cut by one of them, not even by two requests at once', async () => {
    await asOther(true);
    const tries = await Promise.allSettled([
      cutLine(world.context, account, true),
      cutLine(world.context, other, true),
    ]);
    expect(tries.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await isLineCut(world.context)).toBe(false);
  });

  test('is restored only by the account that cut it, and a cut does not reach readers that come later', async () => {
    await asOther(false);
    await cutLine(world.context, account, true);
    expect(await isLineCut(world.context)).toBe(true);
    await expect(cutLine(world.context, other, false)).rejects.toThrow('another account');
    await asOther(true);
    expect(await isLineCut(world.context)).toBe(false);
    await asOther(false);
    await cutLine(world.context, account, false);
    expect(await isLineCut(world.context)).toBe(false);
  });
});

describe('simulated readers', () => {
  const at = (locationId: number) => ({ accountId: account, locationId });

  test('are listed for locations in reach, with the state of their door', async () => {
    const lock = { id: archive, name: 'archive', place: 'Ground floor' };
    const one = { data: [{ lock, door: 'closed' }], hasMore: false };
    expect(await listReaders(world.context, at(lab))).toEqual(one);
    expect(await listReaders(world.context, { accountId: account + 1, locationId: null })).toEqual(NONE);
  });

  test('treat a key out of reach as unknown, so that no name is disclosed', async () => {
    const key = await handedOver();
    expect(key.location.id).toBe(hq);
    expect((await listReaderKeys(world.context, at(lab))).data.map(({ id }) => id)).not.toContain(key.id);
    const wanted = { act: 'present', key_id: key.id } as const;
    const answer = await actAtReader(world.context, at(lab), archive, wanted, DOORCTL);
    expect(answer).toMatchObject({ granted: false, reason: 'unknown_key' });
    await world.due.runDue();
    expect((await events())[0]).toMatchObject({ person: null, key: null });
  });

  test('say so when there are more of them, or of their keys, than are listed', async () => {
    const { pool } = world.context;
    const { rows } = await pool.query('select * from lock where id = $1', [archive]);
    await pool.query(
      `insert into lock select (jsonb_populate_record(l, jsonb_build_object('id', 500000 + n, 'ref', 'many-' || n))).*
       from lock l cross join generate_series(1, 200) n where l.id = $1`,
      [rows[0].id],
    );
    await pool.query(
      `insert into access_key (account_id, location_id, name, starts_at, created_at, updated_at)
       select $1, $2, 'Spare', now(), now(), now() from generate_series(1, 501)`,
      [account, hq],
    );
    const readers = await listReaders(world.context, ALL);
    expect([readers.data.length, readers.hasMore]).toEqual([200, true]);
    const keys = await listReaderKeys(world.context, ALL);
    expect([keys.data.length, keys.hasMore]).toEqual([500, true]);
    await pool.query('delete from lock where id > 500000');
  });

  test('exist only in accounts with simulated gateways', async () => {
    await world.context.prisma.gateway.updateMany({ data: { bench: false } });
    await expect(present(null)).rejects.toThrow('no simulated reader');
    expect(await listReaders(world.context, ALL)).toEqual(NONE);
    await world.context.prisma.gateway.updateMany({ data: { bench: true } });
  });
});
