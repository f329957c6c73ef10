import { describe, expect, test } from '@jest/globals';
import { frozen } from '../../../../test/frozen.js';
import { type CommandInput, type CommandState, decideCommand } from '../../src/doors/command.rules.js';

const sent: CommandState = {
  status: 'sent',
  reason: null,
  switched_at: null,
  confirmed_at: null,
  failed_at: null,
  due_at: 11_000,
};

function play(inputs: [number, CommandInput][], start = sent) {
  let state = start;
  const effects: string[] = [];
  for (const [now, input] of inputs) {
    const decision = frozen(decideCommand)(state, input, { now });
    state = decision.state;
    effects.push(...decision.effects);
  }
  return { state, effects };
}
const result = (outcome: 'confirmed' | 'device_error' | 'device_missing' | 'expired'): CommandInput => ({
  kind: 'result',
  outcome,
});

describe('a command', () => {
  test('is granted once, when the relay switched, and completed by the result', () => {
    const { state, effects } = play([
      [100, { kind: 'switched', at: 90 }],
      [101, result('confirmed')],
    ]);
    expect(effects).toEqual(['granted']);
    expect(state).toMatchObject({ status: 'confirmed', switched_at: 90, confirmed_at: 101, due_at: null });
  });
  test('is granted by a confirmed result alone', () => {
    expect(play([[100, result('confirmed')]]).effects).toEqual(['granted']);
  });
  test.each([
    ['device_error', 'device_error'],
    ['device_missing', 'device_missing'],
    ['expired', 'timed_out'],
  ] as const)('that the gateway answers with "%s" fails as "%s"', (outcome, reason) => {
    const { state, effects } = play([[100, result(outcome)]]);
    expect(state).toMatchObject({ status: 'failed', reason, failed_at: 100 });
    expect(effects).toEqual(['failed']);
  });
  test('that no gateway answers fails as timed_out when it is due, and not before', () => {
    expect(play([[10_999, { kind: 'due' }]]).state.status).toBe('sent');
    const { state, effects } = play([[11_000, { kind: 'due' }]]);
    expect(state).toMatchObject({ status: 'failed', reason: 'timed_out', failed_at: 11_000 });
    expect(effects).toEqual(['failed']);
  });
  test('whose relay was seen to switch is confirmed when the closing word stays away', () => {
    const { state, effects } = play([
      [100, { kind: 'switched', at: 90 }],
      [11_000, { kind: 'due' }],
    ]);
    expect(state.status).toBe('confirmed');
    expect(effects).toEqual(['granted']);
  });
  test('that failed stays failed whatever is heard later', () => {
    const { state, effects } = play([
      [11_000, { kind: 'due' }],
      [12_000, { kind: 'switched', at: 9_000 }],
      [12_001, result('confirmed')],
    ]);
    expect(state.status).toBe('failed');
    expect(effects).toEqual(['failed']);
  });
  test('that is confirmed stays confirmed when a repeat fails', () => {
    const { state, effects } = play([
      [100, result('confirmed')],
      [200, result('device_error')],
    ]);
    expect(state.status).toBe('confirmed');
    expect(effects).toEqual(['granted']);
  });
  test('that could not be handed over fails as publish_failed', () => {
    const { state, effects } = play([[100, { kind: 'publish_failed' }]]);
    expect(state).toMatchObject({ status: 'failed', reason: 'publish_failed' });
    expect(effects).toEqual(['failed']);
  });
});
