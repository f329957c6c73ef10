import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { connectGateway, type RawGateway } from '../../../../test/raw-gateway.js';
import { testDatabase } from '../../../../test/setup/database.js';
import { type Cloud, startCloud } from '../../src/cloud.js';
import { readConfig } from '../../src/config.js';
import { applySite } from '../../src/site/apply-site.js';
import { parseSiteFile } from '../../src/site/site-file.js';
import { createLog } from '../../src/telemetry/log.js';
import { Receiver } from '../webhooks/receiver.js';

/* The service as an operator runs it, with all that it can measure happening once. */

const SITE = `
account: { name: Acme }
locations: [{ ref: hq, name: HQ, timezone: UTC }]
gateways: [{ ref: gw, name: Gateway, location: hq }]
locks: [{ ref: main, name: Main, place: Ground floor, location: hq, type: remote, gateway: gw, door: 1 }]
users: [{ email: owner@acme.example, name: Olga, role: owner, location: hq }]
api_keys: [{ ref: erp, name: ERP, location: hq, scopes: [catalog:read, people:write, locks:control, events:read, webhooks:manage], locks: [main] }]
`;

export interface Watched {
  cloud: Cloud;
  origin: string;
  /** Of METRICS_PORT. */
  watchOrigin: string;
  /** Lines of the log. */
  log: string[];
  gateway: { id: string; secret: string };
  token: string;
  password: string;
  lock: number;
  call(method: string, route: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  connect(secret?: string): Promise<RawGateway>;
  /** Unlocks, and confirms as a gateway does. */
  unlock(raw: RawGateway): Promise<void>;
  receiver: Receiver;
  close(): Promise<void>;
}

export async function startWatched(settings: Record<string, string> = {}): Promise<Watched> {
  const { url } = await testDatabase();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-watched-'));
  const log: string[] = [];
  const config = readConfig({
    DATABASE_URL: url,
    DATA_DIR: folder,
    PORT: '0',
    MQTT_PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'trace',
    WEBHOOK_ALLOW_PRIVATE: 'on',
    // The tests' database is not made to last.
    DATABASE_ALLOW_LOSS: 'on',
    SECRET_KEY: randomBytes(32).toString('hex'),
    ...settings,
  });
  const cloud = await startCloud(config, {
    isFurnished: true,
    log: createLog('trace', { write: (line: string) => void log.push(line) }),
  });
  const { context } = cloud;
  const site = (await applySite(context, parseSiteFile(SITE, 'site.yaml', context.clock.now()))).result;
  const gateway = { id: site.gateways.gw?.id ?? '', secret: site.gateways.gw?.secret ?? '' };
  const token = site.api_keys.erp?.token ?? '';
  const lock = site.locks.main ?? 0;
  const receiver = await Receiver.start();
  const call: Watched['call'] = (method, route, body, headers = {}) =>
    fetch(`${cloud.baseUrl}${route}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const connect: Watched['connect'] = (secret = gateway.secret) =>
    connectGateway({
      url: cloud.mqttUrl,
      id: gateway.id,
      secret,
      now: () => context.clock.now(),
      monotonic: () => context.clock.monotonic(),
    });
  return {
    cloud,
    origin: cloud.origin,
    watchOrigin: new URL(cloud.metricsUrl ?? 'http://127.0.0.1:1').origin,
    log,
    gateway,
    token,
    password: site.users['owner@acme.example']?.password ?? '',
    lock,
    call,
    connect,
    async unlock(raw) {
      const { id } = (await (await call('POST', `/locks/${lock}/unlock`, {})).json()) as { id: string };
      await raw.send([
        raw.record({ kind: 'relay', relay: 'strike', on: true, cause: 'command', command_id: id }),
        raw.record({ kind: 'result', command_id: id, outcome: 'confirmed' }),
      ]);
    },
    receiver,
    async close() {
      await cloud.stop();
      await receiver.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Everything that is counted happens: logins, records, an unlock, a delivery, a message set aside, a lost connection. */
export async function useAll(watched: Watched): Promise<void> {
  const { call, connect, receiver, gateway, lock } = watched;
  await call('POST', '/webhooks', { url: receiver.url('/hook'), events: ['*'] });
  await connect('wrong').catch(() => {});
  const raw = await connect();
  await raw.birth();
  await raw.publish(`gateways/${gateway.id}/up/journal`, '{"v":1}');
  await watched.unlock(raw);
  await call('GET', `/locks/${lock}`);
  await call('GET', '/no-such-path');
  await receiver.received(2);
  await raw.end();
}

export type Samples = Map<string, number>;

/** The samples of a text in Prometheus' format, by name and labels. */
export const samplesOf = (text: string): Samples =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const at = line.lastIndexOf(' ');
        return [line.slice(0, at), Number(line.slice(at + 1))];
      }),
  );

/** Reads until it is so; a reading is a request. */
export async function eventually<T>(
  read: () => Promise<T>,
  isSo: (value: T) => boolean,
  pause: () => Promise<unknown>,
): Promise<T> {
  for (let tries = 0; tries < 200; tries++) {
    const value = await read();
    if (isSo(value)) return value;
    await pause();
  }
  throw new Error('it did not come to that');
}
