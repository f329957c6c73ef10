import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@door-access/protocol';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAgent } from '../../packages/gateway-agent/src/agent.js';
import { BenchHardware } from '../../packages/gateway-agent/src/drivers/bench.js';
import { levelStore } from '../../packages/gateway-agent/src/journal/level/level-store.js';
import { mqttConnect, socketTo } from '../../packages/gateway-agent/src/link/wire.js';
import { createService, eventually, type Process } from './processes.js';

/* Real agents, a caller and a moving door, behind a proxy, while every process of the service is restarted in turn. */

const service = await createService();
const REFS = ['gw1', 'gw2'] as const;
const LOCKS = [service.site.locks.front as number, service.site.locks.back as number];
const PAUSE_MS = 250;
/** The agent's debounce is shorter. */
const MOVE_EVERY_MS = 150;

const processes: Process[] = [];
const proxies: Proxy[] = [];
const agents: Awaited<ReturnType<typeof startAgent>>[] = [];
let http: Proxy;

beforeAll(async () => {
  processes.push(
    ...(await Promise.all(['api,edge', 'api,edge', 'worker'].map((roles) => service.start(roles)))),
  );
  const mqtt = await startProxy(() => serving().map(({ mqttUrl }) => portOf(mqttUrl)));
  http = await startProxy(() => serving().map(({ baseUrl }) => portOf(baseUrl)));
  proxies.push(mqtt, http);
  for (const ref of REFS) agents.push(await startAgent(ref, mqtt.port));
}, 60_000);
afterAll(async () => {
  for (const { stop } of agents) await stop();
  for (const { close } of proxies) close();
  await service.close();
});

test('all processes are restarted in turn: no record is lost, no lock goes offline, no unlock fails', async () => {
  let isOver = false;
  const unlocks: string[] = [];
  const unlocking = (async () => {
    for (let turn = 0; !isOver; turn++) {
      unlocks.push(await unlock(LOCKS[turn % LOCKS.length] as number));
      await systemClock.sleep(PAUSE_MS);
    }
  })();
  const moving = (async () => {
    while (!isOver)
      for (const { hardware } of agents) {
        hardware.force(1);
        await systemClock.sleep(MOVE_EVERY_MS);
        hardware.pushClosed(1);
        await systemClock.sleep(MOVE_EVERY_MS);
      }
  })();

  for (const [index, roles] of ['api,edge', 'api,edge', 'worker'].entries()) {
    const [old] = processes.splice(index, 1);
    const seen = unlocks.length;
    expect(await old?.stop()).toBe(0);
    // Meanwhile the other one serves.
    await eventually(async () => unlocks.length >= seen + 4, 30_000);
    processes.splice(index, 0, await service.start(roles));
  }
  await eventually(async () => agents.every(({ agent }) => agent.linkState === 'online'));
  isOver = true;
  await Promise.all([unlocking, moving]);

  expect(unlocks.filter((one) => one !== 'confirmed')).toEqual([]);
  const count = async (type: string, lock: number | null = null) => {
    const text =
      'select count(*)::int as count from event where type = $1 and lock_id = coalesce($2, lock_id)';
    return (await service.pool.query(text, [type, lock])).rows[0].count as number;
  };
  expect(await count('lock.offline')).toBe(0);
  // The last record of each journal is there, and its numbers have no hole before it.
  for (const [index, { hardware }] of agents.entries()) {
    const opened = await count('door.opened', LOCKS[index]);
    expect(opened).toBeGreaterThan(10);
    hardware.force(1);
    await eventually(async () => (await count('door.opened', LOCKS[index])) > opened);
  }
  const { rows: gaps } = await service.pool.query('select 1 from journal_gap');
  expect(gaps).toEqual([]);
}, 120_000);

async function unlock(lock: number): Promise<string> {
  const at = { ...(processes[0] as Process), baseUrl: `http://127.0.0.1:${http.port}/v1` };
  const { status, body } = await service.call(at, 'POST', `/locks/${lock}/unlock?wait=5`, {});
  return status === 202 ? (body.reason ?? body.status) : `${status} ${body.error.code}`;
}

const serving = () => processes.filter(({ roles }) => roles !== 'worker');
const portOf = (url: string) => Number(new URL(url).port);

async function startAgent(ref: (typeof REFS)[number], port: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-'));
  const { id, secret } = service.site.gateways[ref] as { id: string; secret: string };
  const contact = { debounceMs: 50, normally: 'closed' as const };
  const hardware = new BenchHardware({
    clock: systemClock,
    random: Math.random,
    doors: [{ door: 1, contact, exitButton: true }],
  });
  const door = { door: 1, name: ref, contact, exitButton: { debounceMs: 20 }, strike: true, hold: true };
  const agent = createAgent({
    gatewayId: id,
    secret,
    doors: [{ ...door, strikeMs: 1_000, exitReleases: false }],
    driverOf: () => hardware,
    store: levelStore(path.join(folder, 'journal')),
    connect: mqttConnect(socketTo(new URL(`mqtt://127.0.0.1:${port}`), null)),
    log: { info: () => {}, warn: () => {} },
    version: 'test',
    random: Math.random,
  });
  await agent.start();
  await eventually(async () => agent.linkState === 'online');
  return {
    agent,
    hardware,
    async stop() {
      await agent.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Proxy {
  port: number;
  close(): void;
}

/** Passes each connection to the first of these ports that takes it, in turns, as a balancer with redispatch does. */
async function startProxy(ports: () => number[]): Promise<Proxy> {
  let turn = 0;
  const open = new Set<{ destroy(): void }>();
  const server: Server = createServer((client) => {
    const targets = ports();
    const first = turn++;
    const pass = (attempt: number): void => {
      if (attempt === targets.length) return void client.destroy();
      const inner = connect(targets[(first + attempt) % targets.length] as number, '127.0.0.1');
      let isConnected = false;
      inner.once('connect', () => {
        isConnected = true;
        client.pipe(inner).pipe(client);
      });
      inner.on('error', () => (isConnected ? client.destroy() : pass(attempt + 1)));
      inner.on('close', () => isConnected && client.destroy());
      client.on('close', () => inner.destroy());
      open.add(inner);
      inner.on('close', () => open.delete(inner));
    };
    client.on('error', () => {});
    open.add(client);
    client.on('close', () => open.delete(client));
    client.setNoDelay(true);
    pass(0);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const one of open) one.destroy();
    },
  };
}
