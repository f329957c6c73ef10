import type { IncomingRecord } from '@door-access/protocol';
import { describe, expect, test } from '@jest/globals';
import { decideAll, doorKey } from '../../src/locks/apply.rules.js';
import type { ApplyInput, DoorRow, GatewayRow, Loaded } from '../../src/locks/apply.types.js';

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
    subscribed: new Set(),
  };
  let ids = 0;
  let seq = 0;
  const take = (now: number, input: ApplyInput) =>
    decideAll(loaded, [input], { now, holdWriteAttempts: 3, newId: () => `id${ids++}` });
  return {
    door,
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
