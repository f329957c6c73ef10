import { TestClock } from '@door-access/protocol';
import { expect, test } from '@jest/globals';
import type { ConfiguredDoor } from '../src/config.js';
import type { Driver } from '../src/drivers/driver.js';
import { EdgeFeed, testDoor } from '../src/tools/door-test.js';
import { aDoor } from './world.js';

const door: ConfiguredDoor = { ...aDoor(), driver: 'gpio', wiring: null, lockId: null };

/** Runs the guided test with a person who does what `act` says on each request. */
async function run(act: (line: string, edges: EdgeFeed, clock: TestClock) => void, answers = true) {
  const clock = new TestClock();
  const edges = new EdgeFeed();
  const moved: string[] = [];
  const driver: Driver = {
    open: async () => undefined,
    levels: async () => [],
    setRelay: async (_door, relay, on) => void moved.push(`${relay} ${on ? 'on' : 'off'}`),
    pulse: async (_door, milliseconds) => void moved.push(`pulse ${milliseconds}`),
    close: async () => undefined,
  };
  const terminal = { say: (line: string) => act(line, edges, clock), confirm: async () => answers };
  let done = false;
  const report = testDoor({ door, driver, edges, terminal, clock, patienceMs: 5000 }).finally(() => {
    done = true;
  });
  while (!done) await clock.advance(20);
  return { report: await report, moved };
}

test('a door that does what it should passes, with its bounces and its pulse measured', async () => {
  const { report, moved } = await run((line, edges, clock) => {
    const at = clock.monotonic();
    const contact = (active: boolean, after: number) =>
      edges.push({ door: 1, input: 'contact', active, at: at + after });
    if (line.includes('open it now'))
      for (const [active, after] of [
        [false, 0],
        [true, 1],
        [false, 4],
      ] as const)
        contact(active, after);
    if (line.includes('Close the door')) contact(true, 0);
    if (line.includes('Press')) edges.push({ door: 1, input: 'exit_button', active: true, at });
  });
  expect(report).toMatchObject({
    passed: true,
    steps: [
      { step: 'contact_open', passed: true, bounces: 2, bounce_ms: 4 },
      { step: 'contact_close', passed: true, bounces: 0 },
      { step: 'exit_button', passed: true },
      { step: 'strike', passed: true, measured_ms: 1000 },
      { step: 'hold_on', passed: true },
      { step: 'hold_off', passed: true },
    ],
  });
  expect(moved).toEqual(['pulse 1000', 'strike off', 'hold on', 'hold off']);
});

test('silence, a contact the wrong way round and a lock that does not follow fail, each with its reason', async () => {
  const { report } = await run((line, edges, clock) => {
    if (line.includes('open it now'))
      edges.push({ door: 1, input: 'contact', active: true, at: clock.monotonic() });
  }, false);
  expect(report.passed).toBe(false);
  expect(report.steps.map(({ detail }) => detail)).toEqual([
    'the input moved the other way: check "normally" (contact) or active_low',
    'nothing was seen within 5 s: check the wiring',
    'nothing was seen within 5 s: check the wiring',
    'on for 1000 ms, but the lock did not follow: check "lock" and the wiring',
    'the lock did not follow',
    'the lock did not follow',
  ]);
});
