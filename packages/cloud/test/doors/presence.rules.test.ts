import type { Birth } from '@door-access/protocol';
import { describe, expect, test } from '@jest/globals';
import { frozen } from '../../../../test/frozen.js';
import {
  BIRTH_GRACE_MS,
  decidePresence,
  type Presence,
  type PresenceChange,
  type PresenceInput,
  RESTART_GRACE_MS,
  SILENCE_MS,
} from '../../src/doors/presence.rules.js';

const OLD = '11111111-1111-4111-8111-111111111111';
const NEW = '22222222-2222-4222-8222-222222222222';
const never: Presence = {
  online: null,
  online_since: null,
  last_heard_at: null,
  session: null,
  connection: 1,
  offline_due_at: null,
};
const birth = (session: string, connection = 1): PresenceInput => ({
  kind: 'birth',
  connection,
  birth: { session } as Birth,
});

const decide = (state: Presence, input: PresenceInput, now: number) =>
  frozen(decidePresence)(state, input, { now });

function play(steps: [number, PresenceInput | { connection: number }][]) {
  let state = never;
  const changes: PresenceChange[] = [];
  for (const [now, step] of steps) {
    if (!('kind' in step)) {
      state = { ...state, connection: step.connection };
      continue;
    }
    const decision = decide(state, step, now);
    state = decision.state;
    changes.push(...decision.effects);
  }
  return { state, changes };
}

describe('a gateway', () => {
  test('comes online with its first birth', () => {
    expect(play([[1_000, birth(NEW)]]).changes).toEqual([{ online: true, since: 1_000 }]);
  });
  test('goes offline when its connection ends', () => {
    const { changes } = play([
      [1_000, birth(NEW)],
      [5_000, { kind: 'closed', connection: 1, session: NEW }],
    ]);
    expect(changes).toEqual([
      { online: true, since: 1_000 },
      { online: false, since: 5_000 },
    ]);
  });
  test('goes offline once, though a Will and a disconnect both say so', () => {
    const { changes } = play([
      [1_000, birth(NEW)],
      [5_000, { kind: 'gone', connection: 1, session: NEW }],
      [5_001, { kind: 'closed', connection: 1, session: NEW }],
    ]);
    expect(changes).toHaveLength(2);
  });
  test('does not flap when a new connection displaces the old, birth or not yet', () => {
    const { changes, state } = play([
      [1_000, birth(OLD)],
      [2_000, { connection: 2 }],
      [2_001, { kind: 'gone', connection: 1, session: OLD }],
      [2_002, birth(NEW, 2)],
      [2_003, { kind: 'gone', connection: 1, session: OLD }],
    ]);
    expect(changes).toEqual([{ online: true, since: 1_000 }]);
    expect(state.session).toBe(NEW);
  });
  test('is not made offline by a Will of an older session that another broker fires', () => {
    const { changes } = play([
      [1_000, birth(OLD)],
      [2_000, birth(NEW)],
      [2_003, { kind: 'gone', connection: null, session: OLD }],
    ]);
    expect(changes).toHaveLength(1);
  });
  test('is not brought back by a late birth of a displaced connection', () => {
    const { changes } = play([
      [1_000, { connection: 3 }],
      [1_001, birth(OLD, 2)],
    ]);
    expect(changes).toEqual([]);
  });
  test('without a heartbeat for 45 minutes is offline, connection or not, since the end of those', () => {
    const { changes } = play([
      [1_000, birth(NEW)],
      [61_000, { kind: 'heartbeat', connection: 1, session: NEW }],
      [1_000 + SILENCE_MS, { kind: 'silence' }],
      [61_000 + SILENCE_MS, { kind: 'silence' }],
    ]);
    expect(changes.at(-1)).toEqual({ online: false, since: 61_000 + SILENCE_MS });
    expect(changes).toHaveLength(2);
  });
  test('is online again with the next heartbeat of its living connection', () => {
    const { changes } = play([
      [0, birth(NEW)],
      [SILENCE_MS, { kind: 'silence' }],
      [SILENCE_MS + 5_000, { kind: 'heartbeat', connection: 1, session: NEW }],
    ]);
    expect(changes.at(-1)).toEqual({ online: true, since: SILENCE_MS + 5_000 });
  });
  test('that does not come back after a restart of the service is offline since its last contact', () => {
    const online = play([[1_000, birth(NEW)]]).state;
    const restarted: Presence = { ...online, offline_due_at: 50_000 + RESTART_GRACE_MS };
    const [change] = decide(restarted, { kind: 'silence' }, 50_000 + RESTART_GRACE_MS).effects;
    expect(change).toEqual({ online: false, since: 1_000 });
  });
  test('has its grace after an outage of the service of more than 45 minutes too', () => {
    const online = play([[1_000, birth(NEW)]]).state;
    const start = 1_000 + 2 * SILENCE_MS;
    const restarted: Presence = { ...online, offline_due_at: start + RESTART_GRACE_MS };
    expect(decide(restarted, { kind: 'silence' }, start).effects).toEqual([]);
    const [change] = decide(restarted, { kind: 'silence' }, start + RESTART_GRACE_MS).effects;
    expect(change).toEqual({ online: false, since: 1_000 });
  });
});

describe('a connection that ends after a later login', () => {
  const lost: [number, PresenceInput | { connection: number }][] = [
    [1_000, birth(NEW)],
    [2_000, { connection: 3 }],
    [2_001, { kind: 'closed', connection: 1, session: NEW }],
  ];

  test('is lost where no birth follows, as when that login’s answer was lost', () => {
    const due = 2_001 + BIRTH_GRACE_MS;
    expect(play([...lost, [due - 1, { kind: 'silence' }]]).changes).toHaveLength(1);
    expect(play([...lost, [due, { kind: 'silence' }]]).changes.at(-1)).toEqual({
      online: false,
      since: 2_001,
    });
  });

  test('is not lost where its birth does', () => {
    const { changes, state } = play([...lost, [2_500, birth(OLD, 3)], [60_000, { kind: 'silence' }]]);
    expect(changes).toHaveLength(1);
    expect(state.offline_due_at).toBe(2_500 + SILENCE_MS);
  });

  test('changes nothing where that login gave its birth before', () => {
    const steps: [number, PresenceInput | { connection: number }][] = [
      [1_000, birth(OLD)],
      [2_000, { connection: 2 }],
      [2_001, birth(NEW, 2)],
      [2_002, { kind: 'closed', connection: 1, session: OLD }],
    ];
    expect(play(steps).state.offline_due_at).toBe(2_001 + SILENCE_MS);
  });
});

test('the end of a connection that the database no longer knows of takes no gateway offline', () => {
  const online: Presence = { ...never, online: true, online_since: 0, session: NEW, connection: 1 };
  const closed: PresenceInput = { kind: 'closed', connection: 7, session: OLD };
  expect(decide(online, closed, 1_000)).toEqual({ state: online, effects: [] });
});
