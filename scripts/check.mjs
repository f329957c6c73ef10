// Runs every check that needs no service, and names at the end what failed. With --no-unit all but the unit tests, which
// `npm test` runs too.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { JEST } from './jest.mjs';
import { toolFile } from './tools.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const biome = toolFile('check', '@biomejs/biome/bin/biome');
const redocly = toolFile('check', '@redocly/cli/bin/cli.js');

const UNIT_TESTS = 'unit tests';
const steps = [
  ['format and lint', biome, 'ci', '--error-on-warnings', '--colors=off'],
  ['lock file', 'scripts/lockcheck.mjs'],
  ['licences', 'scripts/licences.mjs'],
  ['import law', 'scripts/import-law.mjs'],
  ['references', 'scripts/references.mjs'],
  ['styles', 'scripts/styles.mjs'],
  ['plain words', 'scripts/words.mjs'],
  ['table of measurements', 'scripts/perf-table.mjs'],
  ['build', 'scripts/build.mjs', '--all'],
  [UNIT_TESTS, ...JEST, '--selectProjects', 'unit'],
  ['colours drift', 'scripts/colours.mjs', 'check'],
  ['schema drift', 'scripts/migration.mjs', 'drift'],
  ['OpenAPI drift', 'scripts/openapi.mjs', 'check'],
  ['AsyncAPI drift', 'scripts/asyncapi.mjs', 'check'],
  ['OpenAPI and AsyncAPI lint', redocly, 'lint', 'openapi.json', 'asyncapi.json'],
  ['client drift', 'scripts/client.mjs', 'check'],
  ['Python client drift', 'scripts/python-client.mjs', 'check'],
  ['page types drift', 'scripts/page-types.mjs', 'check'],
];
// Otherwise the linter reports each run to its maker and looks for a newer release.
Object.assign(process.env, { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' });

const began = performance.now();
const failed = [];
for (const [name, ...command] of steps) {
  if (name === UNIT_TESTS && process.argv.includes('--no-unit')) continue;
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds(start)})`);
  if (status === 0) continue;
  failed.push(name);
  console.log(`${stdout}${stderr}`);
}
console.log(
  failed.length > 0 ? `Failed: ${failed.join(', ')} (${seconds(began)})` : `All well (${seconds(began)})`,
);
process.exitCode = failed.length > 0 ? 1 : 0;

function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
