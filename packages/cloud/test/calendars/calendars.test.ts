import { beforeAll, describe, expect, test } from '@jest/globals';
import type { RawGateway } from '../../../../test/raw-gateway.js';
import { dashboardWorld } from '../http/pages-world.js';

/* Calendars reach many doors: attached to doors and locations, outranked by what is nearer, renewed with the years. */

const { world, context, ids, ask, signIn } = await dashboardWorld();
const owner = await signIn('owner@acme.example');
const lab = await signIn('lab@acme.example');
const viewer = await signIn('viewer@acme.example');
let gateway: RawGateway;
let id: string;

const ALL_WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const hours = (from: string, to: string) => ({ from, to, first_person_in: false });
const set = (date: string, blocks: object[] | null = [], uid: string | null = null) => ({
  date,
  name: 'Set',
  blocks,
  uid,
});
const read = async (cookie = owner, which = id) => (await ask('GET', `/calendars/${which}`, { cookie })).json;
const fieldsOf = async (which = id) => {
  const { name, weekly, set_days, holidays, locks, locations } = await read(owner, which);
  const idsOf = (list: { id: number }[]) => list.map((one) => one.id);
  return { name, weekly, set_days, holidays, locks: idsOf(locks), locations: idsOf(locations) };
};
const save = async (change: object, cookie = owner, which = id) => {
  const { version } = await read(owner, which);
  return ask('PUT', `/calendars/${which}`, {
    cookie,
    body: { version, ...(await fieldsOf(which)), ...change },
  });
};
const preview = async (change: object, which = id) =>
  ask('POST', `/calendars/${which}/preview`, {
    cookie: owner,
    body: { ...(await fieldsOf(which)), ...change },
  });
const make = async (name: string, location_id: number) =>
  (await ask('POST', '/calendars', { cookie: owner, body: { name, location_id } })).json.id as string;
const inForce = async () => {
  const { rows } = await context.pool.query('select id, schedule_in_force as s from lock order by id');
  return new Map<number, object[] | null>(rows.map((row) => [row.id, row.s]));
};
const setOwn = async (lock: number, body: object) => {
  const { version } = (await ask('GET', `/doors/${lock}/schedule`, { cookie: owner })).json;
  const whole = { version, weekly: [], exceptions: [], toggle_policy: 'none', ...body };
  expect((await ask('PUT', `/doors/${lock}/schedule`, { cookie: owner, body: whole })).status).toBe(200);
};

// The world's clock: 08:00 on Wednesday 2026-01-07 at HQ.
const TODAY = '2026-01-07';

beforeAll(async () => {
  gateway = await world.connect();
  await gateway.birth([{ door: 1 }, { door: 2 }]);
  id = await make('House', ids.hq);
});

describe('a calendar', () => {
  test('at a location reaches every door there and below, in a bounded number of statements', async () => {
    const weekly = [{ days: ALL_WEEK, ...hours('06:00', '17:00') }];
    const { status, json } = await save({ weekly, locations: [ids.hq] });
    expect(status).toBe(200);
    expect(json).toMatchObject({ doors: 2, locations: [{ id: ids.hq }], changed: { by: 'owner' } });
    const held = await inForce();
    expect([held.get(ids.main), held.get(ids.side), held.get(ids.archive)]).toEqual([weekly, weekly, null]);
  });

  test('holds its doors by a due row, as their own schedules do', async () => {
    await world.due.runDue();
    const command = (await gateway.next('command')) as { on: boolean; release_at: string };
    expect(command).toMatchObject({ on: true, release_at: '2026-01-07T15:00:00.000Z' });
  });

  test('closes a day for a door with a week of its own; an exception of the door outranks it', async () => {
    await setOwn(ids.side, { weekly: [{ days: ALL_WEEK, ...hours('09:00', '10:00') }] });
    await save({ set_days: [set(TODAY), set('2026-01-08')] });
    await setOwn(ids.side, {
      weekly: [{ days: ALL_WEEK, ...hours('09:00', '10:00') }],
      exceptions: [{ date: '2026-01-08', blocks: [hours('11:00', '12:00')] }],
    });
    expect((await inForce()).get(ids.side)).toEqual([
      { days: ALL_WEEK, ...hours('09:00', '10:00') },
      { date: TODAY, blocks: [] },
      { date: '2026-01-08', blocks: [hours('11:00', '12:00')] },
    ]);
    const shown = (await ask('GET', `/doors/${ids.side}/schedule`, { cookie: viewer })).json;
    expect(shown.schedule).toHaveLength(2);
    expect(shown.days[0]).toMatchObject({ is_exception: true, blocks: [] });
    const door = (await ask('GET', `/doors/${ids.side}`, { cookie: viewer })).json;
    expect(door.schedule).toHaveLength(3);
  });

  test('is saved against what the person saw, and saved as it is changes nothing', async () => {
    const before = await read();
    expect((await save({})).json.changed).toEqual(before.changed);
    await save({ name: 'Whole house' });
    const late = await ask('PUT', `/calendars/${id}`, {
      cookie: owner,
      body: { version: before.version, ...(await fieldsOf()), name: 'Late' },
    });
    expect([late.status, late.json.error.code]).toEqual([409, 'changed_meanwhile']);
    expect(late.json.error.message).toContain('owner has changed this calendar');
  });

  test('says which field is wrong: dates twice, unknown countries, doors and locations that are not below it', async () => {
    const inLab = await make('Lab', ids.lab);
    const fault = async (change: object, which = id) => {
      const { status, json } = await save(change, owner, which);
      return [status, json.error.details[0].field];
    };
    expect(await fault({ set_days: [set(TODAY), set(TODAY)] })).toEqual([422, 'set_days[1].date']);
    expect(await fault({ holidays: { country: 'XX', region: null } })).toEqual([422, 'holidays']);
    expect(await fault({ holidays: { country: 'DE', region: 'nowhere' } })).toEqual([422, 'holidays']);
    expect(await fault({ locks: [ids.archive] })).toEqual([422, 'locks[0]']);
    expect(await fault({ locks: [ids.main] }, inLab)).toEqual([422, 'locks[0]']);
    expect(await fault({ locations: [ids.lab, ids.hq] }, inLab)).toEqual([422, 'locations[1]']);
    expect((await preview({ locks: [ids.main] }, inLab)).status).toBe(422);
    await ask('DELETE', `/calendars/${inLab}`, { cookie: owner });
  });
});

describe('overlaps', () => {
  test('are shown before a calendar is saved: which doors, which days, which wins', async () => {
    const before = await inForce();
    const { json } = await preview({ set_days: [set('2026-01-08'), set('2026-02-01')] });
    expect(json.doors).toBe(2);
    expect(json.overlaps).toEqual({
      total: 1,
      data: [
        {
          date: '2026-01-08',
          blocks: [hours('11:00', '12:00')],
          wins: [{ kind: 'door', name: '' }],
          loses: [{ kind: 'calendar', name: 'Whole house' }],
          differs: true,
          doors: 1,
          door_names: ['side'],
        },
      ],
    });
    expect(await inForce()).toEqual(before);
  });

  test('are shown before a schedule of a door is saved', async () => {
    const { status, json } = await ask('POST', `/doors/${ids.main}/schedule/overlaps`, {
      cookie: owner,
      body: { exceptions: [{ date: TODAY, blocks: [] }] },
    });
    expect(status).toBe(200);
    expect(json.data).toMatchObject([
      { date: TODAY, wins: [{ kind: 'door' }], loses: [{ name: 'Whole house' }], differs: false, doors: 1 },
    ]);
  });
});

describe('public holidays', () => {
  test('are subscribed to by country, and are renewed with the years by a due row', async () => {
    expect((await save({ holidays: { country: 'FI', region: null } })).status).toBe(200);
    const last = async () => (await read()).days.at(-1).date.slice(0, 4);
    expect(await last()).toBe('2029');
    expect(JSON.stringify((await inForce()).get(ids.main))).toContain('2026-12-06');
    await context.pool.query(`update calendar set days = '[]', due_at = $1 where id = $2`, [
      new Date(world.clock.now()),
      id,
    ]);
    await world.due.runDue();
    expect(await last()).toBe('2029');
    const { rows } = await context.pool.query('select due_at from calendar where id = $1', [id]);
    expect(rows[0].due_at).toEqual(new Date('2026-02-01T00:00:00Z'));
  });

  test('are chosen from countries and their regions, with the attribution of the data', async () => {
    const { json } = await ask('GET', '/holidays?country=DE&region=BY', { cookie: viewer });
    expect(json.countries.length).toBeGreaterThan(100);
    expect(json.regions).toContainEqual({ code: 'BY', name: 'Bayern' });
    expect(json.days[0]).toEqual({ date: '2026-01-01', name: "New Year's Day" });
    expect(json.attribution.text).toContain('date-holidays');
  });
});

describe('a year', () => {
  test('of a door has its dates, who says so, and the week; of a calendar, its own', async () => {
    const { json } = await ask('GET', `/doors/${ids.side}/year?year=2026`, { cookie: viewer });
    expect(json).toMatchObject({ name: 'side', year: 2026, today: TODAY, week_by: [{ kind: 'door' }] });
    expect(json.week.wed).toEqual([hours('09:00', '10:00')]);
    const day = (date: string) => json.days.find((one: { date: string }) => one.date === date);
    expect(day('2026-01-08')).toMatchObject({ wins: [{ kind: 'door' }], name: 'Set', differs: true });
    expect(day('2026-12-25')).toMatchObject({ name: 'Christmas Day', wins: [{ name: 'Whole house' }] });
    const own = (await ask('GET', `/calendars/${id}/year?year=2029`, { cookie: viewer })).json;
    expect(own.days.length).toBeGreaterThan(9);
    const beyond = await ask('GET', `/calendars/${id}/year?year=2031`, { cookie: viewer });
    expect([beyond.status, beyond.json.error.message]).toEqual([400, 'year must be from 2025 to 2029.']);
  });
});

describe('who is below', () => {
  test('neither sees nor changes a calendar of a location above, and viewers change none', async () => {
    expect((await ask('GET', '/calendars', { cookie: lab })).json.data).toEqual([]);
    expect((await ask('GET', `/calendars/${id}`, { cookie: lab })).status).toBe(404);
    expect((await save({ name: 'Mine' }, lab)).status).toBe(404);
    expect((await save({ name: 'Mine' }, viewer)).status).toBe(403);
    const listed = (await ask('GET', '/calendars', { cookie: viewer })).json.data;
    expect(listed).toMatchObject([{ id, name: 'Whole house', locations: [expect.any(String)], locks: 0 }]);
  });
});

test('a door that moves is reached by the calendars of where it is', async () => {
  const inLab = await make('Lab hours', ids.lab);
  await save({ set_days: [set('2026-03-03')], locations: [ids.lab] }, owner, inLab);
  const has = async () => JSON.stringify((await inForce()).get(ids.side)).includes('2026-03-03');
  const isInLab = await has();
  const { json } = await ask('GET', `/doors/${ids.side}/set-up`, { cookie: owner });
  const to = json.location.id === ids.lab ? ids.hq : ids.lab;
  const moved = await ask('PATCH', `/doors/${ids.side}/set-up`, { cookie: owner, body: { location_id: to } });
  expect(moved.status).toBe(200);
  expect(await has()).toBe(!isInLab);
});

test('a calendar that is deleted leaves each door its own schedule, and each change is in the audit log', async () => {
  for (const { id: one } of (await ask('GET', '/calendars', { cookie: owner })).json.data)
    expect((await ask('DELETE', `/calendars/${one}`, { cookie: owner })).status).toBe(204);
  expect(new Set((await inForce()).values())).toEqual(new Set([null]));
  const { rows } = await context.pool.query(
    `select distinct action from audit where action like 'calendar.%' order by 1`,
  );
  expect(rows.map(({ action }) => action)).toEqual(['calendar.create', 'calendar.delete', 'calendar.update']);
});
