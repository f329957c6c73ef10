import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { systemClock, TestClock } from '@door-access/protocol';
import { pino } from 'pino';
import { createApiKey } from '../packages/cloud/src/api-keys/create.js';
import { readConfig } from '../packages/cloud/src/config.js';
import type { Context } from '../packages/cloud/src/context.js';
import { createPrisma } from '../packages/cloud/src/database/prisma.js';
import { type DeliveryWorker, startDeliveryWorker } from '../packages/cloud/src/deliveries/worker.js';
import { createEdge, type Edge } from '../packages/cloud/src/edge/broker.js';
import { api } from '../packages/cloud/src/endpoints.js';
import { gatewayMount } from '../packages/cloud/src/gateways/audience.js';
import { SCOPES } from '../packages/cloud/src/http/endpoint.js';
import { startHttpServer } from '../packages/cloud/src/http/server.js';
import { setupMount } from '../packages/cloud/src/invitations/mount.js';
import { createLockingSystem } from '../packages/cloud/src/locking-system/create.js';
import { Nudge } from '../packages/cloud/src/nudge.js';
import { phoneMount } from '../packages/cloud/src/phone/mount.js';
import { SecretBox } from '../packages/cloud/src/secrets/secret-box.js';
import { postgresStores } from '../packages/cloud/src/stores.js';
import { unsubscribeMount } from '../packages/cloud/src/weekly/mount.js';
import { createDueWorker, type DueWorker } from '../packages/cloud/src/worker/due.js';
import { connectGateway, type RawGateway, type RawGatewayOptions } from './raw-gateway.js';
import { testDatabase } from './setup/database.js';

/** The whole cloud on a database of its own and a clock that only the test moves. */
export interface World {
  context: Context;
  clock: TestClock;
  baseUrl: string;
  mqttUrl: string;
  edge: Edge;
  due: DueWorker;
  deliveries: DeliveryWorker;
  ids: { account: number; hq: number; lab: number; main: number; side: number; archive: number };
  gateway: { id: string; secret: string };
  token: string;
  connect(options?: Partial<RawGatewayOptions>): Promise<RawGateway>;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface CallOptions {
  body?: unknown;
  token?: string | null;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
  headers: Headers;
}

export async function createWorld(
  settings: Record<string, string> = {},
  { database, ...more }: Partial<Pick<Context, 'log'>> & { database?: string } = {},
): Promise<World> {
  const { url, pool } = await testDatabase(database);
  pool.options.max = 8;
  const config = readConfig({
    PORT: '0',
    MQTT_PORT: '0',
    DATABASE_URL: url,
    LOG_LEVEL: 'silent',
    WEBHOOK_ALLOW_PRIVATE: 'on',
    SECRET_KEY: randomBytes(32).toString('hex'),
    ...settings,
  });
  const clock = new TestClock();
  const tools = {
    clock,
    ids: { uuid: () => randomUUID(), bytes: (count: number) => randomBytes(count) },
    pool,
    secrets: new SecretBox(Buffer.from(config.SECRET_KEY as string, 'hex')),
  };
  const context: Context = {
    config,
    ...tools,
    ...postgresStores(tools),
    log: pino({ level: config.LOG_LEVEL }),
    ...more,
    prisma: createPrisma(pool),
    downlink: { isConnected: () => false, publish: () => Promise.reject(new Error('no edge')) },
    nudge: new Nudge(),
  };
  context.lockingSystem = createLockingSystem(config, context);
  const edge = await createEdge(context, systemClock);
  context.downlink = edge.downlink;
  const due = createDueWorker(context);
  const deliveries = startDeliveryWorker(context);
  const phone = phoneMount(context, { checkAnswers: true });
  const http = await startHttpServer(context, api, {
    mounts: [
      setupMount(context),
      unsubscribeMount(context),
      gatewayMount(context, undefined, { checkAnswers: true }),
      phone,
    ],
    checkAnswers: true,
  });
  context.origin = `http://127.0.0.1:${http.port}`;
  const { port, tlsPort } = await edge.listen();
  context.mqttPorts = { plain: port, tls: tlsPort };
  const baseUrl = `http://127.0.0.1:${http.port}/v1`;
  const mqttUrl = `mqtt://127.0.0.1:${port}`;
  const { ids, gateway } = await furnish(context);
  const key = await createApiKey(context, {
    accountId: ids.account,
    locationId: ids.hq,
    name: 'ERP',
    scopes: SCOPES,
    lockIds: [ids.main, ids.side, ids.archive],
  });
  const open: RawGateway[] = [];

  return {
    context,
    clock,
    baseUrl,
    mqttUrl,
    edge,
    due,
    deliveries,
    ids,
    gateway,
    token: key.token,
    async connect(options = {}) {
      const raw = await connectGateway({
        url: mqttUrl,
        ...gateway,
        now: () => clock.now(),
        monotonic: () => clock.monotonic(),
        ...options,
      });
      open.push(raw);
      return raw;
    },
    async call(method, path, { body, token = key.token, headers = {} } = {}) {
      const answer = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? null : JSON.parse(text), headers: answer.headers };
    },
    async close() {
      await Promise.all(open.map((raw) => raw.end(true)));
      phone.stop();
      await http.close();
      await due.stop();
      await deliveries.stop();
      await edge.stop();
      await context.lockingSystem?.close();
    },
  };
}

/** HQ with a lab below it; two remote doors on one gateway and a lock of the locking system. */
async function furnish(context: Context): Promise<Pick<World, 'ids' | 'gateway'>> {
  const { prisma } = context;
  const account = await prisma.account.create({ data: { name: 'Acme' } });
  const account_id = account.id;
  const hq = await prisma.location.create({
    data: { account_id, ref: 'hq', name: 'HQ', timezone: 'Europe/Helsinki' },
  });
  const lab = await prisma.location.create({
    data: { account_id, ref: 'lab', name: 'Lab', timezone: 'Europe/Helsinki', parent_id: hq.id },
  });
  await prisma.locationAncestor.createMany({
    data: [
      { location_id: hq.id, ancestor_id: hq.id, depth: 0 },
      { location_id: lab.id, ancestor_id: lab.id, depth: 0 },
      { location_id: lab.id, ancestor_id: hq.id, depth: 1 },
    ],
  });
  const secret = randomBytes(32).toString('base64url');
  const gateway = await prisma.gateway.create({
    data: {
      id: randomUUID(),
      account_id,
      location_id: hq.id,
      ref: 'gw1',
      name: 'HQ gateway',
      secret_hash: createHash('sha256').update(secret).digest(),
    },
  });
  const lock = (ref: string, location_id: number, door: number | null) =>
    prisma.lock.create({
      data: {
        account_id,
        location_id,
        ref,
        name: ref,
        place: 'Ground floor',
        type: door === null ? 'locksys' : 'remote',
        ...(door === null ? {} : { gateway_id: gateway.id, door, door_state: { create: {} } }),
      },
    });
  const main = await lock('main', hq.id, 1);
  const side = await lock('side', lab.id, 2);
  const archive = await lock('archive', lab.id, null);
  return {
    ids: { account: account_id, hq: hq.id, lab: lab.id, main: main.id, side: side.id, archive: archive.id },
    gateway: { id: gateway.id, secret },
  };
}
