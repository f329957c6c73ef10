// npm run test:redis, test:nats, test:releases, test:clients, test:deploy and test:browser: tests that need programs of the
// system, on a built tree.
import { spawnSync } from 'node:child_process';
import { build } from './build.mjs';
import { CHROMIUM } from './chromium.mjs';
import { runJest } from './jest.mjs';
import { requireFrom } from './tools.mjs';

process.env.CHROMIUM = CHROMIUM;
const BROWSER = [CHROMIUM, '--version', 'chromium-headless-shell, or chromium (or name yours in CHROMIUM)'];

/**
 * Of each suite its configuration, the folder of tools/ that it needs, and the programs: how to ask for their version, and
 * what brings them.
 */
const SUITES = {
  // Several processes of the service behind one Redis.
  redis: {
    config: 'test/redis/jest.config.mjs',
    programs: [['redis-server', '--version', 'redis-server']],
  },
  // Several processes of the service beside one NATS.
  nats: {
    config: 'test/nats/jest.config.mjs',
    programs: [['nats-server', '--version', 'nats-server']],
  },
  // The release before this one beside this one.
  releases: {
    config: 'test/releases/jest.config.mjs',
    programs: [['git', '--version', 'git']],
  },
  // The clients for integrators, all by one suite against the service.
  clients: {
    config: 'test/clients/jest.config.mjs',
    programs: [['python3', '--version', 'python3'], ['mypy', '--version', 'mypy'], BROWSER],
    tools: 'runtimes',
  },
  // What lies in deploy/, held against the service by the tools of those who use it.
  deploy: {
    config: 'packages/cloud/test/deploy/jest.config.mjs',
    programs: [
      ['promtool', '--version', 'prometheus'],
      ['haproxy', '-v', 'haproxy'],
      ['caddy', 'version', 'caddy'],
      ['systemd-analyze', '--version', 'systemd'],
    ],
  },
  // The pages in a real browser, against the service as `npm start` runs it.
  browser: {
    config: 'packages/dashboard/browser/jest.config.mjs',
    programs: [BROWSER],
  },
};

const [name, ...words] = process.argv.slice(2);
const suite = SUITES[name];
if (!suite) {
  console.error(`Usage: node scripts/test.mjs ${Object.keys(SUITES).join(' | ')} [ARGUMENT OF JEST]…`);
  process.exit(1);
}
const missing = suite.programs.filter(([program, version]) => spawnSync(program, [version]).status !== 0);
if (missing.length > 0) {
  const programs = missing.map(([program]) => program).join(', ');
  const packages = missing.map(([, , provider]) => provider).join(' ');
  console.error(`npm run test:${name} needs ${programs}: apt-get install ${packages}`);
  process.exit(1);
}
if (suite.tools) requireFrom(suite.tools);
process.exitCode = (await build()) ? runJest(suite.config, words) : 1;
