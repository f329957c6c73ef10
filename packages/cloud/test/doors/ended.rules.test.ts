import { expect, test } from '@jest/globals';
import type { CommandRow } from '../../src/doors/apply.types.js';
import { endedIn } from '../../src/doors/ended.rules.js';

const command = (id: string, fields: Partial<CommandRow>) =>
  ({
    id,
    type: 'unlock',
    reason: null,
    requested_at: 1_000,
    confirmed_at: null,
    failed_at: null,
    ...fields,
  }) as CommandRow;

test('a command counts when it ends, by its outcome and its time from the request', () => {
  const commands = new Set([
    command('a', { status: 'confirmed', confirmed_at: 1_250 }),
    command('b', { status: 'failed', reason: 'device_error', failed_at: 3_000 }),
    command('c', { status: 'sent', switched_at: 1_200 }),
  ]);
  expect(endedIn({ commands, finished: [] })).toEqual([
    { type: 'unlock', outcome: 'confirmed', seconds: 0.25 },
    { type: 'unlock', outcome: 'device_error', seconds: 2 },
  ]);
});

test('a mode that its hold completes counts once, whether or not its own record came in the same group', () => {
  const finished = [
    { id: 'd', status: 'confirmed' as const, reason: null },
    { id: 'e', status: 'failed' as const, reason: 'timed_out' as const },
  ];
  const commands = new Set([command('d', { type: 'door_mode', status: 'confirmed', confirmed_at: 2_000 })]);
  expect(endedIn({ commands, finished })).toEqual([
    { type: 'door_mode', outcome: 'confirmed', seconds: 1 },
    { type: 'door_mode', outcome: 'timed_out', seconds: null },
  ]);
});
