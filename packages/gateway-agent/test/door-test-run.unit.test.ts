import { PassThrough } from 'node:stream';
import { TestClock } from '@door-access/protocol';
import { expect, test } from '@jest/globals';
import type { Rig } from '../src/door-test/rig.js';
import { runDoorTest } from '../src/door-test/run.js';
import type { DoorFacts, TestEffect, TestInput } from '../src/door-test/step-state.rules.js';
import { terminalFront } from '../src/door-test/terminal.js';

const FACTS: DoorFacts = {
  contact: null,
  exitButton: null,
  strike: true,
  hold: false,
  lock: 'fail_secure',
  network: 'none',
};

/** A person at a terminal types these lines, whenever they are wanted. */
async function run(
  typed: string,
  board: (effect: TestEffect, clock: TestClock) => string | null = () => null,
) {
  const clock = new TestClock();
  const takers = new Set<(input: TestInput) => void>();
  const done: TestEffect[] = [];
  const report = (input: TestInput) => {
    for (const take of takers) take(input);
  };
  const rig: Rig = {
    facts: () => FACTS,
    listen(take) {
      takers.add(take);
      return () => takers.delete(take);
    },
    async perform(effect) {
      done.push(effect);
      const message = board(effect, clock);
      if (message) return report({ kind: 'relay_failed', message, at: clock.monotonic() });
      report({ kind: 'relay', relay: 'strike', on: true, at: clock.monotonic() });
      await clock.sleep(1000);
      report({ kind: 'relay', relay: 'strike', on: false, at: clock.monotonic() });
    },
    hand: null,
    close: async () => undefined,
  };
  const input = new PassThrough();
  const said: string[] = [];
  const ended = new AbortController();
  const front = terminalFront({
    input,
    say: (line) => said.push(line.trim()),
    onEnd: () => ended.abort(new Error('the input ended before all was answered')),
  });
  input.end(typed);
  let over = false;
  const steps = runDoorTest({
    door: { door: 1, name: 'Shed' },
    rig,
    front,
    clock,
    signal: ended.signal,
  }).finally(() => {
    over = true;
    front.close();
  });
  steps.catch(() => undefined);
  while (!over) {
    await new Promise(setImmediate);
    await clock.advance(20);
  }
  return { steps: await steps, said, done };
}

test('answers wait in a pipe until their question comes', async () => {
  const { steps, said } = await run('y\ny\nn\nn\n');
  expect(steps.map(({ step, result }) => [step, result])).toEqual([
    ['strike', 'passed'],
    ['power', 'failed'],
  ]);
  expect(said).toContain('Did the lock let go, and hold again after it? [y/n, s skips]');
  expect(said.at(-1)).toContain('→ check "lock" (now fail_secure)');
});

test('a step that failed can be tried again, and only its last result counts', async () => {
  let tries = 0;
  const { steps, done } = await run('y\ny\ns\n', () => (++tries === 1 ? 'the board does not answer' : null));
  expect(steps.map(({ result }) => result)).toEqual(['passed', 'skipped']);
  expect(done).toHaveLength(2);
});

test('an input that ends before all is answered ends the test', async () => {
  await expect(run('y\n')).rejects.toThrow('the input ended before all was answered');
});
