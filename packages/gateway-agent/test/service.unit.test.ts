import { TestClock } from '@door-access/protocol';
import { expect, test } from '@jest/globals';
import { connectSupervisor } from '../src/service.js';
import { listLog } from './world.js';

test('a supervisor hears that the doors work, a sign of life three times within its patience, and the end', async () => {
  const clock = new TestClock();
  const heard: string[] = [];
  const supervisor = await connectSupervisor(
    { socket: '/run/notify', watchdogMicroseconds: 15_000_000 },
    clock,
    listLog([]),
    (_path, text) => heard.push(text) > 0,
  );
  supervisor.ready('the doors work');
  await clock.advance(14_999);
  expect(heard.filter((text) => text === 'WATCHDOG=1')).toHaveLength(3);
  expect(heard).toContain('READY=1\nSTATUS=the doors work');
  supervisor.stopping();
  await clock.advance(60_000);
  expect(heard.at(-1)).toBe('STOPPING=1');
});

test('without a supervisor nothing is said, and one that does not listen is complained of once', async () => {
  const clock = new TestClock();
  const log: string[] = [];
  const alone = await connectSupervisor({ socket: null, watchdogMicroseconds: null }, clock, listLog(log));
  alone.ready('the doors work');
  const deaf = await connectSupervisor(
    { socket: '/run/notify', watchdogMicroseconds: 3_000_000 },
    clock,
    listLog(log),
    () => false,
  );
  deaf.ready('the doors work');
  await clock.advance(10_000);
  deaf.stopping();
  expect(log).toEqual(['the supervisor does not take notifications']);
});
