import { afterAll, describe, expect, test } from '@jest/globals';
import type { PoolClient } from 'pg';
import { keepAll, retentionStatus, scheduleRetention } from '../../src/retention/keep.js';
import { createDueWorker } from '../../src/worker/due.js';
import { retentionWorld } from './world.js';

/* Events are kept for 24 months after the month in which they occurred, or for 24 months after they were recorded. */

const world = await retentionWorld();
const { context, pool, clock, ids, day, named, moveTo, happened, seen, liesIn, names } = world;
afterAll(() => context.prisma.$disconnect());
const KEPT = 24;

const due = createDueWorker(context);
const dueAt = async (): Promise<number> =>
  (await pool.query("select due_at from retention where name = 'events'")).rows[0].due_at.getTime();

/** Holds the tables of events, as a long transaction does. */
async function inUse<T>(work: (holder: PoolClient) => Promise<T>): Promise<T> {
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table event in row exclusive mode');
    return await work(holder);
  } finally {
    await holder.query('commit');
    holder.release();
  }
}

describe('months', () => {
  test('are made ahead by the service, and what had landed behind them goes into its own', async () => {
    moveTo(day(0, 5));
    const late = await happened(day(4, 2));
    expect(await liesIn(late)).toBe('event_after');
    await scheduleRetention(context);
    await due.runDue();
    expect(await liesIn(late)).toBe('event_after');
    moveTo(day(1));
    await due.runDue();
    expect(await liesIn(late)).toBe(named(4));
    expect(await seen()).toEqual([[late, 2]]);
    expect((await names()).slice(-2)).toEqual([named(4), 'event_after']);
    expect((await names('event_scope')).length).toBe((await names()).length);
  });

  test('are looked at again a day later, or when the next is to be made', async () => {
    expect(await dueAt()).toBe(clock.now() + 24 * 3_600_000);
    moveTo(day(2) - 3_600_000);
    await due.runDue();
    expect(await dueAt()).toBe(day(2));
  });

  test('that are missing since long ago are made at once, all of them', async () => {
    moveTo(day(6, 3));
    await due.runDue();
    expect((await names()).slice(-6)).toEqual([5, 6, 7, 8, 9].map(named).concat('event_after'));
  });
});

describe('an event', () => {
  test('of a month that is past is gone with its scopes and its acknowledgement; what was recorded late stays its time', async () => {
    const old = await happened(day(0, 3), { type: 'door.forced' });
    const late = await happened(day(0, 4), { recorded_at: day(3, 10) });
    const older = await happened(day(-50, 1), { recorded_at: day(2, 1) });
    const next = await happened(day(1, 1), { type: 'door.forced' });
    const acknowledge = `insert into alarm_acknowledgement (event_id, account_id, user_id, user_name, acknowledged_at)
      values ($1, $2, gen_random_uuid(), 'Olga', $3)`;
    await pool.query(acknowledge, [old, ids.account, new Date(day(0, 5))]);
    await pool.query(acknowledge, [next, ids.account, new Date(day(1, 5))]);
    const kept = (await seen()).map(([id]) => id);

    moveTo(day(1 + KEPT) - 1);
    await due.runDue();
    expect((await seen()).map(([id]) => id)).toEqual(kept);

    moveTo(day(1 + KEPT));
    await due.runDue();
    const left = kept.filter((id) => id !== old);
    expect(await seen()).toEqual(left.map((id) => [id, 2]));
    expect(await liesIn(late)).toBe('event_before');
    expect((await names())[1]).toBe(named(1));
    expect((await pool.query('select event_id from alarm_acknowledgement')).rows).toEqual([
      { event_id: next },
    ]);

    moveTo(day(3 + KEPT));
    await due.runDue();
    expect((await seen()).map(([id]) => id)).toEqual(left.filter((id) => id !== older && id !== next));
    moveTo(day(4 + KEPT));
    await due.runDue();
    expect((await seen()).map(([id]) => id)).not.toContain(late);
  });

  test('keeps its time to itself at its lock, whichever month it lies in', async () => {
    const at = clock.now() - 1_000;
    await happened(at);
    await expect(happened(at)).rejects.toThrow('duplicate key');
  });

  test('that comes while its month goes is kept', async () => {
    const month = 5;
    moveTo(day(month + 1 + KEPT));
    let id = 0;
    const running = await inUse(async (holder) => {
      const keeping = keepAll(context);
      // The month has been looked through by now, and its lock is waited for.
      for (let waits = false; !waits; )
        waits = ((await holder.query('select from pg_locks where not granted')).rowCount ?? 0) > 0;
      id = await happened(day(month, 1), { recorded_at: clock.now(), database: holder });
      return { keeping };
    });
    await running.keeping;
    await keepAll(context);
    expect(await names()).not.toContain(named(month));
    expect(await liesIn(id)).toBe('event_before');
  });
});

describe('where the tables are in use', () => {
  test('nothing is changed, others wait half a second at most, and it is tried again in a minute', async () => {
    moveTo(day(7 + KEPT));
    const before = await names();
    await inUse(() => due.runDue());
    expect(await names()).toEqual(before);
    expect(await dueAt()).toBe(clock.now() + 60_000);
    moveTo(clock.now() + 60_000);
    await due.runDue();
    expect(await names()).not.toContain(named(6));
  });

  test('by another process that is at it, it is left to that one', async () => {
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query("select from retention where name = 'events' for update");
    expect((await keepAll(context))[0]).toMatchObject({
      name: 'events',
      outcome: 'elsewhere',
      forgotten: [],
    });
    await holder.query('commit');
    holder.release();
  });

  test('what a process set aside before it ended is dropped by the next', async () => {
    await pool.query('create table forgotten_event_2001_01 (like event)');
    await keepAll(context);
    const { rows } = await pool.query("select relname from pg_class where relname like 'forgotten%'");
    expect(rows).toEqual([]);
  });
});

describe('the status', () => {
  test('says what goes next and when, and what is past its time by the present settings', async () => {
    const [events] = await retentionStatus(context);
    const oldest = (await names('event_scope'))[1]?.slice('event_scope_'.length);
    expect(events).toMatchObject({ name: 'events', count: KEPT, span: 'months', forget: [], add: 0 });
    expect(events?.partitions).toBe((await names()).length);
    expect(events?.oldest?.toISOString().slice(0, 7)).toBe(oldest?.replace('_', '-'));
    const strict = { ...context, config: { ...context.config, RETENTION_EVENTS_MONTHS: 1 } };
    const [fewer] = await retentionStatus(strict);
    expect(fewer?.forget.length).toBeGreaterThan(20);
  });

  test('names no month where all is kept for ever', async () => {
    const forever = { ...context, config: { ...context.config, RETENTION_EVENTS_MONTHS: 0 } };
    const [events] = await retentionStatus(forever);
    expect(events).toMatchObject({ count: 0, forget: [], next: null });
    await keepAll(forever);
    expect((await names())[1]).toBe(
      events?.oldest && `event_${events.oldest.toISOString().slice(0, 7).replace('-', '_')}`,
    );
  });
});
