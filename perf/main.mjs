// npm run perf [name …] [-- --quick] [--strict] [--lenient]: each measure in a process of its own, one line of JSON each on stdout.
// Goals are no limits: a measure short of its goal says so, and ends in an error only with --strict.
import { spawnSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { SHORT_OF_GOAL } from './lib/report.mjs';

const MEASURES = [
  'rules',
  'due',
  'ingest',
  'unlock',
  'reconnect',
  'agent',
  'edge',
  'gateway',
  'events',
  'events-page',
  'lists',
  'http',
  'people',
  'webhooks',
  'dashboard',
];

if (process.argv.includes('--help')) {
  console.log(`npm run perf -- [name …] [--quick] [--strict] [--lenient]
    each measure, or those named: ${MEASURES.join(', ')}
    --quick: shorter runs; --strict: a measure short of its goal is an error;
    --lenient: one that a busy machine has spoiled is none`);
  process.exit(0);
}
const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const strange = [
  ...flags.filter((flag) => !['--quick', '--strict', '--lenient'].includes(flag)),
  ...names.filter((name) => !MEASURES.includes(name)),
];
if (strange.length > 0) {
  console.error(
    `perf: ${strange.join(', ')}: expected some of ${MEASURES.join(', ')}, --quick, --strict and --lenient`,
  );
  process.exit(1);
}
const failed = [];
const short = [];
for (const name of names.length > 0 ? names : MEASURES) {
  const busy = loadavg()[0] / cpus().length;
  if (busy > 0.7)
    console.error(`perf: the machine is busy (load ${busy.toFixed(1)} a core): trust the ratios only`);
  const file = fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
  const { status } = spawnSync(process.execPath, [file, ...flags], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status === SHORT_OF_GOAL) short.push(name);
  else if (status !== 0) failed.push(name);
}
if (short.length > 0) console.error(`perf: short of its goal: ${short.join(', ')}`);
if (failed.length > 0) console.error(`perf: failed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 || (flags.includes('--strict') && short.length > 0) ? 1 : 0;
