import { mkdirSync, writeFileSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@door-access/protocol';
import { type Agent, createAgent } from './agent.js';
import { Cable } from './bench/cable.js';
import { BenchTap } from './bench/tap.js';
import type { GatewayConfig } from './config/config.js';
import { writeMoved } from './config/moved.js';
import { BenchHardware } from './drivers/bench.js';
import { createDrivers } from './drivers/create.js';
import type { Driver } from './drivers/driver.js';
import { safeScript } from './drivers/safe-script.js';
import { terminalKey } from './drivers/wiring.js';
import { levelStore } from './journal/level/level-store.js';
import type { StoreHome } from './journal/store.js';
import { CloudRoute } from './link/route.js';
import { mqttConnect, socketTo } from './link/wire.js';
import type { Log } from './log.js';
import { readVitals } from './vitals.js';

/** A configured gateway, put together: the agent on its hardware, its disk and its network. */
export interface Gateway {
  readonly config: GatewayConfig;
  readonly agent: Agent;
  /** The simulated doors, if there are any. */
  readonly hardware: BenchHardware;
  /** Their raw edges, on the way to the agent. */
  readonly tap: BenchTap;
  readonly cable: Cable;
  readonly store: StoreHome;
}

export interface GatewayEnvironment {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly version: string;
  /** A service manager would restart an agent that ends: it waits and tries again instead. */
  readonly supervised: boolean;
}

export function buildGateway(
  config: GatewayConfig,
  { clock, random, log, version, supervised }: GatewayEnvironment,
): Gateway {
  const route = new CloudRoute({
    home: config.cloudUrl,
    clock,
    log,
    keep: ({ mqtt_url: to, service_url }) =>
      writeMoved(config.dataDir, { from: config.configuredUrl.href, to, service_url }),
  });
  const cable = new Cable(() => socketTo(route.url, config.ca)());
  const store = levelStore(join(config.dataDir, 'journal'));
  const hardware = new BenchHardware({
    clock,
    random,
    doors: config.doors
      .filter(({ driver }) => driver === 'bench')
      .map(({ door, contact, exitButton }) => ({ door, contact, exitButton: exitButton !== null })),
  });
  const tap = new BenchTap(hardware);
  const drivers = createDrivers(
    config.doors.flatMap(({ wirings }) => wirings),
    clock,
  );
  const agent = createAgent({
    gatewayId: config.gatewayId,
    secret: config.secret,
    doors: config.doors,
    driverOf: ({ door }, terminal) => drivers.get(terminalKey(door, terminal)) ?? tap,
    store,
    connect: mqttConnect(cable.openSocket),
    keepsTrying: supervised,
    wasAway: () => route.wasAway,
    border: () => route.border,
    log,
    version,
    clock,
    random,
    vitals: () => readVitals({ root: '/', dataDir: config.dataDir }),
    maxRecords: config.maxRecords,
    keepDays: config.keepDays,
  });
  route.lead(agent);
  keepSafeScript(config, agent, new Set(drivers.values()), log);
  return { config, agent, hardware, tap, cable, store };
}

/** Beside the journal lies the script that the supervisor runs when the agent has died, as true as the hardware is now. */
export const safeScriptFile = ({ dataDir }: Pick<GatewayConfig, 'dataDir'>): string =>
  join(dataDir, 'relays-safe.sh');

function keepSafeScript(config: GatewayConfig, agent: Agent, drivers: ReadonlySet<Driver>, log: Log): void {
  if (drivers.size === 0) return;
  agent.watch((change) => {
    if (change.type !== 'hardware') return;
    const acts = [...drivers].flatMap((driver) => driver.safeActs?.() ?? []);
    try {
      mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
      writeFileSync(safeScriptFile(config), safeScript(acts), { mode: 0o755 });
    } catch (error) {
      log.warn(`hardware: the script that drives relays safe cannot be written: ${(error as Error).message}`);
    }
  });
}

/** Starts it and resolves once it is online; rejects where it gave up on a credential that never worked. */
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
