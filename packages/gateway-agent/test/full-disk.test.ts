import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { FakeCloud } from './fake-cloud.js';

/* The real agent on a disk that really takes no more. */

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const canMount = process.getuid?.() === 0 && process.platform === 'linux';

let cloud: FakeCloud;
let folder: string;
let disk: string;
let file: string;
let id: string;
let child: ChildProcess | null;

beforeEach(async () => {
  cloud = await FakeCloud.start();
  folder = mkdtempSync(join(tmpdir(), 'agent-full-'));
  disk = join(folder, 'disk');
  mkdirSync(disk);
  if (canMount) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
  id = randomUUID();
  cloud.pair(id, 'sesame');
  file = join(folder, 'gateway.yaml');
  const settings = [
    `gateway_id: ${id}`,
    'secret: sesame',
    `cloud_url: mqtt://127.0.0.1:${cloud.port}`,
    `data_dir: ${disk}/data`,
    'doors:',
    '  - { door: 1, name: Main entrance, driver: bench, contact: true, exit_button: true }',
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  child = null;
});
afterEach(async () => {
  await stop('SIGKILL');
  await cloud.close();
  if (canMount) execFileSync('umount', [disk]);
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const before = cloud.of(id).births.length;
  child = fork(MAIN, ['run', '--config', file], { silent: true });
  await cloud.until(() => cloud.of(id).births.length > before);
  await settled();
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child?.once('close', resolve));
  child.kill(signal);
  await gone;
}

/** The level of the contact is reported at the end of each start. */
const settled = () => cloud.until(() => cloud.of(id).records.some(({ kind }) => kind === 'contact'));

function fill(): void {
  const ballast = openSync(join(disk, 'ballast'), 'w');
  try {
    for (;;) writeSync(ballast, Buffer.alloc(4096));
  } catch {
    // Full.
  }
  closeSync(ballast);
}
const makeRoom = () => unlinkSync(join(disk, 'ballast'));
const remount = (how: 'ro' | 'rw') => execFileSync('mount', ['-o', `remount,${how}`, disk]);

/** Ends with what the cloud has received of it. */
async function unlock() {
  const command = randomUUID();
  await cloud.command(id, { id: command, door: 1, type: 'unlock', strike_ms: 1000 });
  await cloud.until(() => cloud.results(id, command).length > 0);
  return cloud
    .of(id)
    .records.filter((record) => 'command_id' in record && record.command_id === command)
    .map((record) => (record.kind === 'result' ? record.outcome : record.kind));
}

/** In each journal every number occurs once, in order. */
function expectSequence(): void {
  const seen = new Map<string, number>();
  for (const { journal, seqs } of cloud.of(id).messages)
    for (const seq of seqs) {
      expect(seq).toBeGreaterThan(seen.get(journal) ?? 0);
      seen.set(journal, seq);
    }
}

(canMount ? describe : describe.skip)('the real agent', () => {
  test('on a disk that runs full opens the door and has it confirmed, and goes on in order once there is room', async () => {
    await start();
    expect(await unlock()).toEqual(['relay', 'confirmed']);
    fill();
    for (let round = 0; round < 3; round++) expect(await unlock()).toEqual(['relay', 'confirmed']);
    makeRoom();
    expect(await unlock()).toEqual(['relay', 'confirmed']);
    expectSequence();
    expect(new Set(cloud.of(id).messages.map(({ journal }) => journal)).size).toBe(1);
  }, 60_000);

  test('on a disk that is read-only after a restart goes on with its journal, opens the door and has it confirmed', async () => {
    await start();
    expect(await unlock()).toEqual(['relay', 'confirmed']);
    await stop('SIGTERM');
    remount('ro');
    await start();
    expect(await unlock()).toEqual(['relay', 'confirmed']);
    // Records in memory are lost with the process; the cloud reports its position in the journal.
    await stop('SIGKILL');
    await start();
    expect(await unlock()).toEqual(['relay', 'confirmed']);
    expect(cloud.of(id).records.map(({ kind }) => kind)).toContain('gap');
    await stop('SIGTERM');
    remount('rw');
    await start();
    expect(await unlock()).toEqual(['relay', 'confirmed']);
    expect(cloud.of(id).marks.size).toBe(1);
  }, 60_000);
});
