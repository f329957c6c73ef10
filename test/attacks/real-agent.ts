import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@door-access/protocol';
import { type Agent, createAgent } from '../../packages/gateway-agent/src/agent.js';
import { BenchHardware } from '../../packages/gateway-agent/src/drivers/bench.js';
import { levelStore } from '../../packages/gateway-agent/src/journal/level/level-store.js';
import { mqttConnect, socketTo } from '../../packages/gateway-agent/src/link/wire.js';
import { eventually } from '../cluster/processes.js';
import type { World } from '../world.js';

/** The real agent on simulated hardware, with its journal on a disk, connected to the world's broker. */
export interface RealAgent {
  agent: Agent;
  hardware: BenchHardware;
  online(): Promise<unknown>;
  /** Connects as the attacker, without the agent taking the session back. */
  displaced<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

const DOOR = {
  door: 1,
  name: 'main',
  contact: { debounceMs: 50, normally: 'closed' as const },
  exitButton: { debounceMs: 20 },
  strike: true,
  hold: true,
  strikeMs: 5_000,
  exitReleases: false,
};

/** One that starts again on the same disk is given its `folder`. */
export async function startAgent(
  world: World,
  { secret = world.gateway.secret, folder = mkdtempSync(join(tmpdir(), 'agent-')) } = {},
): Promise<RealAgent & { folder: string; remove(): void }> {
  const random = () => 0.5;
  const hardware = new BenchHardware({
    clock: systemClock,
    random,
    doors: [{ door: 1, contact: DOOR.contact, exitButton: true }],
  });
  let path: Promise<unknown> = Promise.resolve();
  const connect = mqttConnect(socketTo(new URL(world.mqttUrl), null));
  const agent = createAgent({
    gatewayId: world.gateway.id,
    secret,
    doors: [DOOR],
    driverOf: () => hardware,
    store: levelStore(join(folder, 'journal')),
    connect: async (request, signal) => {
      await path;
      return connect(request, signal);
    },
    log: { info: () => {}, warn: () => {} },
    version: 'test',
    random,
  });
  await agent.start();
  const online = () =>
    eventually(async () => {
      if (agent.linkState !== 'online') agent.reconnectNow();
      return agent.linkState === 'online';
    });
  await online();
  return {
    agent,
    hardware,
    online,
    async displaced(work) {
      await online();
      let letBack = () => {};
      path = new Promise<void>((resolve) => {
        letBack = resolve;
      });
      return work().finally(letBack);
    },
    folder,
    stop: () => agent.stop(),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
