import type { IncomingRecord } from '@door-access/protocol';
import { describe, expect, test } from '@jest/globals';
import { alarmsIn } from '../../src/doors/alarm.rules.js';
import { decideAll, doorKey } from '../../src/doors/apply.rules.js';
import type { ApplyInput, CommandRow, DoorRow, GatewayRow, Loaded } from '../../src/doors/apply.types.js';
import type { Restore } from '../../src/doors/restore.rules.js';
import { scheduleAt } from '../../src/doors/schedule/schedule.rules.js';

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
    moved_from: null,
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
    last_heard_at: NOON,
  };
  const loaded: Loaded = {
    gateways: new Map([[GATEWAY, gateway]]),
    doors: new Map([[doorKey(GATEWAY, 1), door]]),
    doorsByLock: new Map([[41, door]]),
    commands: new Map(),
    marks: new Map(),
    readers: new Map(),
    subscribed: new Set(),
    moving: new Set(),
  };
  let ids = 0;
  let seq = 0;
  const restores: Restore[] = [];
  const take = (now: number, input: ApplyInput) =>
    decideAll(loaded, [input], {
      now,
      holdWriteAttempts: 3,
      newId: () => `id${ids++}`,
      scheduleAt,
      restores,
    });
  return {
    door,
    gateway,
    loaded,
    restores,
    take,
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

describe('behind a restored backup', () => {
  const SECOND = 1_000;
  const restore: Restore = {
    taken_at: NOON,
    restored_at: NOON + 600 * SECOND,
    patient_until: NOON + 700 * SECOND,
  };
  const UNKNOWN = '77777777-7777-4777-8777-777777777777';
  const strike = { kind: 'relay', relay: 'strike', on: true, cause: 'command', command_id: UNKNOWN };
  const contact = (state: string) => ({ kind: 'contact', state, snapshot: false });
  /** A record of an earlier time. */
  const at = (time: number, fact: object) => ({
    ...fact,
    mono_ms: time - NOON,
    at: new Date(time).toISOString(),
  });

  test('an unlock whose command is not known is granted all the same, to an unknown actor', () => {
    const { events } = world().hear(NOON + 650 * SECOND, at(NOON + 60 * SECOND, strike));
    expect(events).toMatchObject([
      {
        type: 'access.granted',
        occurred_at: NOON + 60 * SECOND,
        command_id: UNKNOWN,
        person_id: null,
        key_id: null,
        api_key_id: null,
      },
    ]);
  });

  test('an alarm of the time that was lost is recorded with its own time, and is not raised again', () => {
    const { restores, hear } = world();
    restores.push(restore);
    const lost = hear(NOON + 650 * SECOND, at(NOON + 60 * SECOND, contact('open')));
    expect(lost.events).toMatchObject([
      { type: 'door.opened', occurred_at: NOON + 60 * SECOND },
      { type: 'door.forced', occurred_at: NOON + 60 * SECOND, is_known: true },
    ]);
    expect(lost.events[0]).not.toHaveProperty('is_known');
    hear(NOON + 650 * SECOND, at(NOON + 70 * SECOND, contact('closed')));
    const since = hear(NOON + 650 * SECOND, at(NOON + 620 * SECOND, contact('open')));
    expect(since.events.map(({ type, is_known }) => [type, is_known])).toEqual([
      ['door.opened', undefined],
      ['door.forced', undefined],
    ]);
  });

  test('an arrival of the time that was lost holds no door open now', () => {
    const { restores, door, hear } = world();
    restores.push(restore);
    door.toggle_policy = 'all_keys';
    door.schedule = [{ days: ['wed'], from: '11:00', to: '13:00', first_person_in: true }];
    const press = { kind: 'exit_button', pressed: true };
    expect(hear(NOON + 650 * SECOND, at(NOON + 60 * SECOND, press)).holdWrites).toEqual([]);
    expect(hear(NOON + 650 * SECOND, at(NOON + 640 * SECOND, press)).holdWrites).toHaveLength(1);
  });

  test('a door that stood open is not called left open before its gateway could send the close', () => {
    const { restores, door, hear, look } = world();
    door.schedule = [];
    hear(NOON - SECOND, contact('open'));
    restores.push(restore);
    expect(look(NOON + 610 * SECOND).events).toEqual([]);
    expect(door.due_at).toBe(restore.patient_until);
    expect(look(NOON + 701 * SECOND).events).toMatchObject([{ type: 'door.left_open' }]);
  });

  test('a command under way at the backup is not given up before its gateway could send the result', () => {
    const { restores, loaded, take, hear } = world();
    const command: CommandRow = {
      id: UNKNOWN,
      type: 'unlock',
      lock_id: 41,
      gateway_id: GATEWAY,
      status: 'sent',
      requested_at: NOON,
      reason: null,
      switched_at: null,
      confirmed_at: null,
      failed_at: null,
      due_at: NOON + 5 * SECOND,
      facts: { command_id: UNKNOWN, person_id: null, key_id: null, api_key_id: 1 },
      api_key_name: 'ERP',
      key_name: null,
      key_arms: null,
    };
    loaded.commands.set(UNKNOWN, command);
    restores.push(restore);
    const due = take(NOON + 610 * SECOND, { kind: 'command', command_id: UNKNOWN, input: { kind: 'due' } });
    expect([due.events, command.status, command.due_at]).toEqual([[], 'sent', restore.patient_until]);
    const { events } = hear(NOON + 611 * SECOND, at(NOON + SECOND, strike));
    expect(events).toMatchObject([{ type: 'access.granted', api_key_id: 1, occurred_at: NOON + SECOND }]);
  });

  test('records behind a place that the database no longer has are not taken', () => {
    const { take, loaded } = world();
    const input: ApplyInput = { kind: 'journal', gateway_id: GATEWAY, journal: JOURNAL, records: [], had: 9 };
    loaded.marks.set(`${GATEWAY}/${JOURNAL}`, { gateway_id: GATEWAY, journal: JOURNAL, last_seq: 8 });
    const { setBack, marks } = take(NOON, input);
    expect([[...setBack], marks.size]).toEqual([[input], 0]);
  });
});

describe('of a gateway that moves with its account to another installation', () => {
  const SECOND = 1_000;
  const contact = (state: string) => ({ kind: 'contact', state, snapshot: false });
  const border = (last_seq: number, at = NOON + 70 * SECOND) => ({
    at: new Date(at).toISOString(),
    journals: [{ journal: JOURNAL, last_seq }],
  });
  const birth = (moved_from?: ReturnType<typeof border>): ApplyInput => ({
    kind: 'presence',
    gateway_id: GATEWAY,
    input: {
      kind: 'birth',
      connection: 1,
      birth: {
        v: 1,
        session: '44444444-4444-4444-8444-444444444444',
        online: true,
        boot: 'boot',
        agent: 'test',
        at: new Date(NOON).toISOString(),
        mono_ms: 0,
        clock: 'synced',
        doors: [],
        moved_from,
      },
    },
  });
  const known = ({ events }: { events: readonly { type: string; is_known?: true }[] }) =>
    events.map(({ type, is_known = false }) => [type, is_known]);
  function imported() {
    const one = world();
    one.door.schedule = [];
    one.gateway.moved_from = { at: new Date(NOON).toISOString(), journals: [] };
    return one;
  }

  test('what the installation before has had is recorded, and neither raised nor sent again', () => {
    const { take, hear } = imported();
    take(NOON + 71 * SECOND, birth(border(1)));
    expect(known(hear(NOON + 72 * SECOND, contact('open')))).toEqual([
      ['door.opened', true],
      ['door.forced', true],
    ]);
    hear(NOON + 73 * SECOND, contact('closed'));
    expect(known(hear(NOON + 74 * SECOND, contact('open')))).toEqual([
      ['door.opened', false],
      ['door.forced', false],
    ]);
  });

  test('only one that came with an imported account has a say in what was raised', () => {
    const { take, hear, gateway } = imported();
    gateway.moved_from = null;
    take(NOON + 71 * SECOND, birth(border(1)));
    expect(known(hear(NOON + 72 * SECOND, contact('open'))).at(-1)).toEqual(['door.forced', false]);
  });

  test('a door left open is reported by the installation that had heard the gateway when its time was over', () => {
    for (const [left, isKnown] of [
      [60, true],
      [80, false],
    ] as const) {
      const { take, hear, look, door } = imported();
      door.left_open_ms = left * SECOND;
      take(NOON + 71 * SECOND, birth(border(1)));
      hear(NOON, contact('open'));
      expect(known(look(NOON + 200 * SECOND))).toEqual([['door.left_open', isKnown]]);
    }
  });

  test('a door that was open at the copy waits for its gateway', () => {
    const { take, hear, look, door } = imported();
    hear(NOON, contact('open'));
    Object.assign(door.evidence.opening ?? {}, { known_until: null });
    expect(look(NOON + 100 * SECOND).events).toEqual([]);
    expect(door.due_at).toBe(NOON + 190 * SECOND);
    take(NOON + 110 * SECOND, birth(border(0, NOON + 50 * SECOND)));
    expect(known(look(NOON + 200 * SECOND))).toEqual([['door.left_open', false]]);
  });

  test('where it is sent away, a door is judged up to when the gateway was heard', () => {
    const { loaded, hear, look, door } = world();
    door.schedule = [];
    loaded.moving.add(1);
    hear(NOON, contact('open'));
    expect(look(NOON + 61 * SECOND).events).toEqual([]);
    door.last_heard_at = NOON + 60 * SECOND;
    expect(known(look(NOON + 152 * SECOND))).toEqual([['door.left_open', false]]);
  });

  test('a fault that was reported before raises no alarm again', () => {
    const { take, hear } = imported();
    take(NOON + 71 * SECOND, birth(border(1)));
    const fault = { kind: 'fault', relay: 'strike', ok: false, error: 'no answer' };
    expect(alarmsIn(hear(NOON + 72 * SECOND, fault))).toEqual([]);
    hear(NOON + 73 * SECOND, { ...fault, ok: true });
    expect(alarmsIn(hear(NOON + 74 * SECOND, fault))).toMatchObject([{ kind: 'fault' }]);
  });
});
