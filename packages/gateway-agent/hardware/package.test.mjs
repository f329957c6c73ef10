import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { plugIn } from './boards/plug.mjs';

/* The Debian packages work without this repository: on this machine, and on an emulated arm64. */

const BUILD = fileURLToPath(new URL('../package/build.mjs', import.meta.url));
const MACHINE = fileURLToPath(new URL('../../../node_modules/.cache/hardware/machine', import.meta.url));
const ID = '0b9c1c1e-0000-4000-8000-000000000001';
const EMULATED = ['qemu-aarch64-static', '-L', MACHINE, path.join(MACHINE, 'usr/bin/node')];
const KINDS = [
  ...(process.arch === 'x64' ? [['amd64', [process.execPath]]] : []),
  ['arm64', process.arch === 'arm64' ? [process.execPath] : EMULATED],
];

let folder;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'package-'));
  execFileSync(process.execPath, [BUILD, '--to', folder], { stdio: 'pipe' });
  for (const name of ['amd64', 'arm64', 'armhf']) {
    const [deb] = readdirSync(folder).filter((each) => each.endsWith(`_${name}.deb`));
    execFileSync('dpkg-deb', ['-x', path.join(folder, deb), path.join(folder, name)]);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function until(condition, what) {
  const deadline = performance.now() + 240_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`no ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function start([node, ...before], name, args) {
  const main = path.join(folder, name, 'usr/lib/door-agent/dist/main.mjs');
  const agent = spawn(node, [...before, main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [agent.stdout, agent.stderr]) stream.on('data', (data) => (said += data));
  const gone = new Promise((resolve) => agent.once('exit', resolve));
  return {
    said: () => said,
    stop: async () => {
      agent.kill('SIGTERM');
      await gone;
    },
  };
}

const configure = (name, doors) => {
  const file = path.join(folder, `${name}.yaml`);
  writeFileSync(
    file,
    `gateway_id: ${ID}\nsecret: sesame\ncloud_url: mqtt://127.0.0.1:1\ndata_dir: ${name}-data\ndoors:\n${doors}`,
  );
  return file;
};

describe.each(KINDS)('the package for %s', (name, command) => {
  test('drives the relays of a board safe, journals, and says of the other drivers what is wrong with the machine and not with itself', async () => {
    const port = path.join(folder, `${name}-port`);
    // It never answers, so an emulated machine cannot be too slow for it.
    const board = await plugIn('lcus', port);
    board.relays[1] = true;
    const agent = start(command, name, [
      'run',
      '--config',
      configure(
        name,
        `  - { door: 1, name: A, driver: lcus, port: ${port}, strike: { channel: 1 } }\n` +
          '  - { door: 2, name: B, driver: gpio-sysfs, chip: none, strike: { line: 1 } }\n' +
          '  - { door: 3, name: C, driver: gpio, chip: none, strike: { line: 2 } }\n' +
          `  - { door: 4, name: D, driver: waveshare, port: ${port}-2, strike: { channel: 1 } }\n`,
      ),
    ]);
    try {
      await until(
        () => board.relays[1] === false,
        () => `relay off: ${agent.said()}`,
      );
      await until(
        () => /link: connect ECONNREFUSED/.test(agent.said()),
        () => `link: ${agent.said()}`,
      );
      await until(
        () => /sysfs/.test(agent.said()),
        () => `sysfs: ${agent.said()}`,
      );
    } finally {
      await agent.stop();
      await board.unplug();
    }
    expect(agent.said()).not.toMatch(/constructor|onoff|Cannot find|ERR_|TypeError|the disk refuses/);
    expect(readdirSync(path.join(folder, `${name}-data`))).toContain('journal');
  });

  test('has the bench page', async () => {
    const file = configure(`${name}-bench`, '  - { door: 1, name: A, driver: bench, contact: true }\n');
    const agent = start(command, name, ['bench', '--config', file]);
    try {
      await until(
        () => /bench page: (\S+)/.test(agent.said()),
        () => `page: ${agent.said()}`,
      );
      const [, url] = /bench page: (\S+)/.exec(agent.said());
      const page = await fetch(url);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('<html');
    } finally {
      await agent.stop();
    }
  });
});

test('each package holds binaries for its own machine alone', () => {
  const machines = { amd64: 62, arm64: 183, armhf: 40 };
  for (const [name, machine] of Object.entries(machines)) {
    const home = path.join(folder, name, 'usr/lib/door-agent');
    const binaries = readdirSync(home, { recursive: true }).filter(
      (file) => file.endsWith('.node') || file === 'node/node',
    );
    expect(binaries.length).toBeGreaterThanOrEqual(3);
    for (const file of binaries)
      expect([file, readFileSync(path.join(home, file)).readUInt16LE(18)]).toEqual([file, machine]);
  }
});
