import { describe, expect, test } from '@jest/globals';
import { type Partition, planOf } from '../../src/database/partitions.rules.js';
import { DAYS, monthOf, monthsBefore, nameOfMonth } from '../../src/database/periods.rules.js';

const at = (text: string) => Date.parse(text.length === 7 ? `${text}-01T00:00:00.000Z` : text);

/** Months from `first` to before `end`, with the partitions before and after them. */
function months(first: string, end: string): Partition[] {
  const found: Partition[] = [{ name: 'before', starts_at: null, ends_at: at(first) }];
  for (let month = at(first); month < at(end); month = monthOf(month, 1))
    found.push({ name: nameOfMonth(month), starts_at: month, ends_at: monthOf(month, 1) });
  return [...found, { name: 'after', starts_at: at(end), ends_at: null }];
}

const plan = (partitions: Partition[], now: string, kept: number) => {
  const { forget, add, forget_next, next_at } = planOf(partitions, at(now), kept);
  return {
    forget: forget.map(({ name }) => name),
    add: add.map(nameOfMonth),
    forget_next: forget_next && [forget_next.name, new Date(forget_next.at).toISOString().slice(0, 10)],
    next_at: new Date(next_at).toISOString().slice(0, 10),
  };
};

describe('a month', () => {
  test('is in UTC, and goes over years', () => {
    expect(nameOfMonth(monthOf(at('2026-01-31T23:59:59.999Z'), -2))).toBe('2025_11');
    expect(monthOf(at('2026-12-01'), 1)).toBe(at('2027-01'));
  });

  test.each([
    ['2026-11-24T08:30:00.000Z', 24, '2024-11-24T08:30:00.000Z'],
    ['2026-03-31T08:30:00.000Z', 1, '2026-02-28T23:59:59.999Z'],
    ['2024-03-31T08:30:00.000Z', 1, '2024-02-29T23:59:59.999Z'],
  ])('%s, %i months before, is %s', (now, count, before) => {
    expect(new Date(monthsBefore(at(now), count)).toISOString()).toBe(before);
  });
});

describe('what was kept', () => {
  const kept = months('2024-11', '2027-03');

  test('to the last moment of its months is left alone until the moment after', () => {
    expect(plan(kept, '2026-11-30T23:59:59.999Z', 24)).toEqual({
      forget: [],
      add: [],
      forget_next: ['2024_11', '2026-12-01'],
      next_at: '2026-12-01',
    });
    expect(plan(kept, '2026-12-01', 24)).toEqual({
      forget: ['2024_11'],
      add: ['2027_03'],
      forget_next: ['2024_12', '2027-01-01'],
      next_at: '2027-01-01',
    });
  });

  test('for fewer months than before loses all that is past them, oldest first', () => {
    expect(plan(kept, '2026-11-24', 21).forget).toEqual(['2024_11', '2024_12', '2025_01']);
  });

  test('for ever loses nothing', () => {
    expect(plan(kept, '2090-01', 0)).toMatchObject({ forget: [], forget_next: null });
  });

  test('has three months ahead of it, however long nothing looked', () => {
    expect(plan(kept, '2026-11-24', 0)).toMatchObject({ add: [], next_at: '2026-12-01' });
    expect(plan(kept, '2027-05-10', 0)).toMatchObject({
      add: ['2027_03', '2027_04', '2027_05', '2027_06', '2027_07', '2027_08'],
      next_at: '2027-06-01',
    });
  });

  test('has nothing made ahead that is over already', () => {
    const { before_ends_at, add } = planOf(kept, at('2031-02-10'), 24);
    expect(new Date(before_ends_at ?? 0).toISOString().slice(0, 7)).toBe('2029-02');
    expect([nameOfMonth(add[0] ?? 0), add.length]).toEqual(['2029_02', 28]);
  });

  test('in days is kept and made ahead by days', () => {
    const day = (text: string) => Date.parse(`${text}T00:00:00.000Z`);
    const days: Partition[] = [
      { name: 'before', starts_at: null, ends_at: day('2026-10-25') },
      { name: '2026_10_25', starts_at: day('2026-10-25'), ends_at: day('2026-10-26') },
      { name: 'after', starts_at: day('2026-10-26'), ends_at: null },
    ];
    expect(planOf(days, day('2026-11-25') - 1, 30, DAYS)).toMatchObject({ forget: [], before_ends_at: null });
    const { forget, add, next_at } = planOf(days, day('2026-11-25'), 30, DAYS);
    expect(forget.map(({ name }) => name)).toEqual(['2026_10_25']);
    expect([add[0], add.at(-1)]).toEqual([day('2026-10-26'), day('2026-12-02')]);
    expect(next_at).toBe(day('2026-11-26'));
    expect(DAYS.name(day('2026-10-25'))).toBe('2026_10_25');
  });

  test('is forgotten a month at a time and in the end whole, if there are no months left', () => {
    expect(plan(months('2024-11', '2024-12'), '2030-01', 1)).toMatchObject({
      forget: ['2024_11'],
      forget_next: null,
    });
  });
});
