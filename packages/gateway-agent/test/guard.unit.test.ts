import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock, TestClock } from '@door-access/protocol';
import { expect, test } from '@jest/globals';
import type { Guard, GuardAct, startGuard } from '../src/drivers/guard.js';
import { GuardKeeper } from '../src/drivers/guard-keeper.js';

/** A relay that is a file: the guard writes `off` into it. */
function aRelay() {
  const path = join(mkdtempSync(join(tmpdir(), 'guard-')), 'relay');
  writeFileSync(path, 'on ');
  const acts = new Map<string, GuardAct>([
    ['strike/1', { kind: 'write', path, bytes: Buffer.from('off') }],
    ['hold/1', { kind: 'write', path: `${path}-hold`, bytes: Buffer.from('off') }],
  ]);
  writeFileSync(`${path}-hold`, 'on ');
  return { acts, strike: () => readFileSync(path, 'utf8'), hold: () => readFileSync(`${path}-hold`, 'utf8') };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await systemClock.sleep(5);
}

/** The children of this process that are guards. */
const guards = (): number[] =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((pid) => pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('door-agent relay guard'))
    .map(Number);

test('a guard that is killed is reported and replaced, and the pulse under way still ends, not before its time', async () => {
  const relay = aRelay();
  const notices: string[] = [];
  const keeper = new GuardKeeper({ clock: systemClock, notice: (line) => notices.push(line) });
  await keeper.watch(relay.acts);
  const [first] = guards();
  const began = performance.now();
  await keeper.arm('strike/1', 800);
  process.kill(first as number, 'SIGKILL');
  await until(() => notices.length > 0);
  expect(notices[0]).toMatch(/the guard process died/);
  await until(() => guards().length === 1 && guards()[0] !== first);
  await until(() => relay.strike() === 'off');
  expect(performance.now() - began).toBeGreaterThan(790);
  expect(relay.hold()).toBe('on ');
  await keeper.close();
  expect(relay.hold()).toBe('off');
  expect(guards()).toEqual([]);
});

test('a guard that leaves ends the pulses under way and lets holds be', async () => {
  const relay = aRelay();
  const keeper = new GuardKeeper({ clock: systemClock, notice: () => undefined });
  await keeper.watch(relay.acts);
  await keeper.arm('strike/1', 60_000);
  await keeper.leave();
  expect(relay.strike()).toBe('off');
  expect(relay.hold()).toBe('on ');
  await expect(keeper.arm('strike/1', 1000)).rejects.toThrow(/no guard process is on watch/);
});

/** Guards that are started and killed by hand. */
function fakes() {
  const clock = new TestClock();
  const armed: string[] = [];
  let kill = () => {};
  let startable = true;
  const start: typeof startGuard = async () => {
    if (!startable) return null;
    let alive = true;
    const gone = new Promise<void>((resolve) => {
      kill = () => {
        alive = false;
        resolve();
      };
    });
    const guard: Guard = {
      get alive() {
        return alive;
      },
      gone,
      arm: (key, milliseconds) => armed.push(`${key} ${milliseconds}`),
      disarm: () => {},
      leave: async () => kill(),
      close: async () => kill(),
    };
    return guard;
  };
  const notices: string[] = [];
  const keeper = new GuardKeeper({ clock, start, notice: (line) => notices.push(line) });
  return {
    clock,
    armed,
    notices,
    keeper,
    kill: () => kill(),
    set startable(value: boolean) {
      startable = value;
    },
  };
}
const ACTS = aRelay().acts;

test('a strike asked for while a guard is replaced waits for it', async () => {
  const { keeper, kill, clock, armed } = fakes();
  await keeper.watch(ACTS);
  kill();
  let isArmed = false;
  const arming = keeper.arm('strike/1', 3000).then(() => {
    isArmed = true;
  });
  await clock.advance(900);
  expect(isArmed).toBe(false);
  await clock.advance(100);
  await arming;
  expect(armed).toEqual(['strike/1 3000']);
});

test('the guard that takes its place learns what is left of the pulses, and of none that has ended', async () => {
  const { keeper, kill, clock, armed } = fakes();
  await keeper.watch(ACTS);
  await clock.advance(2000);
  await keeper.arm('strike/1', 3000);
  await keeper.arm('hold/1', 3000);
  keeper.disarm('hold/1');
  await clock.advance(1000);
  kill();
  await clock.advance(0);
  expect(armed).toEqual(['strike/1 3000', 'hold/1 3000', 'strike/1 2000']);
});

test('without Perl a strike is refused at once, naming what to install, which is reported once', async () => {
  const fake = fakes();
  fake.startable = false;
  const { keeper, notices, clock } = fake;
  await keeper.watch(ACTS);
  await clock.advance(20_000);
  expect(notices).toEqual([expect.stringMatching(/apt install perl-base/)]);
  await expect(keeper.arm('strike/1', 3000)).rejects.toThrow(/apt install perl-base/);
  fake.startable = true;
  await clock.advance(5000);
  await keeper.arm('strike/1', 3000);
  expect(notices.at(-1)).toBe('a guard process is on watch now');
});
