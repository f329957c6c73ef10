import { describe, expect, test } from '@jest/globals';
// @ts-expect-error: a script, without types
import { judged, judgeOf, withRun } from '../perf/lib/baseline.mjs';
// @ts-expect-error: likewise
import { linesOf, merged, quoted } from '../perf/lib/results.mjs';
// @ts-expect-error: likewise
import { tableOf } from '../perf/lib/table.mjs';

const rate = (ratio: number) => ({ measure: 'http', unit: 'requests/s', better: 'higher', value: 1, ratio });
const time = (ratio: number) => ({ measure: 'unlock', unit: 'ms', better: 'lower', value: 1, ratio });
const three = (line: (ratio: number) => object, ratios: number[]) =>
  ratios.reduce((baseline, ratio) => withRun(baseline, [line(ratio)]), {});

describe('a committed ratio', () => {
  test.each([
    ['a rate', rate, [0.6, 0.58, 0.62], 0.46, 0.44],
    ['a time', time, [2, 1.9, 2.1], 2.6, 2.7],
  ])(
    'of %s holds above three quarters of the middle of its runs, and falls below',
    (_what, line, runs, holds, falls) => {
      const baseline = three(line, runs);
      const { measure } = line(1);
      expect(judged(baseline, measure, [line(holds)])[0].fell).toBe(false);
      expect(judged(baseline, measure, [line(falls)])[0].fell).toBe(true);
    },
  );

  test('whose own runs differ too much is not judged, and says so', () => {
    const baseline = three(rate, [0.6, 0.3, 0.7]);
    const [verdict] = judged(baseline, 'http', [rate(0.1)]);
    expect(verdict).toMatchObject({ fell: false, bound: null });
    expect(verdict.why).toBe('too noisy: quick runs of the same code gave 0.30 to 0.70');
  });

  test('that is no longer reported has fallen; a new one has no bound yet', () => {
    expect(judged(three(rate, [0.6]), 'http', [])).toMatchObject([{ fell: true, why: 'did not report' }]);
    expect(judged({}, 'http', [rate(0.6)])).toMatchObject([{ fell: false, why: 'new: no baseline yet' }]);
  });

  test('has its bound at three quarters of its speed, whichever way the value counts', () => {
    expect(judgeOf({ better: 'higher', ratios: [0.6] }).bound).toBeCloseTo(0.45);
    expect(judgeOf({ better: 'lower', ratios: [3] }).bound).toBeCloseTo(4);
  });
});

describe('results', () => {
  const around = {
    names: ['unlock', 'http'],
    machine: { cpu: 'one', cores: 2, memory_gb: 4, node: '20', postgresql: '18' },
    date: '2026-01-07',
    commit: 'abc',
  };

  test('of a named measure replace its own and keep the others, in the sequence of all', () => {
    const first = merged({ measures: {} }, { http: [rate(0.5)], unlock: [time(2)] }, around);
    const second = merged(first, { http: [rate(0.6)] }, { ...around, commit: 'def' });
    expect(linesOf(second)).toEqual([time(2), rate(0.6)]);
    expect(second.measures.unlock.commit).toBe('abc');
    expect(second.measures.http.commit).toBe('def');
  });

  test('of another machine are dropped', () => {
    const first = merged({ measures: {} }, { unlock: [time(2)] }, around);
    const machine = { ...around.machine, cores: 64 };
    expect(linesOf(merged(first, { http: [rate(0.5)] }, { ...around, machine }))).toEqual([rate(0.5)]);
  });

  test('are quoted between the marks of a page, and again without a change', () => {
    const results = merged({ measures: {} }, { http: [{ ...rate(0.5), goal: 0.5, ok: true }] }, around);
    const page = 'before\n<!-- perf: begin -->\nold\n<!-- perf: end -->\nafter\n';
    const once = quoted(page, results);
    expect(once).toContain(tableOf(linesOf(results)));
    expect(once.startsWith('before\n') && once.endsWith('\nafter\n')).toBe(true);
    expect(once).not.toContain('old');
    expect(quoted(once, results)).toBe(once);
    expect(() => quoted('no marks', results)).toThrow('README.md lacks');
  });

  test('say ours, floor, ratio, peer, goal and whether it is met, in a row each', () => {
    const line = {
      measure: 'http',
      case: 'one lock',
      unit: 'requests/s',
      better: 'higher',
      value: 4756.2,
      floor: 8210,
      ratio: 0.5793,
      goal: 0.5,
      ok: true,
    };
    const [, , row, ahead] = tableOf([line, { ...line, case: 'ahead', peer: 'bare 1.2' }]).split('\n');
    expect(ahead).toMatch(/ahead +\| 4,756 requests\/s \| +\| 0.58 +\| 8,210 \(bare 1.2\) /);
    expect(row.split('|').map((cell: string) => cell.trim())).toEqual([
      '',
      'http',
      'one lock',
      '4,756 requests/s',
      '8,210',
      '0.58',
      '',
      'ratio ≥ 0.5',
      'yes',
      '',
    ]);
  });
});
