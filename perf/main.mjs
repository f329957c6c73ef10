// npm run perf [name …] [-- flags]: each measure in a process of its own, one line of JSON each on stdout, a table of all on
// stderr. Goals are no limits: a measure short of its goal says so, and ends in an error only with --strict.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compare } from './lib/against.mjs';
import { judged, withRun } from './lib/baseline.mjs';
import { SHORT_OF_GOAL, say } from './lib/report.mjs';
import {
  linesOf,
  machine,
  merged,
  quoteInReadme,
  readResults,
  source,
  writeResults,
} from './lib/results.mjs';
import { runMeasure } from './lib/run.mjs';
import { table, tableOf } from './lib/table.mjs';
import { watchOthers } from './lib/usage.mjs';

const MEASURES = [
  'rules',
  'due',
  'ingest',
  'unlock',
  'reconnect',
  'idle',
  'city',
  'processes',
  'agent',
  'edge',
  'gateway',
  'events',
  'events-page',
  'events-months',
  'changes',
  'lists',
  'http',
  'people',
  'webhooks',
  'dashboard',
  'pages',
  'page-answers',
];
const BASELINE = new URL('results/baseline.json', import.meta.url);
const BASELINE_RUNS = 3;
/** Processors that others use, on average: beyond it, even ratios are no verdict. */
const TOO_BUSY = 0.25;

const { names, flags, options } = parsed();
if (options.help) {
  console.log(`npm run perf -- [name …] [flags]
    each measure, or those named: ${MEASURES.join(', ')}
    --quick: shorter runs; --strict: a measure short of its goal is an error;
    --lenient: one that a busy machine has spoiled is none
    --save: keeps the results of the named measures in perf/results and in README.md, as a full run does
    --against REVISION: this tree and another revision in turns, and what was gained
    --judge: quick runs; a ratio a quarter worse than perf/results/baseline.json is measured once more, then an error
    --gateways N, --minutes M: of the measure city
    --save-baseline: takes the baseline of the named measures anew, from ${BASELINE_RUNS} quick runs each`);
} else if (options.against) {
  exitWith({ failed: await compare(options.against, names, flags) });
} else if (options['save-baseline']) {
  exitWith({ failed: await saveBaseline() });
} else {
  exitWith(await measure());
}

async function measure() {
  const found = {};
  const failed = [];
  const short = [];
  const fallen = [];
  const verdicts = [];
  const { lines: baseline = {} } = options.judge ? readResults(BASELINE) : {};
  for (const name of names) {
    const { lines, status } = await run(name);
    if (status === SHORT_OF_GOAL) short.push(name);
    else if (status !== 0) failed.push(name);
    found[name] = lines;
    if (!options.judge) continue;
    const first = judged(baseline, name, lines);
    const fell = first.filter((one) => one.fell);
    if (fell.length > 0) {
      say(`perf: ${name} fell, so it is measured once more: ${fell.map(({ key }) => key).join(', ')}`);
      const { lines: second, isBusy } = await run(name);
      const again = judged(baseline, name, second).filter((one) => one.fell);
      for (const one of fell) {
        const isTwice = again.some(({ key }) => key === one.key);
        one.fell = isTwice && !isBusy;
        one.why = !isTwice ? 'fell once, not again' : isBusy ? 'fell twice on a busy machine' : 'fell twice';
      }
    }
    verdicts.push(...first);
    fallen.push(...first.filter((one) => one.fell).map(({ key }) => key));
  }
  say(`\n${tableOf(Object.values(found).flat())}\n`);
  if (options.judge) sayVerdicts(verdicts);
  const isFull = names.length === MEASURES.length && !options.quick && failed.length === 0;
  if (options.save || isFull) await save(found);
  return { failed, short, fallen };
}

async function run(name) {
  const file = fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
  const others = watchOthers();
  const done = await runMeasure(file, flags, (line) => console.log(line));
  const used = others();
  const isBusy = used > TOO_BUSY;
  if (isBusy)
    say(`perf: ${name}: others used ${used.toFixed(1)} processors meanwhile: the figures are not ours alone`);
  return { ...done, isBusy };
}

async function save(found) {
  const date = new Date().toISOString().slice(0, 10);
  const around = { names: MEASURES, machine: machine(), date, commit: source() };
  const results = merged(readResults(), found, around);
  const { drawPlots } = await import('./lib/plots.mjs');
  writeResults(results);
  drawPlots(linesOf(results));
  quoteInReadme(results);
  say('perf: kept in perf/results and README.md');
}

async function saveBaseline() {
  const before = readResults(BASELINE);
  let lines = Object.fromEntries(
    Object.entries(before.lines ?? {}).filter(([, { measure: name }]) => !names.includes(name)),
  );
  const failed = [];
  for (const name of names)
    for (let turn = 0; turn < BASELINE_RUNS; turn++) {
      const { lines: found, status } = await run(name);
      if (status === 1 && !options.lenient) failed.push(name);
      lines = withRun(lines, found);
    }
  const sorted = Object.entries(lines).sort(
    ([, one], [, two]) => MEASURES.indexOf(one.measure) - MEASURES.indexOf(two.measure),
  );
  lines = Object.fromEntries(sorted);
  writeResults({ machine: machine(), commit: source(), lines }, BASELINE);
  return failed;
}

function sayVerdicts(verdicts) {
  const shown = (ratio) => ratio?.toFixed(2) ?? '';
  const rows = verdicts.map(({ key, committed, bound, ratio, fell, why }) => [
    key,
    shown(committed),
    shown(bound ?? undefined),
    shown(ratio),
    fell ? 'FELL' : bound ? 'holds' : 'not judged',
    why ?? '',
  ]);
  say(`${table(['what', 'committed ratio', 'bound', 'now', 'verdict', 'why'], rows)}\n`);
}

function exitWith({ failed, short = [], fallen = [] }) {
  if (short.length > 0) say(`perf: short of its goal: ${short.join(', ')}`);
  if (fallen.length > 0) say(`perf: a quarter or more below the committed ratio: ${fallen.join(', ')}`);
  if (failed.length > 0) say(`perf: failed: ${failed.join(', ')}`);
  const isShort = options.strict && short.length > 0;
  process.exitCode = failed.length > 0 || fallen.length > 0 || isShort ? 1 : 0;
}

/** The named measures, or all; the options; and the flags that each measure gets. */
function parsed() {
  const flag = { type: 'boolean', default: false };
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        help: flag,
        quick: flag,
        strict: flag,
        lenient: flag,
        save: flag,
        judge: flag,
        'save-baseline': flag,
        against: { type: 'string' },
        gateways: { type: 'string' },
        minutes: { type: 'string' },
      },
    });
    const strange = positionals.filter((name) => !MEASURES.includes(name));
    if (strange.length > 0) throw new Error(`${strange.join(', ')}: expected some of ${MEASURES.join(', ')}`);
    if (values.save && values.quick) throw new Error('--save keeps full runs, not --quick ones');
    const isQuick = values.quick || values.judge || values['save-baseline'];
    return {
      names: positionals.length > 0 ? MEASURES.filter((name) => positionals.includes(name)) : MEASURES,
      flags: [
        isQuick && '--quick',
        values.lenient && '--lenient',
        ...['gateways', 'minutes'].map((name) => values[name] && `--${name}=${values[name]}`),
      ].filter(Boolean),
      options: { ...values, quick: isQuick },
    };
  } catch (error) {
    say(`perf: ${error.message}`);
    process.exit(1);
  }
}
