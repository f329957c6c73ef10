import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createApiKey } from '../packages/cloud/src/api-keys/create.js';
import type { Scope } from '../packages/cloud/src/http/endpoint.js';
import { doorAt, doorBetween } from '../packages/cloud/src/locks/history.js';
import { createWorld } from './world.js';

/* The health of gateways in the interface, and a door whose contact cannot be read. */

const world = await createWorld();
afterAll(() => world.close());
const { account, hq, lab, main, side } = world.ids;
const gateway = await world.connect();
const FAULT = 'no board at /dev/ttyUSB0';

const beat = (health: unknown) =>
  gateway.publish(
    `gateways/${gateway.id}/up/heartbeat`,
    JSON.stringify({
      v: 1,
      session: gateway.session,
      uptime_s: 1,
      journal_depth: 3,
      rss_mb: 60,
      temp_c: null,
      ...(health === undefined ? {} : { health }),
    }),
  );
const keyAt = async (locationId: number, scopes: Scope[] = ['catalog:read']) =>
  (await createApiKey(world.context, { accountId: account, locationId, name: 'K', scopes, lockIds: [] }))
    .token;
const gateways = async (query = '', token = world.token) =>
  (await world.call('GET', `/gateways${query}`, { token })).body;

describe('GET /v1/gateways', () => {
  test('shows a gateway that was never heard', async () => {
    expect(await gateways()).toEqual({
      data: [
        {
          id: gateway.id,
          name: 'HQ gateway',
          location: { id: hq, name: 'HQ' },
          online: false,
          online_since: null,
          last_seen_at: null,
          agent_version: null,
          journal_depth: null,
          health: null,
          locks: [main, side],
        },
      ],
      next_cursor: null,
    });
  });

  test('shows it online with its last report', async () => {
    await gateway.birth([{ door: 1 }, { door: 2 }]);
    await beat(undefined);
    expect((await gateways()).data[0]).toMatchObject({ online: true, agent_version: 'raw', health: null });
    await beat({ disk_free_mb: 812, disk_refuses: true, boards: [{ id: 'usb-1', ok: false, error: FAULT }] });
    const [shown] = (await gateways()).data;
    expect(shown).toMatchObject({ journal_depth: 3, last_seen_at: expect.any(String) });
    expect(shown.health).toEqual({
      disk_free_mb: 812,
      disk_refuses: true,
      undervoltage: null,
      cpu_temp_c: null,
      ntp_synced: null,
      guard_alive: null,
      boards: [{ id: 'usb-1', ok: false, error: FAULT }],
      cert_expires_at: null,
    });
  });

  test('shows only locations of the API key, for locks too', async () => {
    const elsewhere = await world.context.prisma.gateway.create({
      data: {
        id: '5a3e1c9a-0000-4000-8000-000000000001',
        account_id: account,
        location_id: lab,
        ref: 'gw2',
        name: 'Lab gateway',
        secret_hash: new Uint8Array(32),
        created_at: new Date('2027-01-01'),
      },
    });
    const { data } = await gateways('', await keyAt(lab));
    expect(data.map(({ id }: { id: string }) => id)).toEqual([elsewhere.id]);
    // A lock outside the key's location is not listed, although its gateway is.
    await world.context.pool.query('update gateway set location_id = $2 where id = $1', [gateway.id, lab]);
    const moved = (await gateways('', await keyAt(lab))).data.find(
      ({ id }: { id: string }) => id === gateway.id,
    );
    expect(moved.locks).toEqual([side]);
    await world.context.pool.query('update gateway set location_id = $2 where id = $1', [gateway.id, hq]);
    expect((await world.call('GET', '/gateways', { token: await keyAt(hq, ['events:read']) })).status).toBe(
      403,
    );
  });

  test('is paged, newest first', async () => {
    const whole = (await gateways()).data;
    const first = await gateways('?limit=1');
    const second = await gateways(`?limit=1&cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data]).toEqual(whole);
    expect(whole).toHaveLength(2);
    expect(second.next_cursor).toBeNull();
    expect((await world.call('GET', `/gateways?cursor=${first.next_cursor}x`)).status).toBe(400);
  });

  test('keeps valid fields of a report within their bounds, and ignores malformed ones', async () => {
    const board = (id: unknown) => ({ id, ok: false, error: 'x'.repeat(10_000) });
    await beat({
      disk_free_mb: 'plenty',
      cpu_temp_c: 1e300,
      cert_expires_at: 'soon',
      boards: [board('\u001b[31m\u0000usb'), board(`${'y'.repeat(199)}😀`), board(7), null],
    });
    const [{ health }] = (await gateways()).data.filter(({ id }: { id: string }) => id === gateway.id);
    expect(health).toMatchObject({ disk_free_mb: null, cpu_temp_c: 1e300, cert_expires_at: null });
    expect(health.boards).toEqual([
      { id: ' [31m usb', ok: false, error: 'x'.repeat(200) },
      { id: `${'y'.repeat(199)}\ufffd`, ok: false, error: 'x'.repeat(200) },
    ]);
    await beat({ boards: Array.from({ length: 300 }, (_, index) => ({ id: `b${index}`, ok: true })) });
    const [after] = (await gateways()).data.filter(({ id }: { id: string }) => id === gateway.id);
    expect(after.health.boards).toHaveLength(100);
    expect((await world.context.pool.query('select from quarantine')).rowCount).toBe(0);
  });
});

describe('a door whose contact cannot be read', () => {
  const lock = async () => (await world.call('GET', `/locks/${main}`)).body;
  const fault = (ok: boolean, more: object = {}) =>
    gateway.record({ kind: 'fault', input: 'contact', ok, error: ok ? null : FAULT, ...more });

  beforeAll(() => gateway.birth([{ door: 1 }, { door: 2 }]));

  test('is unknown, with the reason, until the contact is read again', async () => {
    expect('contact_fault' in (await lock())).toBe(false);
    await gateway.send([fault(false)]);
    expect(await lock()).toMatchObject({
      door_state: 'unknown',
      contact_fault: FAULT,
      features: { door_contact: true },
    });
    await gateway.send([fault(true), gateway.record({ kind: 'contact', state: 'closed', snapshot: true })]);
    expect((await lock()).door_state).toBe('closed');
    expect('contact_fault' in (await lock())).toBe(false);
  });

  test('was unknown then, too, even if its gateway reports that late', async () => {
    const { clock } = world;
    const pool = world.context.pool;
    await clock.advance(60_000);
    const from = clock.now();
    const moment = (offset: number) => new Date(from + offset);
    const at = (offset: number) => ({ at: moment(offset).toISOString(), clock: 'synced' });
    await clock.advance(100_000);
    const edge = (state: string, offset: number) =>
      gateway.record({ kind: 'contact', state, snapshot: false, ...at(offset) });
    await gateway.send([
      gateway.record({ kind: 'exit_button', pressed: true, ...at(9_000) }),
      edge('open', 10_000),
      edge('closed', 20_000),
      fault(false, at(30_000)),
      fault(true, at(50_000)),
      gateway.record({ kind: 'contact', state: 'closed', snapshot: true, ...at(50_000) }),
      fault(false, at(70_000)),
    ]);
    const state = async (offset: number) => (await doorAt(pool, main, moment(offset))).door.value;
    expect(await Promise.all([15_000, 25_000, 40_000, 60_000, 80_000].map(state))).toEqual([
      'open',
      'closed',
      'unknown',
      'closed',
      'unknown',
    ]);
    expect((await doorAt(pool, main, moment(80_000))).contact_fault).toEqual({
      at: from + 70_000,
      error: FAULT,
    });
    const types = ['door.opened', 'door.closed'] as const;
    const day = await doorBetween(
      world.context,
      { id: main, locationId: hq },
      types,
      from + 15_000,
      from + 90_000,
    );
    expect(day.bands.door.map((band) => [band.state, band.from - from])).toEqual([
      ['open', 15_000],
      ['closed', 20_000],
      ['unknown', 30_000],
      ['closed', 50_000],
      ['unknown', 70_000],
    ]);
  });

  test('is known again from a birth that reads it', async () => {
    await world.clock.advance(10_000);
    await gateway.birth([{ door: 1 }, { door: 2, contact: null, contact_fault: FAULT }]);
    const now = async (lockId: number) =>
      (await doorAt(world.context.pool, lockId, new Date(world.clock.now()))).contact_fault?.error ?? null;
    expect([await now(main), await now(side)]).toEqual([null, FAULT]);
    // The same birth again changes nothing.
    const count = async () => (await world.context.pool.query('select from door_fault')).rowCount;
    const before = await count();
    await gateway.birth([{ door: 1 }, { door: 2, contact: null, contact_fault: FAULT }]);
    expect(await count()).toBe(before);
  });
});
