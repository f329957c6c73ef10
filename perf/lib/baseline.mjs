// Ratios of quick runs as they are committed, and whether a run fell behind them.
import { median } from './report.mjs';
import { costOf, keyOf } from './run.mjs';

/** A ratio that is worse by more than a quarter has fallen. */
const BOUND = 0.75;
/** Runs of the same code that differ by more than this can not be judged by a quarter. */
const STEADY = 0.85;

/** The bound of each line, or why it has none; `ratios` are those of several quick runs of the same code. */
export function judgeOf({ better, ratios }) {
  const speeds = ratios.map((ratio) => 1 / costOf({ better }, ratio));
  const middle = median(speeds);
  const bound = costOf({ better }, 1 / (BOUND * middle));
  if (Math.min(...speeds) < STEADY * middle)
    return { bound: null, why: `too noisy: quick runs of the same code gave ${range(ratios)}` };
  return { bound, why: null };
}

/** Adds the ratios of one quick run. */
export function withRun(baseline, lines) {
  const kept = { ...baseline };
  for (const line of lines.filter(({ ratio }) => ratio !== undefined)) {
    const { ratios = [] } = kept[keyOf(line)] ?? {};
    kept[keyOf(line)] = { measure: line.measure, better: line.better, ratios: [...ratios, line.ratio] };
  }
  return kept;
}

/** Each line of a measure that the baseline or this run has: `fell` where it is below its bound, or did not report. */
export function judged(baseline, name, lines) {
  const found = new Map(lines.filter(({ ratio }) => ratio !== undefined).map((line) => [keyOf(line), line]));
  const known = Object.keys(baseline).filter((key) => baseline[key].measure === name);
  return [...new Set([...known, ...found.keys()])].map((key) => {
    const ratio = found.get(key)?.ratio;
    const entry = baseline[key];
    if (!entry) return { key, ratio, fell: false, why: 'new: no baseline yet' };
    const { bound, why } = judgeOf(entry);
    const committed = median(entry.ratios);
    if (why) return { key, committed, ratio, bound, fell: false, why };
    if (ratio === undefined) return { key, committed, bound, fell: true, why: 'did not report' };
    return {
      key,
      committed,
      ratio,
      bound,
      fell: entry.better === 'higher' ? ratio < bound : ratio > bound,
      why,
    };
  });
}

const range = (values) => `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;
