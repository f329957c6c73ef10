import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const MAIN = fileURLToPath(new URL('power/main.mjs', import.meta.url));

/* A thousand of these are made by npm run test:kills. */
(process.platform === 'linux' ? test : test.skip)(
  'after any cut of the power the journal starts, loses nothing that it promised, tells what the disk has lost and doubles nothing',
  () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [MAIN, '--seed', '7', '--cuts', '80', '--within', '8'],
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
