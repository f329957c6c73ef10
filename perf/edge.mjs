// The gateway's own speed, in one process on simulated hardware: from an edge of a contact to its record on disk, from
// the packet of an unlock to the strike and to its sent result, and how many records a second become durable; against a
// bare file that is written and synced.
import { randomUUID } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@door-access/protocol';
import {
  BenchHardware,
  createAgent,
  Journal,
  levelStore,
  mqttConnect,
  socketTo,
} from '../packages/gateway-agent/dist/index.js';
import { median, percentiles, quick, report, say } from './lib/report.mjs';
import { startWorker } from './lib/worker.mjs';

const DOORS = 4;
/** Waited for before an edge counts, which is the installer's setting and not the gateway's speed. */
const DEBOUNCE_MS = 1;
const EDGES = quick ? 100 : 500;
const RECORDS = quick ? 2_000 : 20_000;
/** Edges that come together, as of doors on a busy board. */
const IN_FLIGHT = 16;
const LONGEST_EDGE_MS = 2;
const STRIKES = quick ? 100 : 300;
const STRIKE_MS = 10;
const LEAST_RECORDS_PER_SECOND = 2_000;
const quiet = { info: () => undefined, warn: (line) => say(`edge: ${line}`) };

const folder = await mkdtemp(path.join(os.tmpdir(), 'door-perf-'));
try {
  const floor = await syncs(path.join(folder, 'file'));
  await measureEdges(path.join(folder, 'edges'), floor);
  await measureStrikes(path.join(folder, 'strikes'));
  await measureRate(path.join(folder, 'rate'), floor);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Milliseconds of a write of 300 bytes and its sync, to a bare file. */
async function syncs(file, count = EDGES) {
  const handle = await open(file, 'a');
  const samples = [];
  for (let turn = 0; turn < count; turn++) {
    const began = performance.now();
    await handle.write(Buffer.alloc(300, 120));
    await handle.datasync();
    samples.push(performance.now() - began);
  }
  await handle.close();
  return samples;
}

/** An agent on simulated doors, whose journal is in a folder. */
function agentOn(place, connect) {
  const numbers = Array.from({ length: DOORS }, (_each, index) => index + 1);
  const hardware = new BenchHardware({
    clock: systemClock,
    random: () => 0,
    doors: numbers.map((door) => ({ door, contact: { normally: 'closed' }, exitButton: true })),
  });
  const agent = createAgent({
    gatewayId: randomUUID(),
    secret: 'none',
    doors: numbers.map((door) => ({
      door,
      name: `Door ${door}`,
      contact: { debounceMs: DEBOUNCE_MS, normally: 'closed' },
      exitButton: { debounceMs: DEBOUNCE_MS },
      strike: true,
      hold: true,
      strikeMs: 1000,
      exitReleases: false,
    })),
    driverOf: () => hardware,
    store: levelStore(place),
    connect,
    log: quiet,
    version: 'bench',
    clock: systemClock,
    random: Math.random,
  });
  return { agent, hardware };
}

async function measureEdges(place, floor) {
  // No cloud: what is measured is what has to work without one.
  const { agent, hardware } = agentOn(place, () => new Promise(() => undefined));
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

/** The cloud is in another process; behind each unlock comes a bare write and sync, on the disk as it is then. */
async function measureStrikes(place) {
  const cloud = startWorker('edge-load.mjs');
  const url = new URL(await cloud.call({ task: 'start' }));
  let received = 0;
  let published = () => undefined;
  const connect = mqttConnect(() => {
    const socket = socketTo(url, null)();
    socket.on('data', (bytes) => {
      if (bytes.includes('/down/command')) received = performance.now();
    });
    const { write } = socket;
    socket.write = (bytes, ...rest) => {
      const taken = write.call(socket, bytes, ...rest);
      if (bytes.includes('"kind":"result"')) published();
      return taken;
    };
    return socket;
  });
  const { agent, hardware } = agentOn(place, connect);
  await agent.start();
  while (agent.linkState !== 'online' || agent.journalDepth > 0) await sleep(5);
  const found = { strike: [], result: [], floor: [] };
  for (let strike = 0; strike < STRIKES; strike++) {
    const door = 1 + (strike % DOORS);
    const stop = hardware.watch(() => {
      if (!hardware.view(door).strikeOn) return;
      stop();
      found.strike.push(performance.now() - received);
    });
    const sent = new Promise((resolve) => {
      published = () => resolve(found.result.push(performance.now() - received));
    });
    await cloud.call({ task: 'unlock', gateway: agent.gatewayId, door, strikeMs: STRIKE_MS });
    await sent;
    published = () => undefined;
    await sleep(3 * STRIKE_MS);
    found.floor.push(...(await syncs(`${place}.bare`, 1)));
  }
  agent.kill();
  await cloud.stop();
  report({
    measure: 'edge',
    case: 'strike',
    value: median(found.result),
    unit: 'ms p50 from the packet of an unlock to its sent result',
    better: 'lower',
    floor: median(found.floor),
    floor_what: 'a write and a sync of a bare file',
    goal: 1.3,
    strike_p50: median(found.strike),
    strike_p99: percentiles(found.strike).p99,
    p99: percentiles(found.result).p99,
    floor_p99: percentiles(found.floor).p99,
    samples: found.result.length,
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
