import type { IncomingRecord } from '@door-access/protocol';
import { describe, expect, test } from '@jest/globals';
import { decideAll, doorKey } from '../../src/doors/apply.rules.js';
import type { ApplyInput, CommandRow, DoorRow, GatewayRow, Loaded } from '../../src/doors/apply.types.js';
import { scheduleAt } from '../../src/doors/schedule.rules.js';

const GATEWAY = '11111111-1111-4111-8111-111111111111';
const JOURNAL = '22222222-2222-4222-8222-222222222222';
const NOON = Date.parse('2026-01-07T12:00:00.000Z');

/** A remote door with a hold relay and a schedule, online, as it is loaded. */
function world() {
  const gateway: GatewayRow = {
    id: GATEWAY,
    account_id: 1,
    online: true,
    online_since: NOON - 60_000,
    last_heard_at: NOON,
    session: '33333333-3333-4333-8333-333333333333',
    connection: 1,
    offline_due_at: NOON + 45 * 60_000,
    boot: 'boot',
    birth_mono_ms: 0,
  };
  const door: DoorRow = {
    lock_id: 41,
    account_id: 1,
    location_id: 3,
    name: 'Main entrance',
    place: 'Ground floor',
    location_name: 'HQ',
    gateway_id: GATEWAY,
    door: 1,
    contact: 'closed',
    contact_wired: true,
    exit_button_wired: true,
    hold_relay_wired: true,
    strike_on: false,
    hold_on: false,
    evidence: {},
    last_event_at: null,
    hold: null,
    due_at: null,
    left_open_ms: 60_000,
    toggle_policy: 'none',
    schedule: [{ days: ['wed'], from: '12:00', to: '13:00', first_person_in: false }],
    timezone: 'UTC',
    online: true,
    session: gateway.session,
  };
  const loaded: Loaded = {
    gateways: new Map([[GATEWAY, gateway]]),
    doors: new Map([[doorKey(GATEWAY, 1), door]]),
    doorsByLock: new Map([[41, door]]),
    commands: new Map(),
    marks: new Map(),
    readers: new Map(),
    subscribed: new Set(),
  };
  let ids = 0;
  let seq = 0;
  const take = (now: number, input: ApplyInput) =>
    decideAll(loaded, [input], { now, holdWriteAttempts: 3, newId: () => `id${ids++}`, scheduleAt });
  return {
    door,
    loaded,
    look: (now: number) => take(now, { kind: 'door', lock_id: 41, input: { kind: 'look' } }),
    hear(now: number, ...facts: object[]) {
      const stamp = {
        boot: 'boot',
        mono_ms: now - NOON,
        at: new Date(now).toISOString(),
        clock: 'synced',
        door: 1,
      };
      const records = facts.map((fact) => ({ seq: ++seq, ...stamp, ...fact }) as IncomingRecord);
      loaded.marks.clear();
      return take(now, { kind: 'journal', gateway_id: GATEWAY, journal: JOURNAL, records });
    },
  };
}

describe('a hold that its gateway confirms', () => {
  const switched = (command_id: string | undefined) => ({
    kind: 'relay',
    relay: 'hold',
    on: true,
    cause: 'command',
    command_id,
  });
  const confirmed = (command_id: string | undefined) => ({
    kind: 'result',
    command_id,
    outcome: 'confirmed',
  });

  test('is not written again, and does not fail', () => {
    const { door, look, hear } = world();
    const id = look(NOON).holdWrites[0]?.write.ids.at(-1);
    const heard = hear(NOON + 50, switched(id), confirmed(id));
    expect(heard.events.map(({ type }) => type)).toEqual(['lock.hold_open.started']);
    expect(door.hold).toMatchObject({ write: null, confirmed_release_at: NOON + 3_600_000 });
    for (const seconds of [5, 10, 15, 20]) {
      const later = look(NOON + seconds * 1_000);
      expect([later.holdWrites, later.events]).toEqual([[], []]);
    }
  });
  test('under the id of another write is still unconfirmed', () => {
    const { look, hear } = world();
    look(NOON);
    hear(NOON + 50, confirmed('44444444-4444-4444-8444-444444444444'));
    expect(look(NOON + 5_000).holdWrites).toHaveLength(1);
  });
  test('as expired is written again', () => {
    const { look, hear } = world();
    const id = look(NOON).holdWrites[0]?.write.ids.at(-1);
    hear(NOON + 50, { ...confirmed(id), outcome: 'expired' });
    expect(look(NOON + 5_000).holdWrites).toHaveLength(1);
  });
});

test('a hold relay that is switched by hand at the gateway is shown, and starts and ends no hold', () => {
  const { door, hear } = world();
  door.schedule = [];
  const byHand = { kind: 'relay', relay: 'hold', cause: 'bench', command_id: null };
  expect(hear(NOON, { ...byHand, on: true }).events).toEqual([]);
  expect(door.hold_on).toBe(true);
  expect(hear(NOON + 1_000, { ...byHand, on: false }).events).toEqual([]);
  expect([door.hold_on, door.hold]).toEqual([false, null]);
});

test.each([
  ['the gateway that it came from', GATEWAY, 'confirmed', ['access.granted']],
  ['another gateway', '55555555-5555-4555-8555-555555555555', 'pending', []],
])('a result of a command that went to %s', (_whom, gateway_id, status, events) => {
  const { loaded, hear } = world();
  const id = '66666666-6666-4666-8666-666666666666';
  const command = {
    id,
    lock_id: 41,
    gateway_id,
    type: 'unlock',
    status: 'pending',
    reason: null,
    switched_at: null,
    confirmed_at: null,
    failed_at: null,
    due_at: NOON + 11_000,
    facts: { command_id: id, person_id: null, key_id: null, api_key_id: null },
  } as unknown as CommandRow;
  loaded.commands.set(id, command);
  const heard = hear(NOON, { kind: 'result', command_id: id, outcome: 'confirmed' });
  expect([command.status, heard.events.map(({ type }) => type)]).toEqual([status, events]);
});
