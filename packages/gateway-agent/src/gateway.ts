import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@door-access/protocol';
import { type Agent, createAgent } from './agent.js';
import { Cable } from './bench/cable.js';
import type { GatewayConfig } from './config.js';
import { BenchHardware } from './drivers/bench.js';
import { levelStore } from './journal/level-store.js';
import type { StoreHome } from './journal/store.js';
import type { Log } from './log.js';
import { readVitals } from './vitals.js';
import { mqttConnect, socketTo } from './wire.js';

/** A configured gateway, put together: the agent on its hardware, its disk and its network. */
export interface Gateway {
  readonly config: GatewayConfig;
  readonly agent: Agent;
  readonly hardware: BenchHardware;
  readonly cable: Cable;
  readonly store: StoreHome;
}

export interface GatewayEnvironment {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly version: string;
}

export function buildGateway(
  config: GatewayConfig,
  { clock, random, log, version }: GatewayEnvironment,
): Gateway {
  const cable = new Cable(socketTo(config.cloudUrl, config.ca));
  const store = levelStore(join(config.dataDir, 'journal'));
  const hardware = new BenchHardware({
    clock,
    random,
    doors: config.doors.map(({ door, contact, exitButton }) => ({
      door,
      contact,
      exitButton: exitButton !== null,
    })),
  });
  const agent = createAgent({
    gatewayId: config.gatewayId,
    secret: config.secret,
    doors: config.doors,
    driverOf: () => hardware,
    store,
    connect: mqttConnect(cable.openSocket),
    log,
    version,
    clock,
    random,
    vitals: readVitals,
    maxRecords: config.maxRecords,
  });
  return { config, agent, hardware, cable, store };
}

/** Starts it and resolves once it is online; rejects where the cloud refuses a credential that never worked. */
export async function startGateway({ agent, config, store }: Gateway): Promise<void> {
  const online = new Promise<void>((resolve, reject) => {
    agent.watch((change) => {
      if (change.type === 'link' && change.state === 'online') resolve();
      if (change.type === 'refused') reject(new Error(refusal(config)));
    });
  });
  await agent.start();
  try {
    await online;
  } catch (error) {
    const { fresh } = agent;
    await agent.stop();
    // A journal made a moment ago for a gateway that the cloud does not know holds nothing worth keeping.
    if (fresh)
      await store
        .destroy()
        .then(() => rmdir(config.dataDir))
        .catch(() => undefined);
    throw error;
  }
}

const refusal = ({ cloudUrl, gatewayId, file }: GatewayConfig): string =>
  `${cloudUrl.host} refuses gateway ${gatewayId}: its id or secret is wrong; check gateway_id and secret in ${file}, or pair the gateway again`;
