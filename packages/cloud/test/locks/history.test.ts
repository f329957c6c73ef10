import { toTimestamp } from '@door-access/protocol';
import { describe, expect, test } from '@jest/globals';
import { dashboardWorld } from '../http/pages-world.js';

const { world, ids, ask, signIn } = await dashboardWorld();
const owner = await signIn('owner@acme.example');
let viewer = await signIn('viewer@acme.example');
const stranger = await signIn('other@globex.example');
const gateway = await world.connect();
await gateway.birth([{ door: 1 }]);

const now = () => toTimestamp(world.clock.now());
const at = async (moment: string, cookie = viewer) =>
  ask('GET', `/doors/${ids.main}/at?at=${encodeURIComponent(moment)}`, { cookie });

/** What happens at the door, a minute apart. */
const moments: Record<string, string> = {};
async function happen(name: string, ...records: object[]) {
  await world.clock.advance(60_000);
  await gateway.send(records.map((fields) => gateway.record(fields)));
  moments[name] = now();
}
await happen('forced', { kind: 'contact', state: 'open', snapshot: false });
await happen('closed', { kind: 'contact', state: 'closed', snapshot: false });
await happen('exit', { kind: 'exit_button', pressed: true });
const command = await ask('POST', `/locks/${ids.main}/door-mode`, {
  cookie: owner,
  body: { mode: 'stay_open', expires_at: '2026-01-07T09:00:00Z' },
});
const { id } = (await gateway.next('command')) as { id: string };
await happen(
  'held',
  { kind: 'relay', relay: 'hold', on: true, cause: 'command', command_id: id },
  { kind: 'result', command_id: id, outcome: 'confirmed', detail: null },
);

describe('a door in the past', () => {
  test('is as it was then, with the reason kept for it', async () => {
    expect(command.status).toBe(202);
    const { json } = await at(moments.forced as string);
    expect(json).toMatchObject({
      door: { value: 'open', by: { type: 'door.opened', occurred_at: moments.forced } },
      forced: { value: true },
      held_open: { value: false },
      online: { value: true },
      mode: { value: 'auto', by: null },
      next: moments.closed,
    });
    expect(json.forced.by.why).toMatchObject({ kind: 'forced', window_ms: 10_000 });
    const before = await at(toTimestamp(Date.parse(moments.forced as string) - 1));
    expect(before.json).toMatchObject({ door: { value: 'unknown', by: null }, forced: { value: false } });
  });

  test('is in the mode that someone set, and they are named', async () => {
    const { json } = await at(moments.held as string);
    expect(json).toMatchObject({
      door: { value: 'closed' },
      held_open: { value: true },
      mode: {
        value: 'stay_open',
        by: { who: 'owner', until: '2026-01-07T09:00:00.000Z', status: 'confirmed' },
      },
      last_exit_press: { occurred_at: moments.exit },
      next: null,
    });
    const later = await at('2026-01-07T09:00:00Z');
    expect(later.json.mode).toEqual({ value: 'auto', by: null });
  });

  test('has a moment before and after each, whatever happened there', async () => {
    const { json } = await at(moments.closed as string);
    expect([json.previous, json.next]).toEqual([moments.forced, moments.exit]);
  });

  test('is hidden from other accounts, and a moment must be one', async () => {
    expect((await at(moments.closed as string, stranger)).status).toBe(404);
    expect((await ask('GET', `/doors/${ids.main}/day`, { cookie: stranger })).status).toBe(404);
    expect((await at('yesterday')).status).toBe(400);
    for (const date of ['2026-02-30', 'today'])
      expect((await ask('GET', `/doors/${ids.main}/day?date=${date}`, { cookie: viewer })).status).toBe(400);
  });
});

describe('a day of a door', () => {
  test('is the place’s own, in bands without gaps up to now, with a mark for each event', async () => {
    const { json } = await ask('GET', `/doors/${ids.main}/day`, { cookie: viewer });
    expect(json).toMatchObject({
      date: '2026-01-07',
      timezone: 'Europe/Helsinki',
      starts_at: '2026-01-06T22:00:00.000Z',
      ends_at: '2026-01-07T22:00:00.000Z',
    });
    expect(json.bands.door).toMatchObject([
      { from: '2026-01-06T22:00:00.000Z', to: moments.forced, state: 'unknown' },
      { from: moments.forced, to: moments.closed, state: 'forced' },
      { from: moments.closed, to: json.known_until, state: 'closed' },
    ]);
    expect(json.bands.hold.at(-1)).toMatchObject({ from: moments.held, state: 'held' });
    expect(json.marks.map(({ type }: { type: string }) => type)).toEqual([
      'lock.online',
      'door.opened',
      'door.forced',
      'door.closed',
      'door.exit_button',
      'lock.hold_open.started',
    ]);
  });

  test('is a day in another time zone if requested, such as the reader’s own', async () => {
    const path = `/doors/${ids.main}/day?date=2026-01-07&timezone=Asia/Tokyo`;
    const { json } = await ask('GET', path, { cookie: viewer });
    expect(json).toMatchObject({
      timezone: 'Asia/Tokyo',
      starts_at: '2026-01-06T15:00:00.000Z',
      ends_at: '2026-01-07T15:00:00.000Z',
    });
  });

  test('that has passed begins with what was known before it', async () => {
    await world.clock.advance(86_400_000);
    viewer = await signIn('viewer@acme.example');
    const { json } = await ask('GET', `/doors/${ids.main}/day?date=2026-01-08`, { cookie: viewer });
    expect(json.bands.door).toMatchObject([{ state: 'closed' }]);
    const ahead = await ask('GET', `/doors/${ids.main}/day?date=2027-01-01`, { cookie: viewer });
    expect(ahead.json).toMatchObject({ bands: { door: [], hold: [], gateway: [] }, marks: [] });
  });
});

describe('the orders of a door', () => {
  test('say what was asked for and until when', async () => {
    const { json } = await ask('GET', `/doors/${ids.main}/commands`, { cookie: viewer });
    expect(json.data[0]).toMatchObject({
      type: 'door_mode',
      mode: 'stay_open',
      until: '2026-01-07T09:00:00.000Z',
      status: 'confirmed',
      by: { kind: 'user', name: 'owner' },
    });
  });
});
