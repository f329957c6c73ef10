import { beforeEach, describe, expect, test } from '@jest/globals';
import { connectionLost, Database, type Run, type Step, type Trouble } from './database.js';
import { DatabaseError, UNIQUE_VIOLATION } from './database-error.js';
import { ProcessClock, Scheduler } from './scheduler.js';
import { memoryStores } from './stores.js';

/* What may go wrong with the database in memory, as with a real one. */

const START = Date.parse('2026-01-05T12:00:00.000Z');
let scheduler: Scheduler;
let database: Database;
let owner: ProcessClock;

beforeEach(() => {
  scheduler = new Scheduler(START);
  database = new Database(scheduler);
  owner = new ProcessClock(scheduler);
});

const call = (method: string) => ({ on: 'outside' as const, method, args: [] });
const marks = () => [...database.tables.marks.keys()];
const insert = (run: Run, key: string) =>
  run(call(key), () =>
    database.tables.insert(database.tables.marks, key, {
      gateway_id: key,
      journal: key,
      last_seq: 1,
      updated_at: 0,
    }),
  );
/** The result: `done`, the code of its error, or nothing so far. */
function outcomeOf(work: Promise<unknown>): { now: string } {
  const outcome = { now: 'nothing' };
  work.then(
    () => Object.assign(outcome, { now: 'done' }),
    (error) => Object.assign(outcome, { now: error.code }),
  );
  return outcome;
}
const pass = (milliseconds: number) => scheduler.run(scheduler.now + milliseconds);
function trouble(at: Step, what: Trouble): void {
  database.isWell = () => false;
  database.trouble = (step) => (step === at ? what : null);
}

test('transactions run one after another', async () => {
  const seen: string[][] = [];
  const both = ['a', 'b'].map((key) =>
    database.transaction(owner, async (run) => {
      await insert(run, key);
      await owner.sleep(10);
      seen.push(marks());
      await insert(run, `${key}2`);
    }),
  );
  await pass(30);
  await Promise.all(both);
  expect(seen).toEqual([['a'], ['a', 'a2', 'b']]);
});

test('one that fails leaves nothing behind, and lets the next one run', async () => {
  const failed = outcomeOf(
    database.transaction(owner, async (run) => {
      await insert(run, 'a');
      throw new DatabaseError('40P01', 'deadlock detected');
    }),
  );
  const next = outcomeOf(database.transaction(owner, (run) => insert(run, 'b')));
  await pass(1);
  expect([failed.now, next.now, marks()]).toEqual(['40P01', 'done', ['b']]);
});

test('what collides in the store of doors runs again, four times at most', async () => {
  let runs = 0;
  const outcome = outcomeOf(
    memoryStores(database, owner).doors.transaction(async () => {
      runs += 1;
      throw new DatabaseError(UNIQUE_VIOLATION, 'duplicate key');
    }),
  );
  await pass(1);
  expect([outcome.now, runs]).toEqual([UNIQUE_VIOLATION, 4]);
});

describe('a connection that is lost', () => {
  test.each<Step>(['connect', 'begin', 'statement', 'commit'])('at %s changes nothing', async (step) => {
    trouble(step, { error: connectionLost() });
    const outcome = outcomeOf(database.transaction(owner, (run) => insert(run, 'a')));
    await pass(1);
    expect([outcome.now, marks()]).toEqual(['08006', []]);
  });

  test('before the answer to a commit leaves what was committed', async () => {
    trouble('commit', { lostAnswer: connectionLost() });
    const outcome = outcomeOf(database.transaction(owner, (run) => insert(run, 'a')));
    await pass(1);
    expect([outcome.now, marks()]).toEqual(['08006', ['a']]);
  });
});

test('a slow statement holds up the next transaction', async () => {
  trouble('statement', { wait: 50 });
  const first = outcomeOf(database.transaction(owner, (run) => insert(run, 'a')));
  const next = outcomeOf(database.transaction(owner, (run) => insert(run, 'b')));
  await pass(49);
  expect([first.now, next.now, marks()]).toEqual(['nothing', 'nothing', []]);
  await pass(60);
  expect([first.now, next.now, marks()]).toEqual(['done', 'done', ['a', 'b']]);
});

describe('a process that dies', () => {
  test('has its transaction rolled back, and the next process has its turn', async () => {
    const dead = outcomeOf(
      database.transaction(owner, async (run) => {
        await insert(run, 'a');
        await owner.sleep(10);
      }),
    );
    const queued = outcomeOf(database.transaction(owner, (run) => insert(run, 'b')));
    const other = outcomeOf(database.transaction(new ProcessClock(scheduler), (run) => insert(run, 'c')));
    await pass(5);
    owner.alive = false;
    database.forget(owner);
    await pass(50);
    expect([dead.now, queued.now, other.now, marks()]).toEqual(['nothing', 'nothing', 'done', ['c']]);
  });

  test('at its commit never hears of it, and it is committed', async () => {
    database.onCommit = () => {
      queueMicrotask(() => {
        owner.alive = false;
      });
    };
    const outcome = outcomeOf(database.transaction(owner, (run) => insert(run, 'a')));
    await pass(1);
    expect([outcome.now, marks()]).toEqual(['nothing', ['a']]);
  });
});
