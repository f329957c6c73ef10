import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { dashboardWorld } from '../http/pages-world.js';

const { world, context, ids, ask, signIn } = await dashboardWorld();
const owner = await signIn('owner@acme.example');
const viewer = await signIn('viewer@acme.example');
const gateway = await world.connect();
await gateway.birth([{ door: 1 }, { door: 2 }]);

/** Does what the cloud asked for last, as a good gateway would. */
async function obey(relay: 'strike' | 'hold') {
  const command = (await gateway.next('command')) as { id: string; on?: boolean; door: number };
  const { door, id: command_id, on = true } = command;
  await gateway.send([
    gateway.record({ door, kind: 'relay', relay, on, cause: 'command', command_id }),
    gateway.record({ door, kind: 'result', command_id, outcome: 'confirmed', detail: null }),
  ]);
  return command;
}

describe('a person at the dashboard', () => {
  test('unlocks a door, whatever the lists of API keys say, and is named in its timeline', async () => {
    const asked = await ask('POST', `/locks/${ids.main}/unlock`, {
      cookie: owner,
      body: { reason: 'a parcel' },
    });
    expect(asked.status).toBe(202);
    expect(asked.json).toMatchObject({ type: 'unlock', status: 'sent', api_key: null });
    await world.clock.advance(200);
    const listening = context.nudge.listenerCount('command');
    const done = ask('GET', `/locks/${ids.main}/commands/${asked.json.id}?wait=5`, { cookie: owner });
    while (context.nudge.listenerCount('command') === listening) await setImmediate();
    await obey('strike');
    expect((await done).json.status).toBe('confirmed');

    const { body } = await world.call('GET', '/events?type=access.granted');
    expect(body.data[0]).toMatchObject({ source: 'app', api_key: null, person: null, key: null });
    const { json } = await ask('GET', `/events?lock_id=${ids.main}&type=access.granted`, { cookie: viewer });
    expect(json.data[0].user.name).toBe('owner');
    const commands = await ask('GET', `/doors/${ids.main}/commands`, { cookie: viewer });
    expect(commands.json.data[0]).toMatchObject({
      type: 'unlock',
      note: 'a parcel',
      by: { kind: 'user', name: 'owner' },
    });
  });

  test('holds it open as a manager, who is named at these pages only', async () => {
    const body = { mode: 'stay_open', expires_at: '2026-01-07T09:00:00Z' };
    const asked = await ask('POST', `/locks/${ids.main}/door-mode`, { cookie: owner, body });
    expect(asked.status).toBe(202);
    await obey('hold');
    const { body: events } = await world.call('GET', '/door_events?type=lock.hold_open.started');
    expect(events.data[0]).toMatchObject({
      source: 'manager',
      actor: { type: 'manager', person: null, key: null, api_key: null },
    });
    const { json } = await ask('GET', `/doors/${ids.main}`, { cookie: viewer });
    expect(json).toMatchObject({ hold_open: true, door_mode: { mode: 'stay_open', source: 'override' } });
    await ask('POST', `/locks/${ids.main}/door-mode`, { cookie: owner, body: { mode: 'auto' } });
    await obey('hold');
    const holds = await ask(
      'GET',
      `/events?lock_id=${ids.main}&type=lock.hold_open.started,lock.hold_open.ended`,
      {
        cookie: viewer,
      },
    );
    expect(
      holds.json.data.map((event: { type: string; user: { name: string } | null }) => event.user?.name),
    ).toEqual(['owner', 'owner']);
  });

  test('sees a door under test, whose events are recorded but raise no alarm until the test ends', async () => {
    await world.clock.advance(60_000);
    const forced = async () => (await ask('GET', '/events?type=door.forced', { cookie: viewer })).json.data;
    const alarms = async () => (await ask('GET', '/alarms', { cookie: viewer })).json.data;
    const door = () => ask('GET', `/doors/${ids.side}`, { cookie: viewer });
    const move = (state: string) =>
      gateway.send([gateway.record({ door: 2, kind: 'contact', state, snapshot: false })]);
    const before = (await forced()).length;
    await gateway.send([gateway.record({ door: 2, kind: 'door_test', for_ms: 10 ** 9 })]);
    // At most a quarter of an hour, even if more is requested.
    const until = new Date(world.clock.now() + 900_000).toISOString();
    expect((await door()).json.under_test_until).toBe(until);
    const { body } = await world.call('GET', `/locks/${ids.side}`);
    expect(body.under_test_until).toBe(until);
    await world.clock.advance(1_000);
    await move('open');
    expect((await forced()).length).toBe(before + 1);
    expect((await forced())[0].why).toMatchObject({ kind: 'forced', notes: ['test'] });
    expect(await alarms()).toEqual([]);
    await move('closed');
    await world.clock.advance(20_000);
    await gateway.send([gateway.record({ door: 2, kind: 'door_test', for_ms: 0 })]);
    expect((await door()).json).not.toHaveProperty('under_test_until');
    await world.clock.advance(1_000);
    await move('open');
    expect(await alarms()).toMatchObject([{ type: 'door.forced' }]);
    const event_ids = (await alarms()).map(({ id }: { id: number }) => id);
    await ask('POST', '/alarms/acknowledge', { cookie: owner, body: { event_ids } });
    await move('closed');
    const { rows } = await context.pool.query(
      "select action, subject_name, actor_name from audit where action like 'lock.%_test' order by at",
    );
    expect(rows).toEqual([
      { action: 'lock.begin_test', subject_name: 'side', actor_name: 'gateway' },
      { action: 'lock.end_test', subject_name: 'side', actor_name: 'gateway' },
    ]);
  });

  test('is written into the audit log', async () => {
    const { json } = await ask('GET', '/audit?action=lock.unlock', { cookie: owner });
    expect(json.data[0]).toMatchObject({
      actor: { type: 'user', name: 'owner' },
      subject: { type: 'lock', name: 'main' },
      details: { reason: 'a parcel' },
    });
  });

  test('sees an alarm with the reason for it until someone acknowledges it, once', async () => {
    await world.clock.advance(60_000);
    await gateway.send([gateway.record({ door: 2, kind: 'contact', state: 'open', snapshot: false })]);
    const alarms = async () => (await ask('GET', '/alarms', { cookie: viewer })).json.data;
    const [alarm] = await alarms();
    expect(alarm).toMatchObject({ type: 'door.forced', lock: { id: ids.side } });
    expect(alarm.why).toMatchObject({ kind: 'forced', window_ms: 10_000, exit: null });
    expect(alarm.contact).toEqual({ state: 'open', since: alarm.occurred_at, online: true });
    // The alarm includes the present contact state and since when.
    await world.clock.advance(20_000);
    await gateway.send([gateway.record({ door: 2, kind: 'contact', state: 'closed', snapshot: false })]);
    const [closed] = await alarms();
    expect(closed.contact.state).toBe('closed');
    expect(Date.parse(closed.contact.since) - Date.parse(alarm.occurred_at)).toBe(20_000);

    const body = { event_ids: [alarm.id] };
    const stranger = await signIn('other@globex.example');
    expect((await ask('POST', '/alarms/acknowledge', { cookie: stranger, body })).status).toBe(204);
    expect(await alarms()).toHaveLength(1);
    for (let times = 0; times < 2; times++)
      expect((await ask('POST', '/alarms/acknowledge', { cookie: owner, body })).status).toBe(204);
    expect(await alarms()).toEqual([]);
    const { rows } = await context.pool.query(
      "select count(*)::int from audit where action = 'alarm.acknowledge'",
    );
    expect(rows[0].count).toBe(2);
    const { json } = await ask('GET', '/events?type=door.forced', { cookie: viewer });
    expect(json.data[0].acknowledged.by).toBe('owner');
  });

  test('exports events, and a name that looks like a formula stays text', async () => {
    await context.pool.query("update lock set name = '=cmd()' where id = $1", [ids.side]);
    const { text, headers } = await ask('GET', '/events/export?type=door.forced', { cookie: viewer });
    expect(headers.get('content-disposition')).toContain('events.csv');
    const lines = text.trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain("door.forced,'=cmd(),Ground floor");
  });
});
