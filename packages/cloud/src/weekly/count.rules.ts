import type { AlarmKind } from '../doors/alarm.rules.js';
import type { Cause } from '../noise/noise.rules.js';
import type { Counted, WeeklyCounts } from '../notify/weekly/weekly.types.js';
import type { Period } from './week.rules.js';

/* What the alarms of eight weeks add up to: pure. */

export interface AlarmCount {
  /** Local. */
  date: string;
  kind: AlarmKind;
  /** Null: it counts as real. */
  cause: Cause | null;
  count: number;
}

const WEEK = 7;

export function countAlarms(rows: readonly AlarmCount[], { dates }: Pick<Period, 'dates'>): WeeklyCounts {
  const days = dates.map((date) => {
    const own = rows.filter((row) => row.date === date);
    const nuisance = sum(own.filter(({ cause }) => cause !== null));
    return { date, real: sum(own) - nuisance, nuisance };
  });
  const weeks = Array.from({ length: days.length / WEEK }, (_, index) => {
    const own = days.slice(index * WEEK, (index + 1) * WEEK);
    const total = (of: 'real' | 'nuisance') => own.reduce((all, day) => all + day[of], 0);
    return { date: own[0]?.date ?? '', real: total('real'), nuisance: total('nuisance') };
  });
  const first = days.at(-WEEK)?.date ?? '';
  const firstBefore = days.at(-2 * WEEK)?.date ?? '';
  const both = rows.filter(({ date }) => date >= firstBefore);
  const grouped = <Name extends string>(nameOf: (row: AlarmCount) => Name | null): Counted<Name>[] => {
    const found = new Map<Name, Counted<Name>>();
    for (const row of both) {
      const name = nameOf(row);
      if (name === null) continue;
      const one = found.get(name) ?? { name, count: 0, before: 0 };
      one[row.date >= first ? 'count' : 'before'] += row.count;
      found.set(name, one);
    }
    return [...found.values()].sort(
      (a, b) => b.count - a.count || b.before - a.before || (a.name < b.name ? -1 : 1),
    );
  };
  return {
    days: days.slice(-WEEK),
    weeks,
    kinds: grouped(({ kind }) => kind),
    causes: grouped(({ kind, cause }) =>
      kind === 'forced' || kind === 'left_open' ? (cause ?? 'unexplained') : null,
    ),
  };
}

const sum = (rows: readonly AlarmCount[]): number => rows.reduce((all, { count }) => all + count, 0);
