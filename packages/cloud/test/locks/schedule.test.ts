import { describe, expect, test } from '@jest/globals';
import { dashboardWorld } from '../http/pages-world.js';

const { world, context, ids, ask, signIn } = await dashboardWorld();
const owner = await signIn('owner@acme.example');
const viewer = await signIn('viewer@acme.example');
const labManager = await signIn('lab@acme.example');
const stranger = await signIn('other@globex.example');
const gateway = await world.connect();
await gateway.birth([{ door: 1 }, { door: 2 }]);

const path = `/doors/${ids.main}/schedule`;
const ALL_WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const block = (from: string, to: string, first_person_in = false) => ({
  days: ALL_WEEK,
  from,
  to,
  first_person_in,
});
const read = async () => (await ask('GET', path, { cookie: viewer })).json;
const saved = async (body: object, cookie = owner) =>
  ask('PUT', path, {
    cookie,
    body: { version: (await read()).version, exceptions: [], toggle_policy: 'none', ...body },
  });

/** Confirms the hold that the cloud asked for last. */
async function obey() {
  const command = (await gateway.next('command')) as { id: string; on: boolean; release_at: string | null };
  await gateway.send([
    gateway.record({
      kind: 'relay',
      relay: 'hold',
      on: command.on,
      cause: 'command',
      command_id: command.id,
    }),
    gateway.record({ kind: 'result', command_id: command.id, outcome: 'confirmed', detail: null }),
  ]);
  return command;
}

// The world's clock: 08:00 on a Wednesday at HQ.
describe('the schedule of a door', () => {
  test('is shown to a viewer with the place’s own time and the fourteen days that follow', async () => {
    const shown = await read();
    expect(shown).toMatchObject({
      schedule: [],
      toggle_policy: 'none',
      changed: null,
      timezone: 'Europe/Helsinki',
      offset: '+02:00',
      has_hold_relay: true,
      is_of_site_file: false,
    });
    expect(shown.days).toHaveLength(14);
  });

  test('is previewed without being saved: what the days become, and what the door does at once', async () => {
    const body = { weekly: [block('06:00', '17:00')], exceptions: [{ date: '2026-01-08', blocks: [] }] };
    const { status, json } = await ask('POST', `${path}/preview`, { cookie: owner, body });
    expect(status).toBe(200);
    expect(json.effect).toMatchObject({ held_before: false, held_after: true, online: true });
    expect(json.days[0]).toMatchObject({ before: [], blocks: [{ from: '06:00', to: '17:00' }] });
    expect(json.days[1]).toMatchObject({ is_exception: true, blocks: [] });
    expect((await read()).schedule).toEqual([]);
  });

  test('holds the door at once when it is saved, and is written into the audit log with what was before', async () => {
    const { status, json } = await saved({ weekly: [block('06:00', '17:00')] });
    expect(status).toBe(200);
    expect(json).toMatchObject({ schedule: [block('06:00', '17:00')], changed: { by: 'owner' } });
    expect(await obey()).toMatchObject({ on: true, release_at: '2026-01-07T15:00:00.000Z' });
    const door = (await ask('GET', `/doors/${ids.main}`, { cookie: viewer })).json;
    expect(door).toMatchObject({ hold_open: true, door_mode: { mode: 'auto', source: 'schedule' } });
    const audit = await ask('GET', '/audit?action=lock.schedule', { cookie: owner });
    expect(audit.json.data).toHaveLength(1);
    expect(audit.json.data[0]).toMatchObject({
      actor: { name: 'owner' },
      subject: { name: 'main' },
      details: { before: { schedule: [] }, after: { schedule: [block('06:00', '17:00')] } },
    });
  });

  test('lets the door go at once when its hours no longer hold this moment', async () => {
    expect((await saved({ weekly: [block('20:00', '06:00')] })).status).toBe(200);
    expect(await obey()).toMatchObject({ on: false });
    const { body } = await world.call('GET', '/door_events?type=lock.hold_open.ended');
    expect(body.data[0]).toMatchObject({ source: 'schedule', actor: null });
  });

  test('saved as it is changes nothing and notifies no one', async () => {
    const before = await read();
    expect((await saved({ weekly: [block('20:00', '06:00')] })).json.changed).toEqual(before.changed);
    const audit = await ask('GET', '/audit?action=lock.schedule', { cookie: owner });
    expect(audit.json.data).toHaveLength(2);
  });

  test('is not overwritten by one who saw an older one, and the answer names who saved it', async () => {
    const { version } = await read();
    expect((await saved({ weekly: [block('07:00', '07:30')] })).status).toBe(200);
    const late = await ask('PUT', path, {
      cookie: owner,
      body: { version, weekly: [], exceptions: [], toggle_policy: 'none' },
    });
    expect([late.status, late.json.error.code]).toEqual([409, 'changed_meanwhile']);
    expect(late.json.error.message).toBe(
      'owner has changed this schedule since you opened it. Nothing of yours was saved.',
    );
    expect((await read()).schedule).toEqual([block('07:00', '07:30')]);
  });

  test('of two who save at the same time takes one', async () => {
    const { version } = await read();
    const body = (to: string) => ({
      version,
      weekly: [block('07:00', to)],
      exceptions: [],
      toggle_policy: 'none',
    });
    const answers = await Promise.all(
      ['09:00', '10:00', '11:00'].map((to) => ask('PUT', path, { cookie: owner, body: body(to) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('says which block is wrong, and how', async () => {
    const answer = await saved({
      weekly: [block('08:00', '17:00'), block('25:00', '17:00'), block('09:00', '09:00')],
      exceptions: [
        { date: '2026-02-30', blocks: [] },
        { date: '2026-12-24', blocks: [] },
        { date: '2026-12-24', blocks: [{ from: '08:00', to: '24:00', first_person_in: false }] },
      ],
      toggle_policy: 'someone',
    });
    expect(answer.status).toBe(422);
    const fields = answer.json.error.details.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(
      expect.arrayContaining(['weekly[1].from', 'weekly[2].to', 'exceptions[0].date', 'toggle_policy']),
    );
    const twice = await saved({
      weekly: [],
      exceptions: [
        { date: '2026-12-24', blocks: [] },
        { date: '2026-12-24', blocks: [] },
      ],
    });
    expect(twice.json.error.details[0]).toMatchObject({ field: 'exceptions[1].date' });
  });

  test('is changed by a manager of its own location, and by no one else', async () => {
    const mine = `/doors/${ids.side}/schedule`;
    const { version } = (await ask('GET', mine, { cookie: labManager })).json;
    const body = {
      version,
      weekly: [block('08:00', '09:00', true)],
      exceptions: [],
      toggle_policy: 'all_keys',
    };
    expect((await ask('PUT', path, { cookie: labManager, body })).status).toBe(404);
    expect((await ask('PUT', mine, { cookie: viewer, body })).status).toBe(403);
    for (const [method, where] of [
      ['GET', mine],
      ['PUT', mine],
      ['POST', `${mine}/preview`],
    ] as const) {
      const { version: _, toggle_policy: __, ...preview } = body;
      const sent = method === 'GET' ? {} : { body: method === 'PUT' ? body : preview };
      expect((await ask(method, where, { cookie: stranger, ...sent })).status).toBe(404);
    }
    expect((await ask('PUT', mine, { cookie: labManager, body })).status).toBe(200);
    const archive = await ask('GET', `/doors/${ids.archive}/schedule`, { cookie: owner });
    expect([archive.status, archive.json.error.code]).toEqual([409, 'lock_not_remote']);
  });

  test('leaves the door due, so that another process looks at it should this one end', async () => {
    const { rows } = await context.pool.query('select due_at from door_state where lock_id = $1', [ids.side]);
    expect(rows[0].due_at.getTime()).toBeGreaterThan(world.clock.now());
  });
});
