import { describe, expect, test } from '@jest/globals';
import { judgeKey } from '../../src/premises/access.rules.js';
import { dashboardWorld } from '../http/pages-world.js';

const { world, context, ids, ask, signIn } = await dashboardWorld();
const { pool } = context;
const owner = await signIn('owner@acme.example');
const viewer = await signIn('viewer@acme.example');
const labManager = await signIn('lab@acme.example');
const stranger = await signIn('other@globex.example');
const as = (cookie: string) => (method: string, path: string, body?: unknown) =>
  ask(method, path, { cookie, body });
const manage = as(owner);
const fault = (answer: { json: { error: { details: { field: string; message: string }[] } } }) =>
  answer.json.error.details.map(({ field, message }) => `${field}: ${message}`);
const audited = async () =>
  (await pool.query('select action, subject_name as name, details from audit order by number desc limit 1'))
    .rows[0];
const newDoor = (more: object = {}) => ({
  name: 'Back door',
  place: 'Yard',
  location_id: ids.hq,
  gateway_id: world.gateway.id,
  door: 20,
  ...more,
});

describe('a door', () => {
  test('is added where a gateway reports one, moved to another number, and ended with its past kept', async () => {
    const { status, json } = await manage('POST', '/doors', newDoor());
    expect(status).toBe(201);
    expect(await audited()).toMatchObject({ action: 'lock.create', name: 'Back door' });
    const { id } = json;
    const shown = await manage('GET', `/doors/${id}/set-up?location_id=${ids.lab}`);
    expect(shown.json).toMatchObject({
      name: 'Back door',
      gateway: { id: world.gateway.id },
      door: 20,
      strike_seconds: 5,
      left_open_seconds: 60,
      counts: { groups: 0, keys: 0, schedule_entries: 0 },
      move: { colleagues_lost: 0, colleagues_gained: 1 },
    });
    const moved = await manage('PATCH', `/doors/${id}/set-up`, { door: 21, strike_seconds: 3.5 });
    expect(moved.json).toMatchObject({ door: 21, strike_seconds: 3.5 });
    expect(await audited()).toMatchObject({
      action: 'lock.update',
      details: { fields: ['door', 'strike_ms'] },
    });
    await pool.query(
      `insert into event (account_id, location_id, lock_id, type, occurred_at, source)
       values ($1, $2, $3, 'door.closed', $4, 'device')`,
      [ids.account, ids.hq, id, new Date(context.clock.now())],
    );
    expect((await manage('DELETE', `/doors/${id}`)).status).toBe(204);
    expect(await audited()).toMatchObject({ action: 'lock.end', name: 'Back door' });
    expect((await manage('GET', `/doors/${id}`)).status).toBe(404);
    expect((await world.call('GET', `/locks/${id}`)).status).toBe(404);
    const { body } = await world.call('GET', '/locks?limit=100');
    expect(body.data.map((lock: { id: number }) => lock.id)).not.toContain(id);
    const { body: events } = await world.call('GET', `/events?lock_id=${id}`);
    expect(events.data).toMatchObject([{ type: 'door.closed', lock: { id, name: 'Back door' } }]);
    // The number is free again.
    expect((await manage('POST', '/doors', newDoor({ door: 21, name: 'Yard' }))).status).toBe(201);
  });

  test('that has ended is on no floor plan, and its alarms are none', async () => {
    const { id } = (await manage('POST', '/doors', newDoor({ name: 'Old gate', door: 22 }))).json;
    await pool.query(
      `with e as (insert into event (account_id, location_id, lock_id, type, occurred_at, source)
         values ($1, $2, $3, 'door.forced', $4, 'device') returning *)
       insert into event_scope (location_id, type, occurred_at, event_id) select $2, type, occurred_at, id from e`,
      [ids.account, ids.hq, id, new Date(context.clock.now())],
    );
    const image = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');
    const plan = `/locations/${ids.hq}/plan`;
    expect((await manage('PUT', `${plan}/image`, { image, width: 10, height: 10 })).status).toBe(204);
    const places = { version: 1, doors: [{ lock_id: id, x: 0.5, y: 0.5 }] };
    expect((await manage('PUT', `${plan}/doors`, places)).status).toBe(204);
    const shown = async () => [
      (await manage('GET', '/alarms')).json.data.map(({ lock }: { lock: { id: number } }) => lock.id),
      (await manage('GET', plan)).json.plan.doors.map(({ lock_id }: { lock_id: number }) => lock_id),
    ];
    expect(await shown()).toEqual([[id], [id]]);
    expect((await manage('DELETE', `/doors/${id}`)).status).toBe(204);
    expect(await shown()).toEqual([[], []]);
    expect(fault(await manage('PUT', `${plan}/doors`, { ...places, version: 2 }))).toEqual([
      'doors[0].lock_id: is no door of this location',
    ]);
  });

  test('is refused with the field at fault', async () => {
    const refused = async (body: object) => fault(await manage('POST', '/doors', body));
    expect(await refused(newDoor({ door: 21 }))).toEqual(['door: is Yard already; move that door first']);
    expect(await refused(newDoor({ location_id: 999 }))).toEqual([
      'location_id: no such location among yours',
    ]);
    expect(await refused(newDoor({ gateway_id: '00000000-0000-4000-8000-000000000000' }))).toEqual([
      'gateway_id: no such gateway among yours',
    ]);
    expect(await refused(newDoor({ name: ' ', strike_seconds: 11, left_open_seconds: 0 }))).toEqual([
      'name: must be 1 to 200 characters',
      'strike_seconds: must be 1 to 10 seconds',
      'left_open_seconds: must be 1 to 86400 seconds',
    ]);
  });

  test('a viewer changes nothing, and no one reaches beyond their own locations', async () => {
    expect((await as(viewer)('POST', '/doors', newDoor())).status).toBe(403);
    expect((await as(labManager)('DELETE', `/doors/${ids.main}`)).status).toBe(404);
    expect((await as(stranger)('GET', `/doors/${ids.main}/set-up`)).status).toBe(404);
    expect(fault(await as(labManager)('POST', '/doors', newDoor({ location_id: ids.lab })))).toEqual([
      'gateway_id: no such gateway among yours',
    ]);
  });
});

describe('a security group', () => {
  test('is made, given doors, counted and ended; keys lose it', async () => {
    const { json } = await manage('POST', '/groups', { code: 'NIGHT', name: 'Night', location_id: ids.hq });
    const path = `/groups/${json.id}`;
    expect((await manage('PATCH', path, { add_doors: [ids.main, ids.side] })).status).toBe(204);
    expect((await manage('PATCH', path, { remove_doors: [ids.side], name: 'Night shift' })).status).toBe(204);
    expect(await audited()).toMatchObject({
      action: 'security_group.update',
      details: { fields: ['name', 'locks'] },
    });
    await giveKey('Nora', json.id, {});
    expect((await manage('GET', path)).json).toMatchObject({
      code: 'NIGHT',
      name: 'Night shift',
      door_list: [{ id: ids.main }],
      counts: { keys: 1, keys_alone: 1, people: 1 },
    });
    expect(fault(await manage('POST', '/groups', { code: 'NIGHT', name: 'x', location_id: ids.hq }))).toEqual(
      ['code: is that of another group at this location'],
    );
    expect(fault(await manage('PATCH', path, { add_doors: [ids.main, 99_999] }))).toEqual([
      'add_doors[1]: no such door among yours',
    ]);
    expect((await as(labManager)('DELETE', path)).status).toBe(404);
    expect((await manage('DELETE', path)).status).toBe(204);
    expect((await manage('GET', path)).status).toBe(404);
    const { rows } = await pool.query(`select count(*)::int as keys from access_key where name = 'Nora'`);
    expect(rows).toEqual([{ keys: 1 }]);
  });
});

describe('a location', () => {
  test('is made, moved with its history, and ended once it is empty', async () => {
    const made = async (name: string, parent_id: number) =>
      (
        await manage('POST', '/locations', {
          name,
          parent_id,
          timezone: 'Europe/Helsinki',
          address: '1 Quay',
        })
      ).json.id as number;
    const east = await made('East', ids.hq);
    const floor = await made('Floor', east);
    expect(fault(await manage('PATCH', `/locations/${east}`, { parent_id: floor }))).toEqual([
      'parent_id: Floor is below it',
    ]);
    expect(fault(await manage('PATCH', `/locations/${ids.hq}`, { parent_id: floor }))).toEqual([
      'parent_id: your own location is moved by a colleague above it',
    ]);
    expect((await manage('GET', `/locations/${floor}?parent_id=${ids.lab}`)).json).toMatchObject({
      name: 'Floor',
      address: '1 Quay',
      here: { locations: 0, doors: 0 },
      move: { colleagues_gained: 1, colleagues_lost: 0 },
    });
    expect((await manage('PATCH', `/locations/${floor}`, { parent_id: ids.lab })).status).toBe(204);
    expect((await as(labManager)('GET', `/locations/${floor}`)).status).toBe(200);
    await manage('POST', '/doors', newDoor({ door: 30, name: 'Floor door', location_id: floor }));
    const kept = await manage('DELETE', `/locations/${floor}`);
    expect([kept.status, kept.json.error.message]).toEqual([
      403,
      'There is something at Floor still (doors: 1): move or end it first.',
    ]);
    expect((await manage('DELETE', `/locations/${east}`)).status).toBe(204);
    const { json } = await manage('GET', '/locations');
    expect(json.data.map((one: { name: string }) => one.name)).not.toContain('East');
    expect((await manage('GET', `/locations/${east}`)).status).toBe(404);
    expect((await ask('GET', '/overview', { cookie: owner, location: east })).status).toBe(404);
    const person = { name: 'Late', location_id: east };
    expect((await world.call('POST', '/people', { body: person })).status).toBe(422);
  });
});

async function giveKey(name: string, group: number, times: Record<string, unknown>) {
  const now = context.clock.now();
  const person = context.ids.uuid();
  await pool.query(
    `insert into person (id, account_id, location_id, name, created_at) values ($1, $2, $3, $4, now())`,
    [person, ids.account, ids.hq, name],
  );
  const { rows } = await pool.query(
    `insert into access_key (account_id, location_id, person_id, name, state, handed_over_at, returned_at, starts_at, expires_at, created_at, updated_at)
     values ($1, $2, $3, $4, 'handed_over', $5, $6, $7, $8, $9, $9) returning id`,
    [
      ids.account,
      ids.hq,
      person,
      name,
      'handed' in times ? times.handed : new Date(now - 1),
      times.returned ?? null,
      times.starts ?? new Date(now),
      times.expires ?? null,
      new Date(now),
    ],
  );
  await pool.query('insert into access_key_group values ($1, $2, 1)', [rows[0].id, group]);
  return { person, key: rows[0].id as number };
}

describe('access', () => {
  test('is asked both ways, at any moment, with what says so', async () => {
    const now = context.clock.now();
    const at = (hours: number) => new Date(now + hours * 3_600_000);
    const { json: group } = await manage('POST', '/groups', {
      code: 'DAY',
      name: 'Day',
      location_id: ids.hq,
    });
    await manage('PATCH', `/groups/${group.id}`, { add_doors: [ids.side, ids.archive] });
    const anna = await giveKey('Anna', group.id, { expires: at(8) });
    await giveKey('Bo', group.id, { starts: at(2) });
    await giveKey('Cy', group.id, { returned: at(1) });
    await giveKey('Di', group.id, { handed: null });
    const who = async (hours: number, more = '') => {
      const { json } = await as(viewer)(
        'GET',
        `/doors/${ids.side}/access?at=${at(hours).toISOString()}${more}`,
      );
      return json.keys.map((key: { person: { name: string }; verdict: string }) => [
        key.person.name,
        key.verdict,
      ]);
    };
    expect(await who(0)).toEqual([
      ['Cy', 'opens'],
      ['Anna', 'opens'],
    ]);
    expect(await who(2)).toEqual([
      ['Bo', 'opens'],
      ['Anna', 'opens'],
    ]);
    expect(await who(9, '&all=true')).toEqual([
      ['Di', 'not_handed_over'],
      ['Cy', 'returned'],
      ['Bo', 'opens'],
      ['Anna', 'expired'],
    ]);
    const { json } = await as(viewer)('GET', `/people/${anna.person}/access`);
    expect(json).toMatchObject({
      keys: [{ id: anna.key, verdict: 'opens', groups: [group.id] }],
      groups: [{ code: 'DAY' }],
    });
    expect(json.doors.map((door: { id: number }) => door.id).sort()).toEqual([ids.side, ids.archive].sort());
    expect((await as(stranger)('GET', `/people/${anna.person}/access`)).status).toBe(404);
    expect((await as(stranger)('GET', `/doors/${ids.side}/access`)).status).toBe(404);
    const ofGroup = await manage('GET', `/groups/${group.id}/access`);
    expect(ofGroup.json).toMatchObject({ count: 2, has_more_than_counted: false, next_before: null });
  });

  test('what the list leaves out is what the rule refuses', async () => {
    const { rows } = await pool.query('select * from access_key');
    const { json } = await manage('GET', `/doors/${ids.side}/access?all=true`);
    for (const { id, verdict } of json.keys)
      expect(verdict).toBe(
        judgeKey(
          rows.find((row) => row.id === id),
          new Date(context.clock.now()),
        ),
      );
    const open = await manage('GET', `/doors/${ids.side}/access`);
    expect(open.json.keys.map((key: { id: number }) => key.id)).toEqual(
      json.keys
        .filter((key: { verdict: string }) => key.verdict === 'opens')
        .map((key: { id: number }) => key.id),
    );
  });

  test('a door that its schedule holds open is open for everyone then', async () => {
    await pool.query('update lock set schedule = $2 where id = $1', [
      ids.side,
      JSON.stringify([{ days: ['wed'], from: '07:00', to: '17:00', first_person_in: false }]),
    ]);
    const { json } = await manage('GET', `/doors/${ids.side}/access?at=2026-01-07T10:00:00Z`);
    expect(json.held_by_schedule).toEqual({ until: '2026-01-07T15:00:00.000Z', first_person_in: false });
    const night = await manage('GET', `/doors/${ids.side}/access?at=2026-01-07T22:00:00Z`);
    expect(night.json.held_by_schedule).toBeNull();
  });
});
