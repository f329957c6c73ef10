// Two revisions in turns, A B A B, so that other load on the machine affects both: this tree, and another in a folder of
// its own. Both run this tree's measures, so that they have the same floor.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, say } from './report.mjs';
import { costOf, keyOf, runMeasure } from './run.mjs';
import { figure, table } from './table.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ROUNDS = 3;

/** Prints a table of both; resolves with the measures that did not run. */
export async function compare(revision, names, flags) {
  const home = mkdtempSync(path.join(tmpdir(), 'door-perf-against-'));
  const other = path.join(home, 'tree');
  try {
    run('git', ['worktree', 'add', '--detach', other, revision], root);
    install(other);
    run(process.execPath, ['scripts/build.mjs'], other);
    rmSync(path.join(other, 'perf'), { recursive: true, force: true });
    cpSync(path.join(root, 'perf'), path.join(other, 'perf'), { recursive: true });
    const failed = new Set();
    const rows = [];
    for (const name of names) {
      const found = new Map();
      for (let round = 0; round < ROUNDS && !failed.has(name); round++)
        for (const [side, tree] of [
          ['ours', root],
          ['theirs', other],
        ]) {
          const { lines, status } = await runMeasure(path.join(tree, 'perf', `${name}.mjs`), flags);
          if (status === 1) failed.add(name);
          for (const line of lines) {
            const both = found.get(keyOf(line)) ?? { line, ours: [], theirs: [] };
            both[side].push(line);
            found.set(keyOf(line), both);
          }
          say(`perf: ${name}, round ${round + 1} of ${ROUNDS}, ${side === 'ours' ? 'this tree' : revision}`);
        }
      for (const [key, both] of found) rows.push(rowOf(key, both));
    }
    say(
      `\nThis tree against ${revision}, medians of ${ROUNDS} rounds in turns; gain above 1: this tree is better\n`,
    );
    say(table(['what', 'this tree', revision, 'ratio', 'its ratio', 'gain', 'from round to round'], rows));
    return [...failed];
  } finally {
    spawnSync('git', ['worktree', 'remove', '--force', other], { cwd: root });
    rmSync(home, { recursive: true, force: true });
  }
}

/** The gain is that of the ratios, of the values where there is no floor. */
function rowOf(key, { line, ours, theirs }) {
  const pairs = ours.slice(0, theirs.length).map((one, round) => [one, theirs[round]]);
  const kind = line.ratio === undefined ? 'value' : 'ratio';
  const gains = pairs.map(([one, two]) => costOf(line, two[kind]) / costOf(line, one[kind]));
  const middle = (list, of) => median(list.map((one) => one[of]));
  const ratio = (list) => (kind === 'ratio' && list.length > 0 ? middle(list, 'ratio').toFixed(2) : '');
  return [
    key,
    ours.length > 0 ? figure(middle(ours, 'value')) : '',
    theirs.length > 0 ? figure(middle(theirs, 'value')) : '',
    ratio(ours),
    ratio(theirs),
    gains.length > 0 ? median(gains).toFixed(2) : '',
    gains.length > 0 ? `${Math.min(...gains).toFixed(2)} to ${Math.max(...gains).toFixed(2)}` : '',
  ];
}

/** The packages of this tree, except the workspace's own; its own install where its lock file differs. */
function install(other) {
  const lock = (tree) => readFileSync(path.join(tree, 'package-lock.json'), 'utf8');
  if (lock(other) !== lock(root)) return run('npm', ['ci', '--loglevel=error'], other);
  const link = (folder) => {
    mkdirSync(path.join(other, folder), { recursive: true });
    for (const name of readdirSync(path.join(root, folder)))
      if (name !== '@door-access' && (!name.startsWith('.') || name === '.bin'))
        symlinkSync(path.join(root, folder, name), path.join(other, folder, name));
  };
  link('node_modules');
  const own = path.join(other, 'node_modules/@door-access');
  mkdirSync(own);
  for (const name of readdirSync(path.join(other, 'packages'))) {
    symlinkSync(path.join(other, 'packages', name), path.join(own, name));
    if (readdirSync(path.join(root, 'packages', name)).includes('node_modules'))
      link(`packages/${name}/node_modules`);
  }
}

function run(command, words, cwd) {
  const { status } = spawnSync(command, words, { cwd, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${status}`);
}
