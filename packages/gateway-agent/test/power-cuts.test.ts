import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { writeLog } from '../src/journal/level/level-log.js';
import { newestLog } from './power/harm.mjs';

const MAIN = fileURLToPath(new URL('power/main.mjs', import.meta.url));

/* Hundreds of these are made by npm run test:power. */
(process.platform === 'linux' ? test : test.skip)(
  'after any cut of the power the journal starts, loses nothing that it promised, reports what the disk has lost and sends nothing twice',
  () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [MAIN, '--seed', '7', '--cuts', '30', '--within', '45'],
      { encoding: 'utf8' },
    );
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/: 0 faults/),
      stderr: '',
    });
    const { cuts, records } = JSON.parse(stdout.split('\n')[0] ?? '');
    expect(cuts).toBeGreaterThan(10);
    expect(records).toBeGreaterThan(0);
  },
);

test('the cut spares what was promised wherever the edge of a block divides the record', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'door-promised-'));
  const batch = (n: number, padding: number) => Buffer.from(`{"n":${n},"padding":"${'x'.repeat(padding)}"}`);
  const promised = [];
  const ends = [];
  for (let offset = 0; offset < 80; offset++) {
    // The last promised record begins so many bytes before the end of the first block of 32,768.
    const before = writeLog([batch(1, 0)]).length;
    const kept = writeLog([batch(1, 32_768 - before - offset), batch(2, 20)]);
    writeFileSync(path.join(folder, '000001.log'), Buffer.concat([kept, Buffer.alloc(50)]));
    promised.push(newestLog(folder, { newest: ['2'] })?.promised);
    ends.push(kept.length);
  }
  rmSync(folder, { recursive: true });
  expect(promised).toEqual(ends);
});
