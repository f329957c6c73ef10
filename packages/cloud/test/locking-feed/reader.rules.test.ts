import { describe, expect, test } from '@jest/globals';
import { frozen } from '../../../../test/frozen.js';
import { decideReader, type ReaderDoor } from '../../src/doors/reader.rules.js';
import { type KeyFacts, refusal } from '../../src/locking-feed/reader.rules.js';

const decide = frozen(decideReader);
const key = (facts: Partial<KeyFacts> = {}): KeyFacts => ({
  state: 'handed_over',
  opens: true,
  starts_at: 1_000,
  expires_at: 2_000,
  ...facts,
});
const CLOSED: ReaderDoor = { opened_at: null, person_id: null, key_id: null, due_at: null };
const FACTS = { now: 5_000, left_open_ms: 60_000, grace_ms: 0 };

describe('a key at a reader', () => {
  test.each([
    ['opens within its time', key(), 1_500, null],
    ['opens at its first moment', key(), 1_000, null],
    ['does not open before', key(), 999, 'outside_time_window'],
    ['does not open at its end', key(), 2_000, 'outside_time_window'],
    ['without an end opens for ever', key({ expires_at: null }), 9e12, null],
    ['opens only what its groups have', key({ opens: false }), 1_500, 'no_access'],
    ['that is returned does not open, whatever the time', key({ state: 'returned' }), 999, 'no_access'],
    ['that waits for its person does not open', key({ state: null }), 1_500, 'no_access'],
    ['that is unknown does not open', null, 1_500, 'unknown_key'],
  ] as const)('%s', (_, facts, at, reason) => {
    expect(refusal(facts, at)).toBe(reason);
  });
});

describe('a door of the locking system', () => {
  const opened = decide(
    CLOSED,
    { kind: 'access', at: 4_000, result: 'success', reason: null, person_id: 'p', key_id: 1 },
    FACTS,
  );

  test('that was opened waits for its close', () => {
    expect(opened.state).toEqual({ opened_at: 4_000, person_id: 'p', key_id: 1, due_at: 64_000 });
  });

  test('whose opening becomes known late still gives its close time to arrive', () => {
    const { state: door } = decide(
      CLOSED,
      { kind: 'access', at: 0, result: 'success', reason: null, person_id: null, key_id: null },
      { ...FACTS, now: 600_000, grace_ms: 10_000 },
    );
    expect(door.due_at).toBe(610_000);
  });

  test('that closes inherits who opened it, and forgets', () => {
    const { state: door, effects: events } = decide(opened.state, { kind: 'closed', at: 4_500 }, FACTS);
    expect(door).toEqual(CLOSED);
    expect(events).toMatchObject([
      { type: 'door.closed', occurred_at: 4_500, person_id: 'p', key_id: 1, source: 'locksys' },
    ]);
  });

  test('that stays silent is reported once, at its time, and still inherits when it closes', () => {
    expect(decide(opened.state, { kind: 'silence' }, { ...FACTS, now: 63_999 }).effects).toEqual([]);
    const late = decide(opened.state, { kind: 'silence' }, { ...FACTS, now: 70_000 });
    expect(late.effects).toMatchObject([
      { type: 'door.left_open', occurred_at: 64_000, person_id: 'p', key_id: 1 },
    ]);
    expect(decide(late.state, { kind: 'silence' }, { ...FACTS, now: 70_000 }).effects).toEqual([]);
    expect(decide(late.state, { kind: 'left_open', at: 65_000 }, FACTS).effects).toEqual([]);
    expect(decide(late.state, { kind: 'closed', at: 66_000 }, FACTS).effects).toMatchObject([
      { person_id: 'p' },
    ]);
  });

  test('is not believed to have been used in the future: the time of receipt counts, and both are kept', () => {
    const at = FACTS.now + 60_001;
    const early = decide(
      CLOSED,
      { kind: 'access', at, result: 'success', reason: null, person_id: null, key_id: null },
      FACTS,
    );
    expect(early.state.opened_at).toBe(FACTS.now);
    expect(early.effects).toMatchObject([
      { occurred_at: FACTS.now, explanation: { reported_at: '1970-01-01T00:01:05.001Z' } },
    ]);
    for (const kind of ['closed', 'left_open'] as const)
      expect(decide(CLOSED, { kind, at }, FACTS).effects).toMatchObject([{ occurred_at: FACTS.now }]);
    expect(decide(CLOSED, { kind: 'closed', at: at - 1 }, FACTS).effects).toMatchObject([
      { occurred_at: at - 1 },
    ]);
  });

  test('that refused a key did not open', () => {
    const denied = decide(
      opened.state,
      { kind: 'access', at: 4_200, result: 'denied', reason: 'no_access', person_id: 'q', key_id: 2 },
      FACTS,
    );
    expect(denied.state).toBe(opened.state);
    expect(denied.effects).toMatchObject([
      { type: 'access.denied', result: 'denied', reason: 'no_access', key_id: 2 },
    ]);
  });
});
