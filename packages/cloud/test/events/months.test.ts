import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { monthOf, nameOfMonth } from '../../src/database/periods.rules.js';
import { eventPageStatement, listEvents } from '../../src/events/read.js';
import { keepAll } from '../../src/retention/keep.js';
import { retentionWorld } from '../retention/world.js';

/* Pages of events that lie in many months. */

const { context, pool, clock, ids, day, moveTo, happened } = await retentionWorld();
afterAll(() => context.prisma.$disconnect());

beforeAll(async () => {
  moveTo(day(16, 10));
  await keepAll(context);
});

describe('an event', () => {
  test('is recorded and seen wherever it lies, before the months too', async () => {
    for (const month of [0, 1, 9, 14, 15, 16]) await happened(day(month, 2));
    const old = await happened(day(-60, 7), { recorded_at: clock.now() });
    const now = await happened(clock.now());
    const list = (order: 'asc' | 'desc', limit: number, after?: [number, number]) =>
      listEvents(context, { locationId: ids.hq, types: ['door.opened'], order, limit, after });
    const all = (await list('desc', 50)).map(({ id }) => id);
    expect([all[0], all.at(-1)]).toEqual([now, old]);
    expect((await list('asc', 50)).map(({ id }) => id)).toEqual(all.toReversed());
    // A page at a time, over all months.
    for (const order of ['asc', 'desc'] as const) {
      const read: number[] = [];
      let after: [number, number] | undefined;
      for (let row = (await list(order, 1))[0]; row; row = (await list(order, 1, after))[0]) {
        read.push(row.id);
        after = [row.occurred_at.getTime(), row.id];
      }
      expect(read).toEqual(order === 'desc' ? all : all.toReversed());
    }
  });
});

describe('a page', () => {
  const read = async (text: string, values: unknown[]): Promise<Set<string>> => {
    const { rows } = await pool.query(`explain (analyze, format json) ${text}`, values);
    const tables = new Set<string>();
    const walk = (node: { [name: string]: unknown }): void => {
      if (node['Relation Name'] && node['Actual Loops']) tables.add(String(node['Relation Name']));
      for (const inner of (node.Plans ?? []) as { [name: string]: unknown }[]) walk(inner);
    };
    walk(rows[0]['QUERY PLAN'][0].Plan);
    return tables;
  };
  const page = { locationId: ids.hq, types: ['door.opened'], order: 'desc' as const, limit: 1 };

  test('that recent months fill has no other months in its plan', async () => {
    const recent = monthOf(clock.now(), -1);
    const { text, values } = eventPageStatement(page, recent);
    const plan = JSON.stringify((await pool.query(`explain ${text}`, values)).rows);
    const months = [...plan.matchAll(/_(\d{4}_\d\d)\b/g)].map(([, month]) => month as string).toSorted();
    expect(months[0]).toBe(nameOfMonth(recent));
  });

  test('far back reads its events in the month that they are in', async () => {
    const old = await happened(clock.now() - 400 * 24 * 3_600_000);
    const { rows } = await pool.query('select occurred_at from event where id = $1', [old]);
    const at = rows[0].occurred_at.getTime();
    const { text, values } = eventPageStatement({ ...page, after: [at + 1, old] });
    const events = [...(await read(text, values ?? []))].filter((name) =>
      /^event_(\d|before|after)/.test(name),
    );
    expect(events).toEqual([`event_${nameOfMonth(at)}`]);
  });
});
