// How a measure reports its result: one line of JSON on stdout; all else goes to stderr.
export const quick = process.argv.includes('--quick');
const lenient = process.argv.includes('--lenient');

/** A measure that ran and is short of its goal; a fault, or a measure that did not run, is 1. */
export const SHORT_OF_GOAL = 3;

export const say = (line) => process.stderr.write(`${line}\n`);

/**
 * Prints the line of one measure. `better` says whether a higher or a lower value is; `goal` bounds the ratio to the
 * floor, `valueGoal` the value itself; without either the measure is for information. `peer` names
 * another implementation, whose value is the floor then. A `fault` is an error, and so is what has `spoiled` the
 * measure, unless with --lenient, as it may come from a busy machine.
 */
export function report({
  measure,
  value,
  unit,
  better,
  floor,
  floor_what,
  goal,
  valueGoal,
  fault,
  spoiled,
  ...more
}) {
  const ratio = floor === undefined ? undefined : value / floor;
  const within = (found, bound) =>
    bound === undefined || (better === 'higher' ? found >= bound : found <= bound);
  const ok = within(ratio, goal) && within(value, valueGoal) && !fault && !spoiled;
  const line = {
    measure,
    value,
    unit,
    better,
    floor,
    floor_what,
    ratio,
    goal,
    value_goal: valueGoal,
    ok,
    fault: fault ?? spoiled,
    ...more,
  };
  console.log(JSON.stringify(line, (_key, one) => (typeof one === 'number' ? significant(one) : one)));
  if (!ok) process.exitCode = fault || (spoiled && !lenient) ? 1 : SHORT_OF_GOAL;
}

const significant = (number) => (Number.isInteger(number) ? number : Number(number.toPrecision(4)));

export const percentile = (samples, share) => {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
};
export const median = (samples) => percentile(samples, 0.5);
export const percentiles = (samples) => ({
  p50: percentile(samples, 0.5),
  p95: percentile(samples, 0.95),
  p99: percentile(samples, 0.99),
});
