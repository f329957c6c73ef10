// The gateway's own speed, in one process on simulated hardware: from an edge of a contact to its record on disk, and how
// many records a second become durable; against a bare file that is written and synced.
import { randomUUID } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@door-access/protocol';
import { BenchHardware, createAgent, Journal, levelStore } from '../packages/gateway-agent/dist/index.js';
import { median, percentiles, quick, report, say } from './lib/report.mjs';

const DOORS = 4;
/** Waited for before an edge counts, which is the installer's setting and not the gateway's speed. */
const DEBOUNCE_MS = 1;
const EDGES = quick ? 100 : 500;
const RECORDS = quick ? 2_000 : 20_000;
/** Edges that come together, as of doors on a busy board. */
const IN_FLIGHT = 16;
const LONGEST_EDGE_MS = 2;
const LEAST_RECORDS_PER_SECOND = 2_000;
const quiet = { info: () => undefined, warn: (line) => say(`edge: ${line}`) };

const folder = await mkdtemp(path.join(os.tmpdir(), 'door-perf-'));
try {
  const floor = await syncs(path.join(folder, 'file'));
  await measureEdges(path.join(folder, 'edges'), floor);
  await measureRate(path.join(folder, 'rate'), floor);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Milliseconds of a write of 300 bytes and its sync, to a bare file. */
async function syncs(file) {
  const handle = await open(file, 'a');
  const samples = [];
  for (let turn = 0; turn < EDGES; turn++) {
    const began = performance.now();
    await handle.write(Buffer.alloc(300, 120));
    await handle.datasync();
    samples.push(performance.now() - began);
  }
  await handle.close();
  return samples;
}

async function measureEdges(place, floor) {
  const hardware = new BenchHardware({
    clock: systemClock,
    random: () => 0,
    doors: Array.from({ length: DOORS }, (_each, index) => ({
      door: index + 1,
      contact: { normally: 'closed' },
      exitButton: true,
    })),
  });
  const agent = createAgent({
    gatewayId: randomUUID(),
    secret: 'none',
    doors: Array.from({ length: DOORS }, (_each, index) => ({
      door: index + 1,
      name: `Door ${index + 1}`,
      contact: { debounceMs: DEBOUNCE_MS, normally: 'closed' },
      exitButton: { debounceMs: DEBOUNCE_MS },
      strike: true,
      hold: true,
      strikeMs: 1000,
      exitReleases: false,
    })),
    driverOf: () => hardware,
    store: levelStore(place),
    // No cloud: what is measured is what has to work without one.
    connect: () => new Promise(() => undefined),
    log: quiet,
    version: 'bench',
    clock: systemClock,
    random: Math.random,
  });
  const samples = [];
  let heard = () => undefined;
  agent.watch((change) => {
    if (change.type !== 'durable') return;
    const now = performance.now();
    for (const { json } of change.entries) {
      const { kind, snapshot, mono_ms } = JSON.parse(json);
      if (kind === 'contact' && !snapshot) samples.push(now - mono_ms - DEBOUNCE_MS);
    }
    heard();
  });
  await agent.start();
  for (let edge = 0; edge < EDGES; edge++) {
    const door = 1 + (edge % DOORS);
    const before = samples.length;
    const arrived = new Promise((resolve) => {
      heard = () => samples.length > before && resolve();
    });
    if (hardware.view(door).leaf === 'closed') hardware.force(door);
    else hardware.pushClosed(door);
    await arrived;
    await sleep(4);
  }
  agent.kill();
  report({
    measure: 'edge',
    value: percentiles(samples).p99,
    unit: 'ms p99 from an edge, debounced, to its record on disk',
    better: 'lower',
    floor: percentiles(floor).p99,
    floor_what: 'a write and a sync of a bare file',
    valueGoal: LONGEST_EDGE_MS,
    p50: median(samples),
    floor_p50: median(floor),
    samples: samples.length,
  });
}

async function measureRate(place, floor) {
  const stamp = () => ({ boot: randomUUID(), mono_ms: 0, at: new Date(0).toISOString(), clock: 'local' });
  const journal = await Journal.open({
    home: levelStore(place),
    clock: systemClock,
    newId: randomUUID,
    log: quiet,
    stamp,
  });
  const record = { ...stamp(), door: 1, kind: 'contact', state: 'open', snapshot: false };
  const began = performance.now();
  let left = RECORDS;
  const lane = async () => {
    while (left-- > 0) if ((await journal.append([record])) !== 'durable') throw new Error('not durable');
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  const rate = RECORDS / ((performance.now() - began) / 1000);
  await journal.close();
  report({
    measure: 'edge',
    value: rate,
    unit: 'records/s durable',
    better: 'higher',
    floor: 1000 / median(floor),
    floor_what: 'writes and syncs of a bare file a second, one at a time',
    valueGoal: LEAST_RECORDS_PER_SECOND,
    in_flight: IN_FLIGHT,
  });
}
