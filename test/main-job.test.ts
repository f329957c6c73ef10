import { once } from 'node:events';
import { afterAll, describe, expect, test } from '@jest/globals';
import { createWorld } from './world.js';

const world = await createWorld();
const gateway = await world.connect();
afterAll(() => world.close());

const eventTypes = async (path = '/door_events') =>
  (await world.call('GET', path)).body.data.map((event: { type: string }) => event.type);

describe('the main job', () => {
  test('a birth is answered with the session, and the locks come online', async () => {
    const session = await gateway.birth([{ door: 1 }, { door: 2, contact: 'open', exit_button: false }]);
    expect(session).toMatchObject({
      v: 1,
      session: gateway.session,
      now: '2026-01-07T06:00:00.000Z',
      holds: [],
      doors: [
        { door: 1, strike_ms: 5000 },
        { door: 2, strike_ms: 5000 },
      ],
    });
    const { body } = await world.call('GET', `/locks/${world.ids.main}`);
    expect(body).toEqual({
      id: world.ids.main,
      name: 'main',
      place: 'Ground floor',
      location: { id: world.ids.hq, name: 'HQ' },
      type: 'remote',
      online: true,
      online_since: '2026-01-07T06:00:00.000Z',
      door_state: 'closed',
      hold_open: false,
      door_mode: { mode: 'auto', source: null, expires_at: null },
      features: {
        remote_unlock: true,
        door_contact: true,
        exit_button: true,
        hold_relay: true,
        forced_open_detection: true,
      },
    });
    expect(await eventTypes()).toEqual(['lock.online', 'lock.online']);
  });

  test('an unlock reaches the relay, is confirmed, and writes access.granted', async () => {
    const asked = await world.call('POST', `/locks/${world.ids.main}/unlock`, { body: {} });
    expect(asked.status).toBe(202);
    expect(asked.body).toMatchObject({ type: 'unlock', status: 'sent', reason: null, confirmed_at: null });
    const command = await gateway.next('command');
    expect(command).toMatchObject({
      id: asked.body.id,
      session: gateway.session,
      door: 1,
      type: 'unlock',
      strike_ms: 5000,
    });
    await world.clock.advance(120);
    await gateway.send([
      gateway.record({
        kind: 'relay',
        relay: 'strike',
        on: true,
        cause: 'command',
        command_id: asked.body.id,
      }),
      gateway.record({ kind: 'result', command_id: asked.body.id, outcome: 'confirmed', detail: null }),
    ]);
    const done = await world.call('GET', `/locks/${world.ids.main}/commands/${asked.body.id}?wait=5`);
    expect(done.body.status).toBe('confirmed');
    const { body } = await world.call('GET', '/events');
    expect(body).toEqual({
      data: [
        {
          id: expect.any(Number),
          type: 'access.granted',
          occurred_at: '2026-01-07T06:00:00.120Z',
          result: 'success',
          reason: null,
          source: 'app',
          api_key: { id: expect.any(Number), name: 'ERP' },
          lock: { id: world.ids.main, name: 'main', place: 'Ground floor' },
          location: { id: world.ids.hq, name: 'HQ' },
          person: null,
          key: null,
          command_id: asked.body.id,
        },
      ],
      next_cursor: null,
    });
  });

  test('the opening that follows is explained, and its close is an access event', async () => {
    await world.clock.advance(2_000);
    await gateway.send([gateway.record({ kind: 'contact', state: 'open', snapshot: false })]);
    expect((await world.call('GET', `/locks/${world.ids.main}`)).body.door_state).toBe('open');
    await world.clock.advance(3_000);
    await gateway.send([gateway.record({ kind: 'contact', state: 'closed', snapshot: false })]);
    expect(await eventTypes('/door_events?type=door.opened,door.forced')).toEqual(['door.opened']);
    expect(await eventTypes('/events')).toEqual(['door.closed', 'access.granted']);
  });

  test('a door opened 10.001 s after the exit press is forced, and one at 10.000 s is not', async () => {
    await world.clock.advance(60_000);
    await gateway.send([gateway.record({ kind: 'exit_button', pressed: true })]);
    await world.clock.advance(10_000);
    await gateway.send([gateway.record({ kind: 'contact', state: 'open', snapshot: false })]);
    await world.clock.advance(1);
    await gateway.send([
      gateway.record({ kind: 'contact', state: 'closed', snapshot: false }),
      gateway.record({ kind: 'contact', state: 'open', snapshot: false }),
    ]);
    const { body } = await world.call('GET', '/door_events?type=door.forced,door.opened&limit=3');
    expect(body.data.map((event: { type: string }) => event.type)).toEqual([
      'door.forced',
      'door.opened',
      'door.opened',
    ]);
    const [forced, opened] = body.data;
    expect(forced.occurred_at).toBe(opened.occurred_at);
    expect(forced.explanation.exit_button).toEqual({ age_ms: 10_001, clock: 'monotonic' });
    expect([forced.details, opened.details]).toEqual([{}, {}]);
  });

  test('what was acknowledged and comes again is not reported twice', async () => {
    const before = await eventTypes('/door_events?limit=100');
    const record = gateway.record({ kind: 'exit_button', pressed: true });
    await gateway.send([record]);
    await gateway.send([record]);
    expect(await eventTypes('/door_events?limit=100')).toHaveLength(before.length + 1);
  });

  test('a message that does not parse is set aside in full and does not block the line', async () => {
    await gateway.publish(`gateways/${gateway.id}/up/journal`, '{"v":1,"records":"no"}');
    const { rows } = await world.context.pool.query('select payload, error from quarantine');
    expect(rows).toEqual([
      { payload: Buffer.from('{"v":1,"records":"no"}'), error: expect.stringContaining('journal') },
    ]);
    await gateway.send([gateway.record({ kind: 'contact', state: 'closed', snapshot: false })]);
  });

  test('a hole in the journal is accepted and shown as a gap', async () => {
    gateway.record({});
    gateway.record({});
    const record = gateway.record({ kind: 'exit_button', pressed: true }) as { seq: number };
    await gateway.send([record]);
    const { rows } = await world.context.pool.query('select from_seq, to_seq, reported from journal_gap');
    expect(rows).toEqual([{ from_seq: record.seq - 2, to_seq: record.seq - 1, reported: false }]);
  });

  test('an unconfirmed unlock fails as timed_out and emits unlock.failed', async () => {
    const asked = await world.call('POST', `/locks/${world.ids.main}/unlock`, { body: { reason: 'parcel' } });
    await world.clock.advance(11_000);
    await world.due.runDue();
    const { body } = await world.call('GET', `/locks/${world.ids.main}/commands/${asked.body.id}`);
    expect(body).toMatchObject({ status: 'failed', reason: 'timed_out' });
    const { rows } = await world.context.pool.query(
      "select reason, result from event where type = 'unlock.failed'",
    );
    expect(rows).toEqual([{ reason: 'timed_out', result: 'denied' }]);
    expect(await eventTypes('/events')).not.toContain('unlock.failed');
  });

  test('a lock of the locking system cannot be opened over the network', async () => {
    const { status, body } = await world.call('POST', `/locks/${world.ids.archive}/unlock`, { body: {} });
    expect([status, body.error.code]).toEqual([409, 'lock_not_remote']);
  });

  test('an id beyond the range of the database is one that does not exist', async () => {
    for (const id of ['2147483648', '9007199254740993']) {
      for (const path of [`/locks/${id}`, `/keys/${id}`, `/invitations/${id}`])
        expect((await world.call('GET', path)).body.error.code).toBe('not_found');
      for (const query of [`/locks?location_id=${id}`, `/events?lock_id=${id}`, `/invitations?key_id=${id}`])
        expect((await world.call('GET', query)).body).toEqual({ data: [], next_cursor: null });
    }
  });

  test('a gateway that hangs up takes its locks offline, and an unlock is refused', async () => {
    const gone = once(world.context.nudge, 'lock');
    await gateway.end();
    await gone;
    expect((await world.call('GET', `/locks/${world.ids.main}`)).body.online).toBe(false);
    const { status, body } = await world.call('POST', `/locks/${world.ids.main}/unlock`, { body: {} });
    expect([status, body.error.code]).toEqual([409, 'lock_offline']);
    expect((await eventTypes('/door_events?type=lock.offline')).length).toBe(2);
  });

  test('every event name is known to GET /events, and what it never returns matches nothing', async () => {
    for (const type of ['door.forced', 'unlock.failed', 'key.issued', 'person.created', 'ping'])
      expect(await eventTypes(`/events?type=${type}`)).toEqual([]);
    expect((await world.call('GET', '/events?type=door.forced,nonsense')).status).toBe(400);
  });
});
