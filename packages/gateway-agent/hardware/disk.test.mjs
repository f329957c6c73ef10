import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Machine } from './machine.mjs';

/* The journal on a real ext4 of a machine that loses its power while it writes. */

const POWER_CUTS = 1;
let folder;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'disk-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(`a machine that loses its power in the middle of journalling keeps all that was promised, in order`, async () => {
  const image = path.join(folder, 'disk.img');
  expect(spawnSync('mke2fs', ['-q', '-t', 'ext4', image, '64m']).status).toBe(0);
  const promised = [];
  const had = new Map();
  const ids = new Set();
  for (let boot = 0; boot <= POWER_CUTS; boot++) {
    const machine = await Machine.boot({
      role: 'disk',
      // Data that the guest has flushed is on the host's disk; the rest is lost with its memory.
      devices: [
        '-drive',
        `if=none,id=disk,file=${image},format=raw,cache=writethrough`,
        '-device',
        'virtio-blk-device,drive=disk',
      ],
    });
    try {
      ids.add((await machine.heard('@journal')).id);
      await machine.heard('@ready');
      const enough = 80 + Math.floor(Math.random() * 80);
      if (boot < POWER_CUTS)
        await machine.until(() => machine.reports('@durable').length > enough, 'records');
    } finally {
      // No shutdown: the machine's process is killed.
      await machine.stop();
    }
    expect(machine.reports('@warning')).toEqual([]);
    for (const { seq, n } of machine.reports('@had')) {
      expect(had.get(seq) ?? n).toBe(n);
      had.set(seq, n);
    }
    // The records of the last machine are not read again.
    for (const { first, last } of boot < POWER_CUTS ? machine.reports('@durable') : [])
      for (let n = first; n <= last; n++) promised.push(n);
  }
  expect(ids.size).toBe(1);
  const received = [...had].sort(([a], [b]) => a - b);
  expect(received.map(([seq]) => seq)).toEqual(
    Array.from({ length: received.length }, (_each, index) => index + 1),
  );
  const numbers = received.map(([, n]) => n);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(promised.filter((n) => !numbers.includes(n))).toEqual([]);
  expect(promised.length).toBeGreaterThan(150);
});
