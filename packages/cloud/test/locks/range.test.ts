import { toTimestamp } from '@door-access/protocol';
import { describe, expect, test } from '@jest/globals';
import { MAX_SHOWN } from '../../src/locks/range.rules.js';
import { dashboardWorld } from '../http/pages-world.js';

const { world, ids, ask, signIn } = await dashboardWorld();
const viewer = await signIn('viewer@acme.example');
const stranger = await signIn('other@globex.example');
const gateway = await world.connect();
await gateway.birth([{ door: 1 }]);
const began = world.clock.now();
await world.clock.advance(60_000);
await gateway.send([gateway.record({ kind: 'contact', state: 'open', snapshot: false })]);
const forced = world.clock.now();
await world.clock.advance(20_000);
await gateway.send([gateway.record({ kind: 'contact', state: 'closed', snapshot: false })]);

const range = (from: number, to: number, cookie = viewer) =>
  ask('GET', `/doors/${ids.main}/range?from=${toTimestamp(from)}&to=${toTimestamp(to)}`, { cookie });
const week = (search = '', cookie = viewer) => ask('GET', `/doors/${ids.main}/week${search}`, { cookie });

describe('a range of a door', () => {
  test('has its bands, and each event with what is behind it', async () => {
    const { json, status } = await range(began, world.clock.now() + 1);
    expect(status).toBe(200);
    const states = json.bands.door.map(({ state }: { state: string }) => state);
    expect(states).toEqual(['unknown', 'forced', 'closed']);
    const mark = json.marks.find(({ type }: { type: string }) => type === 'door.forced');
    expect(mark).toMatchObject({ at: toTimestamp(forced), who: null });
    expect(mark.why).toMatchObject({ kind: 'forced', window_ms: 10_000 });
    expect(json.steps).toEqual([]);
  });

  test('may be as short as a second, and as long as a month', async () => {
    const short = await range(forced - 500, forced + 500);
    expect(short.json.marks).toHaveLength(2);
    expect((await range(forced - 31 * 86_400_000, forced)).status).toBe(200);
    for (const [from, to] of [
      [forced, forced],
      [forced, forced - 1],
      [forced - 32 * 86_400_000, forced],
    ] as const)
      expect((await range(from, to)).status).toBe(400);
  });

  test('is hidden from other accounts, as its week is', async () => {
    expect((await range(began, forced, stranger)).status).toBe(404);
    expect((await week('', stranger)).status).toBe(404);
  });

  test('is counted where there is too much, with its alarms one by one', async () => {
    const presses = Array.from({ length: MAX_SHOWN + 1 }, () =>
      gateway.record({ kind: 'exit_button', pressed: true }),
    );
    for (let sent = 0; sent < presses.length; sent += 100)
      await gateway.send(presses.slice(sent, sent + 100));
    // One millisecond each.
    await world.clock.advance(5_000);
    const { json } = await range(began, world.clock.now());
    expect(json.bands).toBeNull();
    expect(json.marks.map(({ type }: { type: string }) => type)).toEqual(['door.forced']);
    const all = json.steps.reduce((sum: number, one: { all: number }) => sum + one.all, 0);
    // The opening, the verdict, the close and the presses; the lock came online at the beginning.
    expect(all).toBeGreaterThanOrEqual(MAX_SHOWN + 4);
    expect(json.is_cut).toBe(false);
  });

  test('has a week by the hour', async () => {
    const { json } = await week('?timezone=UTC');
    expect(json).toMatchObject({
      date: '2026-01-05',
      timezone: 'UTC',
      starts_at: '2026-01-05T00:00:00.000Z',
    });
    expect(json.hours).toHaveLength(1);
    expect(json.hours[0]).toMatchObject({ at: '2026-01-07T06:00:00.000Z', alarms: 1 });
    expect((await week('?date=today')).status).toBe(400);
    expect((await week('?date=2026-02-01')).json.hours).toEqual([]);
  });
});
