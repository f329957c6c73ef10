import { setImmediate } from 'node:timers/promises';
import { TestClock } from '@door-access/protocol';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Context } from '../../src/context.js';
import { Nudge } from '../../src/nudge.js';
import {
  type Finished,
  type LeasedQueue,
  type LeasedWork,
  type Look,
  startLeasedQueue,
} from '../../src/queue/leased-queue.js';

interface Row {
  id: string;
  lease_until: Date;
}
type Outcome = 'sent' | 'refused' | 'unprepared';

/** Rows in memory, and attempts that end when the test says so. */
class TestWork implements LeasedWork<Row, Outcome> {
  readonly table = 'notice';
  readonly name = 'test work';
  readonly leaseMs = 60_000;
  readonly longestRestMs = 30_000;
  readonly unprepared = 'unprepared';
  readonly waiting: string[] = [];
  readonly looks: { held: string[]; called: boolean }[] = [];
  readonly underWay = new Map<string, { end: (outcome: Outcome | null) => void; fail: (e: Error) => void }>();
  readonly leases: Date[] = [];
  readonly written: [id: string, outcome: Outcome, at: number][][] = [];
  /** When `nextAt` says that something becomes due. */
  dueAt: number | null = null;
  more = false;
  duringClaim: (() => Promise<void>) | null = null;
  beforeRest: (() => void) | null = null;
  /** What the database refuses, once each. */
  readonly refusals: ('claim' | 'record')[] = [];
  /** A record that the database has not answered yet. */
  writing: Promise<void> | null = null;

  async claim({ held, called, leaseUntil }: Look<Row>) {
    this.looks.push({ held: [...held].map(({ id }) => id), called });
    await this.duringClaim?.();
    this.duringClaim = null;
    this.#refuse('claim');
    const { more } = this;
    this.more = false;
    const rows = this.waiting.splice(0).map((id) => ({ id, lease_until: leaseUntil }));
    this.leases.push(...rows.map(({ lease_until }) => lease_until));
    return { rows, more };
  }

  attempt({ id }: Row): Promise<Outcome | null> {
    return new Promise((end, fail) => this.underWay.set(id, { end, fail }));
  }

  async record(finished: readonly Finished<Row, Outcome>[]): Promise<void> {
    this.#refuse('record');
    await this.writing;
    this.written.push(finished.map(({ row, outcome, at }) => [row.id, outcome, at]));
  }

  async nextAt(now: Date): Promise<number | null> {
    this.beforeRest?.();
    this.beforeRest = null;
    return this.dueAt !== null && this.dueAt > now.getTime() ? this.dueAt : null;
  }

  async handBack(rows: readonly Row[]): Promise<void> {
    released.push(...JSON.parse(JSON.stringify(rows)));
  }

  async giveUp(): Promise<void> {
    for (const { end } of this.underWay.values()) end(null);
  }

  #refuse(what: 'claim' | 'record'): void {
    if (this.refusals[0] !== what) return;
    this.refusals.shift();
    throw new Error(`the database refuses to ${what}`);
  }
}

let clock: TestClock;
let nudge: Nudge;
let work: TestWork;
let queue: LeasedQueue;
let released: { id: string; lease_until: string }[];
let errors: { fields: object; line: string }[];

beforeEach(() => {
  clock = new TestClock();
  nudge = new Nudge();
  work = new TestWork();
  released = [];
  errors = [];
  const context = {
    clock,
    nudge,
    log: { error: (fields: object, line: string) => errors.push({ fields, line }) },
  } as unknown as Context;
  queue = startLeasedQueue(context, work);
});
afterEach(async () => {
  await work.giveUp();
  await queue.stop();
});

/** Lets the queue do all that it can without time passing. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await setImmediate();
}

async function announce(...ids: string[]): Promise<void> {
  work.waiting.push(...ids);
  nudge.emit('notice');
  await settle();
}

async function end(id: string, outcome: Outcome): Promise<void> {
  work.underWay.get(id)?.end(outcome);
}

describe('a row that is announced', () => {
  test('is claimed at once, for as long as its lease, and its outcome is written with the time it ended', async () => {
    await announce('a');
    expect(work.leases).toEqual([new Date(clock.now() + 60_000)]);
    await clock.advance(5_000);
    await end('a', 'sent');
    await queue.idle();
    expect(work.written).toEqual([[['a', 'sent', clock.now()]]]);
  });

  test('counts as held until its outcome is written', async () => {
    await announce('a');
    await announce('b');
    expect(work.looks.at(-1)).toEqual({ held: ['a'], called: true });
    work.refusals.push('record');
    await end('a', 'sent');
    await settle();
    expect(work.written).toEqual([]);
    await clock.advance(1_000);
    await settle();
    expect(work.written).toEqual([[['a', 'sent', clock.now() - 1_000]]]);
    expect(work.looks.at(-1)?.held).toEqual(['b']);
  });

  test('shares one record with all that ended since the last', async () => {
    await announce('a', 'b', 'c');
    await Promise.all([end('a', 'sent'), end('b', 'refused'), end('c', 'sent')]);
    await queue.idle();
    expect(work.written.map((rows) => rows.map(([id]) => id))).toEqual([['a', 'b', 'c']]);
  });

  test('is claimed while the outcomes of others are being written', async () => {
    await announce('a', 'b');
    let written = () => {};
    work.writing = new Promise((resolve) => {
      written = resolve;
    });
    await end('a', 'sent');
    await announce('c');
    expect([...work.underWay.keys()]).toEqual(['a', 'b', 'c']);
    expect(work.looks.at(-1)?.held).toEqual(['a', 'b']);
    await end('b', 'sent');
    await end('c', 'refused');
    written();
    await queue.idle();
    // What ended meanwhile shares the next record.
    expect(work.written.map((rows) => rows.map(([id]) => id))).toEqual([['a'], ['b', 'c']]);
  });

  test('that cannot be prepared gets the outcome for it, and the others go on', async () => {
    await announce('poison', 'b');
    work.underWay.get('poison')?.fail(new Error('sealed with another key'));
    await end('b', 'sent');
    await queue.idle();
    expect(work.written.flat().map(([id, outcome]) => [id, outcome])).toEqual([
      ['poison', 'unprepared'],
      ['b', 'sent'],
    ]);
    expect(errors).toMatchObject([
      { fields: { notice_id: 'poison' }, line: 'a notice could not be prepared' },
    ]);
  });
});

describe('between looks', () => {
  test('there is rest until the next row is due, or for the longest rest', async () => {
    await settle();
    const { length: before } = work.looks;
    work.dueAt = clock.now() + 40_000;
    await clock.advance(29_999);
    expect(work.looks).toHaveLength(before);
    await clock.advance(1);
    await settle();
    expect(work.looks).toHaveLength(before + 1);
    await clock.advance(9_999);
    expect(work.looks).toHaveLength(before + 1);
    await clock.advance(1);
    await settle();
    expect(work.looks).toHaveLength(before + 2);
  });

  test('there is none when a row has become due during the look', async () => {
    await settle();
    work.dueAt = clock.now() + 5;
    work.duringClaim = () => clock.advance(10);
    const { length: before } = work.looks;
    nudge.emit('notice');
    await settle();
    expect(work.looks).toHaveLength(before + 2);
  });

  test('there is none as long as a claim leaves more', async () => {
    await settle();
    work.more = true;
    const { length: before } = work.looks;
    nudge.emit('notice');
    await settle();
    expect(work.looks.slice(before).map(({ called }) => called)).toEqual([true, false]);
  });

  test('there is none when a call comes just before', async () => {
    work.beforeRest = () => {
      work.waiting.push('late');
      nudge.emit('notice');
    };
    await announce('a');
    expect([...work.underWay.keys()]).toEqual(['a', 'late']);
  });

  test('after an error there is one second, and the call that it cut short is answered', async () => {
    await settle();
    work.refusals.push('claim');
    await announce('a');
    expect(errors).toMatchObject([{ line: 'test work: the database failed; trying again' }]);
    expect(work.underWay.size).toBe(0);
    await clock.advance(1_000);
    await settle();
    expect([...work.underWay.keys()]).toEqual(['a']);
    expect(work.looks.at(-1)?.called).toBe(true);
  });
});

describe('a stop', () => {
  test('waits for an attempt that ends within three seconds', async () => {
    await announce('a');
    const stopped = queue.stop();
    await clock.advance(2_999);
    await end('a', 'sent');
    await stopped;
    expect(work.written.flat()).toEqual([['a', 'sent', clock.now()]]);
    expect(released).toEqual([]);
  });

  test('writes what ended while a record was under way', async () => {
    await announce('a', 'b');
    let written = () => {};
    work.writing = new Promise((resolve) => {
      written = resolve;
    });
    await end('a', 'sent');
    await settle();
    const stopped = queue.stop();
    await end('b', 'sent');
    await settle();
    written();
    await stopped;
    expect(work.written.flat().map(([id]) => id)).toEqual(['a', 'b']);
  });

  test('hands back an attempt that does not, under its lease, and takes no more', async () => {
    await announce('a');
    const lease_until = work.leases[0]?.toISOString();
    const stopped = queue.stop();
    work.waiting.push('b');
    nudge.emit('notice');
    await clock.advance(3_000);
    await stopped;
    expect(released).toEqual([{ id: 'a', lease_until }]);
    expect(work.written).toEqual([]);
    expect(work.waiting).toEqual(['b']);
    await queue.idle();
  });
});
