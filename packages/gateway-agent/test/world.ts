import { randomUUID } from 'node:crypto';
import { type Clock, systemClock, toTimestamp } from '@door-access/protocol';
import { MemoryDisk } from '../../../test/memory-disk.js';
import { type Agent, type AgentOptions, createAgent } from '../src/agent.js';
import { Cable } from '../src/bench/cable.js';
import { BenchTap } from '../src/bench/tap.js';
import type { DoorSetup } from '../src/door.setup.js';
import { BenchHardware } from '../src/drivers/bench.js';
import type { NewRecord } from '../src/journal/journal.js';
import { mqttConnect, socketTo } from '../src/link/wire.js';
import type { Log } from '../src/log.js';
import type { FakeCloud } from './fake-cloud.js';

export const SECRET = 'a-secret-of-the-gateway';

export const aDoor = (fields: Partial<DoorSetup> = {}): DoorSetup => ({
  door: 1,
  name: 'Main entrance',
  contact: { debounceMs: 50, normally: 'closed' },
  exitButton: { debounceMs: 20 },
  strike: true,
  hold: true,
  strikeMs: 5000,
  exitReleases: false,
  ...fields,
});

export const BOOT = '00000000-0000-4000-8000-00000000000b';

/** For a journal. */
export const record = (mono_ms: number): NewRecord => ({
  boot: BOOT,
  mono_ms,
  at: toTimestamp(mono_ms),
  clock: 'local',
  door: 1,
  kind: 'contact',
  state: 'open',
  snapshot: false,
});

export interface Site {
  gatewayId: string;
  agent: Agent;
  hardware: BenchHardware;
  tap: BenchTap;
  disk: MemoryDisk;
  cable: Cable;
  log: string[];
}

export interface SiteOptions extends Partial<Omit<AgentOptions, 'doors' | 'log'>> {
  doors?: DoorSetup[];
  disk?: MemoryDisk;
  clock?: Clock;
}

export function listLog(lines: string[]): Log {
  return { info: (line) => lines.push(line), warn: (line) => lines.push(line) };
}

/** An agent on simulated hardware and a disk in memory, connected to a broker over a socket. */
export function aSite(cloud: FakeCloud, options: SiteOptions = {}): Site {
  const {
    doors = [aDoor()],
    disk = new MemoryDisk(),
    clock = systemClock,
    random = () => 0.5,
    gatewayId = randomUUID(),
  } = options;
  cloud.pair(gatewayId, SECRET);
  const cable = new Cable(socketTo(new URL(`mqtt://127.0.0.1:${cloud.port}`), null));
  const hardware = new BenchHardware({
    clock,
    random,
    doors: doors.map(({ door, contact, exitButton }) => ({ door, contact, exitButton: exitButton !== null })),
  });
  const tap = new BenchTap(hardware);
  const log: string[] = [];
  const agent = createAgent({
    gatewayId,
    secret: SECRET,
    doors,
    driverOf: () => tap,
    store: disk,
    connect: mqttConnect(cable.openSocket),
    log: listLog(log),
    version: 'test',
    clock,
    random,
    ...options,
  });
  return { gatewayId, agent, hardware, tap, disk, cable, log };
}

/** Resolves when the link has reached a state. */
export function linkState(agent: Agent, state: Agent['linkState']): Promise<void> {
  return new Promise((resolve) => {
    if (agent.linkState === state) return resolve();
    const stop = agent.watch((change) => {
      if (change.type !== 'link' || change.state !== state) return;
      stop();
      resolve();
    });
  });
}
